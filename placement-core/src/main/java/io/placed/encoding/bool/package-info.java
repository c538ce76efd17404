/** Bitmaps of booleans and of validity: one bit per value, or the positions of the rarer value. */
package io.placed.encoding.bool;
