/**
 * The values of one array to encode, by how they are held: integers and floating point numbers by
 * their bits, 128-bit integers, byte strings; and the distinct ones among them.
 */
package io.placed.encoding.values;
