package io.placed.benchmarks.metadata;

import java.util.Locale;
import java.util.Random;

/**
 * A data file that does not exist. Its columns are integers, doubles and strings in turn; the
 * values of the first are in the order of the files, those of the others are anywhere.
 *
 * @param number of the file, from 0
 * @param low smallest values by column; the largest are {@link #SPAN} above
 */
record MadeUpFile(long number, long[] low) {
  static final long ROWS = 1_000_000;
  static final long BYTES = 128L << 20;
  static final long SPAN = 999;

  /** Values of the first column that a file has. */
  static final long STEP = 1000;

  static MadeUpFile of(long number, int columns, long files) {
    Random random = new Random(number);
    long[] low = new long[columns];
    low[0] = number * STEP;
    for (int c = 1; c < columns; c++) {
      low[c] = (long) (random.nextDouble() * files) * STEP;
    }
    return new MadeUpFile(number, low);
  }

  /** Strings in the order of the numbers. */
  static String string(long value) {
    return String.format(Locale.ROOT, "key-%012d", value);
  }
}
