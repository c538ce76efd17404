/** 128-bit integers as two arrays of halves. */
package io.placed.encoding.split;
