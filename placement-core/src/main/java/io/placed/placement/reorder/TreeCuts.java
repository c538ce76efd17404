package io.placed.placement.reorder;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Chooses the cuts of a query-data tree. Rows of the sample for which the same cuts are true are
 * never separated. They form one class with a count, and a node is a set of classes.
 */
final class TreeCuts {
  private static final int WORD_BITS = 64;

  private final int cuts;

  /** Number of words of a bit set of cuts. */
  private final int words;

  /** For each class, the cuts that are true for its rows. */
  private final long[] holding;

  /** For each class, its number of rows. */
  private final int[] rows;

  /** For each query, its cuts. */
  private final long[][] queries;

  private final int smallest;

  /**
   * @param holding for each row of the sample the cuts that are true, as {@link #words} words
   * @param queries for each query its cuts
   * @param smallest minimum sampled rows on either side of a cut
   */
  TreeCuts(int cuts, long[][] holding, int[][] queries, int smallest) {
    this.cuts = cuts;
    this.smallest = smallest;
    words = words(cuts);
    Map<Row, Integer> classes = new HashMap<>();
    int[] counts = new int[holding.length];
    long[] distinct = new long[holding.length * words];
    for (long[] row : holding) {
      int at = classes.size();
      Integer known = classes.putIfAbsent(new Row(row), at);
      if (known == null) {
        System.arraycopy(row, 0, distinct, at * words, words);
      }
      counts[known == null ? at : known]++;
    }
    this.rows = Arrays.copyOf(counts, classes.size());
    this.holding = Arrays.copyOf(distinct, classes.size() * words);
    this.queries = new long[queries.length][words];
    for (int q = 0; q < queries.length; q++) {
      for (int cut : queries[q]) {
        this.queries[q][cut / WORD_BITS] |= 1L << cut;
      }
    }
  }

  /** A bit set with equality by value. */
  private record Row(long[] bits) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Row r && Arrays.equals(bits, r.bits);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bits);
    }
  }

  static int words(int cuts) {
    return (cuts + WORD_BITS - 1) / WORD_BITS;
  }

  /** The root node: all classes. */
  int[] all() {
    int[] all = new int[rows.length];
    Arrays.setAll(all, i -> i);
    return all;
  }

  /** The classes of a node for which a cut is true, or false. */
  int[] side(int[] node, int cut, boolean isTrue) {
    return Arrays.stream(node).filter(c -> holds(c, cut) == isTrue).toArray();
  }

  private boolean holds(int rowClass, int cut) {
    return (holding[rowClass * words + cut / WORD_BITS] >>> cut & 1) != 0;
  }

  /**
   * The cut that lets the queries skip the most rows of a node, the first one if several are equal;
   * -1 if there is none. Takes time proportional to classes × cuts.
   */
  int best(int[] node) {
    long n = 0;
    long[] some = new long[words];
    long[] all = new long[words];
    Arrays.fill(all, -1);
    for (int c : node) {
      n += rows[c];
      for (int w = 0; w < words; w++) {
        some[w] |= holding[c * words + w];
        all[w] &= holding[c * words + w];
      }
    }
    if (n < 2L * smallest || node.length < 2) {
      return -1;
    }
    long least = touched(some, n);
    int best = -1;
    long[] yes = new long[words];
    long[] no = new long[words];
    for (int cut = 0; cut < cuts && least > 0; cut++) {
      int word = cut / WORD_BITS;
      if (((some[word] & ~all[word]) >>> cut & 1) == 0) {
        continue; // one side would be empty
      }
      Arrays.fill(yes, 0);
      Arrays.fill(no, 0);
      long m = 0;
      for (int c : node) {
        int at = c * words;
        boolean holds = (holding[at + word] >>> cut & 1) != 0;
        long[] side = holds ? yes : no;
        m += holds ? rows[c] : 0;
        for (int w = 0; w < words; w++) {
          side[w] |= holding[at + w];
        }
      }
      if (m < smallest || n - m < smallest) {
        continue;
      }
      long cost = touched(yes, m) + touched(no, n - m);
      if (cost < least) {
        least = cost;
        best = cut;
      }
    }
    return best;
  }

  /**
   * Number of rows of a leaf that all queries together read.
   *
   * @param some the cuts that are true for some of its rows
   */
  private long touched(long[] some, long n) {
    long sum = 0;
    for (long[] query : queries) {
      boolean needed = true;
      for (int w = 0; w < words; w++) {
        needed &= (query[w] & ~some[w]) == 0;
      }
      sum += needed ? n : 0;
    }
    return sum;
  }
}
