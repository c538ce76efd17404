/** The halves of 128-bit integers apart. */
package io.placed.encoding.split;
