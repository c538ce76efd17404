/**
 * The values of one array to be encoded, by representation (integers and the bits of floating-point
 * numbers, 128-bit integers, byte strings), and their distinct values.
 */
package io.placed.encoding.values;
