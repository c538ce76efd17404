package io.placed.scan.request;

import io.placed.vector.Column;
import java.util.Arrays;

/** Chooses rows by their numbers in the file. */
public final class NumberedRows implements RowChoice {
  private final long[] numbers;

  /**
   * @param numbers from 0, ascending
   */
  public NumberedRows(long[] numbers) {
    this.numbers = numbers;
  }

  @Override
  public String column() {
    return null;
  }

  @Override
  public boolean mayChoose(long first, long rows, Known known) {
    int next = next(first);
    return next < numbers.length && numbers[next] < first + rows;
  }

  @Override
  public void choose(long first, Column values, long[] rows, int count) {
    int n = next(first);
    for (int w = 0; w < (count + 63) >> 6; w++) {
      long chosen = 0;
      for (long end = first + ((long) (w + 1) << 6); n < numbers.length && numbers[n] < end; n++) {
        chosen |= 1L << (numbers[n] - first);
      }
      rows[w] &= chosen;
    }
  }

  /** Position of the first number that is not below a row. */
  private int next(long row) {
    int found = Arrays.binarySearch(numbers, row);
    return found < 0 ? -found - 1 : found;
  }
}
