package io.placed.placement.reorder;

import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import java.util.Arrays;

/**
 * Stable sort of the rows of several batches by sorting an index of them.
 *
 * <p>Large ranges are sorted key by key: nulls are moved to their end of the range, the other rows
 * are radix-sorted by the prefix of the key, and each run of equal prefixes is sorted by the next
 * eight bytes of the value, or by the next key. Small ranges are merge-sorted by comparing rows.
 */
final class IndexSort {
  /** A row is encoded as {@code batch << ROW_BITS | row}, unsigned. */
  static final int ROW_BITS = 16;

  static final int MAX_BATCH_ROWS = 1 << ROW_BITS;
  static final int MAX_BATCHES = 1 << (32 - ROW_BITS);

  /** Bytes of the index per row during the sort. */
  static final int BYTES_PER_ROW = 24;

  private static final int ROW_MASK = MAX_BATCH_ROWS - 1;

  /**
   * Maximum rows of a range that is merge-sorted; clearing the radix counters would cost more than
   * comparing.
   */
  private static final int SMALL = 256;

  private static final int INSERTION = 12;

  /**
   * Maximum number of prefixes of one value, after which rows are compared. Bounds the recursion.
   */
  private static final int MAX_DEPTH = 16;

  private final SortOrder order;
  private final Batch[] batches;
  private final Column[][] keyColumns;
  private final int[] counts = new int[8 * 256];
  private int[] index;
  private int[] spareIndex;
  private long[] prefixes;
  private long[] sparePrefixes;

  private IndexSort(SortOrder order, Batch[] batches) {
    this.order = order;
    this.batches = batches;
    keyColumns = new Column[order.keys()][batches.length];
    for (int k = 0; k < order.keys(); k++) {
      for (int b = 0; b < batches.length; b++) {
        keyColumns[k][b] = order.column(batches[b], k);
      }
    }
  }

  /** The rows of all batches in sorted order, each as {@code batch << ROW_BITS | row}. */
  static int[] sort(SortOrder order, Batch[] batches, int rows) {
    return new IndexSort(order, batches).sorted(rows);
  }

  private int[] sorted(int rows) {
    index = new int[rows];
    int n = 0;
    for (int b = 0; b < batches.length; b++) {
      for (int r = 0; r < batches[b].rows(); r++) {
        index[n++] = b << ROW_BITS | r;
      }
    }
    spareIndex = new int[rows];
    prefixes = new long[rows];
    sparePrefixes = new long[rows];
    sort(0, rows, 0);
    return index;
  }

  private void sort(int from, int to, int key) {
    if (to - from < 2 || key == order.keys()) {
      return;
    }
    if (to - from < SMALL) {
      mergeSort(from, to, key);
      return;
    }
    int nulls = moveNulls(from, to, key);
    boolean first = order.nullsFirst(key);
    int start = first ? from + nulls : from;
    int end = first ? to : to - nulls;
    sort(first ? from : end, first ? start : to, key + 1);
    sortPresent(start, end, key, 0, 0);
  }

  /**
   * @param offset for strings and binary, the byte of the values at which the prefix starts
   * @param depth number of prefixes of this key that are already sorted
   */
  private void sortPresent(int start, int end, int key, int offset, int depth) {
    radixSort(start, end, key, offset);
    // Deeper levels overwrite only prefixes of their own range, which ends before `i`.
    for (int i = start; i < end; ) {
      long prefix = prefixes[i];
      int j = i + 1;
      while (j < end && prefixes[j] == prefix) {
        j++;
      }
      if (j - i > 1) {
        sortTies(i, j, key, offset, depth);
      }
      i = j;
    }
  }

  private void sortTies(int from, int to, int key, int offset, int depth) {
    if (order.exact(key)) {
      sort(from, to, key + 1);
    } else if (to - from < SMALL || !order.isBytes(key) || depth == MAX_DEPTH) {
      mergeSort(from, to, key);
    } else {
      // Skip the common prefix, which does not separate rows.
      int common = commonBytes(from, to, key, offset);
      if (common < 0) {
        sort(from, to, key + 1);
      } else if (common < offset + 8) {
        mergeSort(
            from, to, key); // some values end in zero bytes, which the prefix cannot distinguish
      } else {
        sortPresent(from, to, key, common, depth + 1);
      }
    }
  }

