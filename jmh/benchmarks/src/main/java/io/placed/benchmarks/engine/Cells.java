package io.placed.benchmarks.engine;

/** The values of one column of a batch, one by one, in the form in which an engine has them. */
interface Cells {
  boolean isNull(int i);

  /** Of whole numbers, dates, times and unscaled decimals. */
  long longAt(int i);

  double doubleAt(int i);

  /** See {@link Sums#text}. */
  long textAt(int i);

  boolean textEquals(int i, byte[] utf8);
}
