/** 128-bit integers that fit 64 bits. */
package io.placed.encoding.narrow;