  /** Moves the rows with a null to their end of the range, stably; returns their number. */
  private int moveNulls(int from, int to, int key) {
    boolean any = false;
    for (Column c : keyColumns[key]) {
      any |= c.hasNulls();
    }
    if (!any) {
      return 0;
    }
    int present = 0;
    int missing = 0;
    boolean first = order.nullsFirst(key);
    // Rows of one kind are compacted in place, the others copied aside.
    for (int i = from; i < to; i++) {
      int row = index[i];
      if (keyColumns[key][row >>> ROW_BITS].isNull(row & ROW_MASK)) {
        spareIndex[from + missing++] = row;
      } else {
        index[from + present++] = row;
      }
    }
    if (missing > 0 && first) {
      System.arraycopy(index, from, index, from + missing, present);
      System.arraycopy(spareIndex, from, index, from, missing);
    } else {
      System.arraycopy(spareIndex, from, index, from + present, missing);
    }
    return missing;
  }

  /** LSD radix sort; skips bytes that are equal in all rows. */
  private void radixSort(int from, int to, int key, int offset) {
    Arrays.fill(counts, 0);
    Column[] columns = keyColumns[key];
    boolean sorted = true;
    long last = 0;
    for (int i = from; i < to; i++) {
      int row = index[i];
      // Flips the sign bit, so that prefixes compare as unsigned.
      long p =
          order.prefix(key, columns[row >>> ROW_BITS], row & ROW_MASK, offset) ^ Long.MIN_VALUE;
      prefixes[i] = p;
      sorted &= Long.compareUnsigned(last, p) <= 0;
      last = p;
      for (int b = 0; b < 8; b++) {
        counts[slot(b, p)]++;
      }
    }
    if (sorted) {
      return;
    }
    int n = to - from;
    for (int b = 0; b < 8; b++) {
      if (counts[slot(b, prefixes[from])] == n) {
        continue;
      }
      int at = from;
      for (int v = b << 8; v < (b + 1) << 8; v++) {
        int count = counts[v];
        counts[v] = at;
        at += count;
      }
      for (int i = from; i < to; i++) {
        long p = prefixes[i];
        int target = counts[slot(b, p)]++;
        sparePrefixes[target] = p;
        spareIndex[target] = index[i];
      }
      System.arraycopy(sparePrefixes, from, prefixes, from, n);
      System.arraycopy(spareIndex, from, index, from, n);
    }
  }

  private static int slot(int place, long prefix) {
    return (place << 8) | ((int) (prefix >>> (8 * place)) & 0xff);
  }

  /**
   * Length of the common prefix of all values, which agree in at least {@code known} bytes; -1 if
   * all values are equal.
   */
  private int commonBytes(int from, int to, int key, int known) {
    BytesColumn a = (BytesColumn) keyColumns[key][index[from] >>> ROW_BITS];
    int start = a.starts()[index[from] & ROW_MASK];
    int length = a.lengths()[index[from] & ROW_MASK];
    int common = length;
    boolean equal = true;
    for (int i = from + 1; i < to; i++) {
      BytesColumn b = (BytesColumn) keyColumns[key][index[i] >>> ROW_BITS];
      int row = index[i] & ROW_MASK;
      int end = Math.min(common, b.lengths()[row]);
      int at = Math.min(known, end);
      int mismatch =
          Arrays.mismatch(
              a.arena(),
              start + at,
              start + end,
              b.arena(),
              b.starts()[row] + at,
              b.starts()[row] + end);
      common = mismatch < 0 ? end : at + mismatch;
      equal &= common == length && b.lengths()[row] == length;
    }
    return equal ? -1 : common;
  }

  private int compare(int a, int b, int key) {
    return order.compare(
        batches[a >>> ROW_BITS], a & ROW_MASK, batches[b >>> ROW_BITS], b & ROW_MASK, key);
  }

  private void mergeSort(int from, int to, int key) {
    if (to - from <= INSERTION) {
      for (int i = from + 1; i < to; i++) {
        int row = index[i];
        int j = i;
        while (j > from && compare(index[j - 1], row, key) > 0) {
          index[j] = index[--j];
        }
        index[j] = row;
      }
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(from, middle, key);
    mergeSort(middle, to, key);
    if (compare(index[middle - 1], index[middle], key) <= 0) {
      return; // already sorted, as runs of equal rows are
    }
    System.arraycopy(index, from, spareIndex, from, middle - from);
    int left = from;
    int right = middle;
    for (int i = from; left < middle; i++) {
      if (right < to && compare(spareIndex[left], index[right], key) > 0) {
        index[i] = index[right++];
      } else {
        index[i] = spareIndex[left++];
      }
    }
  }
}
