package io.placed.placement.reorder;

import io.placed.placement.SortKey;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Dictionary codes of the values of some columns, stored row by row. Equal values of a column have
 * equal codes; null is one of the values.
 */
final class RowCodes {
  private final int columns;
  private final int[] codes;
  private final int[] starts;
  private final int rows;

  private RowCodes(Batch[] batches, int rows, int columns) {
    this.rows = rows;
    this.columns = columns;
    codes = new int[Math.multiplyExact(rows, columns)];
    starts = new int[batches.length];
    for (int b = 1; b < batches.length; b++) {
      starts[b] = starts[b - 1] + batches[b - 1].rows();
    }
  }

  /** Maximum number of rows that can be encoded. */
  static int maxRows(int columns) {
    return (Integer.MAX_VALUE - 8) / columns;
  }

  /** Heap bytes per row while codes are computed and sorted. */
  static long bytesPerRow(int columns) {
    return (long) Integer.BYTES * columns + IndexSort.BYTES_PER_ROW;
  }

  /**
   * @param byFrequency true: code 0 is the most frequent value of a column, ties are broken by the
   *     smaller value; false: codes are in the order of the values
   */
  static RowCodes of(
      Schema schema, int[] ordinals, Batch[] batches, int rows, boolean byFrequency) {
    RowCodes result = new RowCodes(batches, rows, ordinals.length);
    for (int c = 0; c < ordinals.length; c++) {
      SortKey key = SortKey.asc(schema.field(ordinals[c]).name());
      SortOrder order = SortOrder.of(List.of(key), schema);
      result.fill(c, order, batches, IndexSort.sort(order, batches, rows), byFrequency);
    }
    return result;
  }

  private void fill(int c, SortOrder order, Batch[] batches, int[] sorted, boolean byFrequency) {
    int[] firsts = new int[rows + 1]; // index of the first row of each value among the sorted rows
    int values = 0;
    for (int i = 0; i < rows; i++) {
      if (i == 0 || !equal(order, batches, sorted[i - 1], sorted[i])) {
        firsts[values++] = i;
      }
    }
    firsts[values] = rows;
    int[] rank = byFrequency ? ranks(firsts, values) : null;
    for (int v = 0; v < values; v++) {
      int code = rank == null ? v : rank[v];
      for (int i = firsts[v]; i < firsts[v + 1]; i++) {
        codes[row(sorted[i]) * columns + c] = code;
      }
    }
  }

  private static int[] ranks(int[] firsts, int values) {
    // One long per value, which is larger the rarer, then the later the value is.
    long[] order = new long[values];
    for (int v = 0; v < values; v++) {
      order[v] = (long) -(firsts[v + 1] - firsts[v]) << 32 | v;
    }
    Arrays.sort(order);
    int[] rank = new int[values];
    IntStream.range(0, values).forEach(r -> rank[(int) order[r]] = r);
    return rank;
  }

  private static boolean equal(SortOrder order, Batch[] batches, int a, int b) {
    int mask = IndexSort.MAX_BATCH_ROWS - 1;
    return order.compare(
            batches[a >>> IndexSort.ROW_BITS],
            a & mask,
            batches[b >>> IndexSort.ROW_BITS],
            b & mask,
            0)
        == 0;
  }

  /** The row number, counted over all batches, of an encoded row. */
  private int row(int packed) {
    return starts[packed >>> IndexSort.ROW_BITS] + (packed & IndexSort.MAX_BATCH_ROWS - 1);
  }

  int rows() {
    return rows;
  }

  int columns() {
    return columns;
  }

  /** The codes, row by row. */
  int[] codes() {
    return codes;
  }

  /** Converts row numbers to {@code batch << IndexSort.ROW_BITS | row}, in place. */
  int[] packed(int[] order) {
    int[] packed = new int[rows];
    for (int b = 0; b < starts.length; b++) {
      int end = b + 1 < starts.length ? starts[b + 1] : rows;
      for (int r = starts[b]; r < end; r++) {
        packed[r] = b << IndexSort.ROW_BITS | (r - starts[b]);
      }
    }
    for (int i = 0; i < order.length; i++) {
      order[i] = packed[order[i]];
    }
    return order;
  }

  /** All row numbers, stably sorted. */
  int[] sorted(IntOrder order) {
    int[] index = IntStream.range(0, rows).toArray();
    mergeSort(index.clone(), index, 0, rows, order);
    return index;
  }

  /** Compares rows by their numbers. */
  interface IntOrder {
    int compare(int a, int b);
  }

  /** Sorts {@code from} into {@code to}, which initially contain the same rows. */
  private static void mergeSort(int[] from, int[] to, int start, int end, IntOrder order) {
    if (end - start < 2) {
      return;
    }
    int middle = (start + end) >>> 1;
    mergeSort(to, from, start, middle, order);
    mergeSort(to, from, middle, end, order);
    int left = start;
    int right = middle;
    for (int i = start; i < end; i++) {
      boolean takeLeft =
          left < middle && (right >= end || order.compare(from[left], from[right]) <= 0);
      to[i] = takeLeft ? from[left++] : from[right++];
    }
  }
}
