package io.placed.schema;

/** The primitive array that holds the values of a type in memory and in a page. */
public enum Storage {
  /** One bit per value, {@code long[]} words. */
  BITS,
  /** {@code int[]}. */
  INT,
  /** {@code long[]}. */
  LONG,
  /** {@code float[]}. */
  FLOAT,
  /** {@code double[]}. */
  DOUBLE,
  /** Two {@code long[]}: high and low half of a signed 128-bit integer. */
  INT128,
  /** {@code byte[]} arena with a start and a length per value. */
  BYTES,
  /** Number of elements per row; the elements are separate columns. */
  LENGTHS,
  /** Validity only. */
  NONE
}
