/** Bitmaps, of booleans and of validity: a bit each, or the positions of the rarer value. */
package io.placed.encoding.bool;
