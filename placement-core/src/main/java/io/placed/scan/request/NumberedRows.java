package io.placed.scan.request;

import io.placed.vector.Column;
import java.util.Arrays;

/** Chooses rows by their numbers in the file. */
public final class NumberedRows implements RowChoice {
  private final int[] numbers;

  /**
   * @param numbers from 0, ascending
   */
  public NumberedRows(int[] numbers) {
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
    long[] chosen = new long[(count + 63) >> 6];
    for (int n = next(first); n < numbers.length && numbers[n] < first + count; n++) {
      int i = (int) (numbers[n] - first);
      chosen[i >> 6] |= 1L << i;
    }
    for (int w = 0; w < chosen.length; w++) {
      rows[w] &= chosen[w];
    }
  }

  /** Position of the first number that is not below a row. */
  private int next(long row) {
    int found = Arrays.binarySearch(numbers, (int) Math.min(Integer.MAX_VALUE, row));
    return found < 0 ? -found - 1 : found;
  }
}
