package io.placed.encoding.values;

import java.util.Arrays;

/** Sorts codes by the values that they represent, without allocating an object per code. */
final class CodeSort {
  private static final int INSERTION = 12;

  private CodeSort() {}

  /** Compares the values of two codes. */
  interface Order {
    int compare(int a, int b);
  }

  /** The codes 0 to n - 1, sorted by their values with a merge sort. */
  static int[] sorted(int n, Order order) {
    int[] out = new int[n];
    Arrays.setAll(out, i -> i);
    sort(out.clone(), out, 0, n, order);
    return out;
  }

  /** Sorts range [from, to) of {@code to}; both arrays have the same codes there. */
  private static void sort(int[] from, int[] to, int start, int end, Order order) {
    if (end - start <= INSERTION) {
      for (int i = start + 1; i < end; i++) {
        int moved = to[i];
        int k = i;
        for (; k > start && order.compare(to[k - 1], moved) > 0; k--) {
          to[k] = to[k - 1];
        }
        to[k] = moved;
      }
      return;
    }
    int middle = (start + end) >>> 1;
    sort(to, from, start, middle, order);
    sort(to, from, middle, end, order);
    int a = start;
    int b = middle;
    for (int k = start; k < end; k++) {
      boolean left = b == end || (a < middle && order.compare(from[a], from[b]) <= 0);
      to[k] = left ? from[a++] : from[b++];
    }
  }
}
