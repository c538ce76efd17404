package io.placed.predicate;

import io.placed.vector.Batch;
import io.placed.vector.Bits;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Disjunction: each part tests only the rows that none before selected. */
final class OrNode extends PredicateNode {
  private final List<PredicateNode> parts;

  OrNode(List<PredicateNode> parts) {
    this.parts =
        parts.stream()
            .sorted(
                Comparator.comparing(PredicateNode::mayFail).thenComparingInt(PredicateNode::cost))
            .toList();
  }

  @Override
  int filter(Batch batch, int[] rows, int count, int[] out) {
    long[] taken = new long[Bits.words(batch.rows())];
    int[] hits = new int[count];
    int[] rest = rows;
    int[] nextRest = new int[count];
    int left = count;
    for (int p = 0; p < parts.size() && left > 0; p++) {
      int found = parts.get(p).filter(batch, rest, left, hits);
      for (int k = 0; k < found; k++) {
        Bits.set(taken, hits[k]);
      }
      if (found > 0) {
        left = RowLists.filter(taken, false, rest, left, nextRest);
        rest = nextRest;
      }
    }
    return RowLists.filter(taken, true, rows, count, out);
  }

  @Override
  void filter(EncodedRows source, long[] rows, long[] out) throws IOException {
    int words = Bits.words(source.rows());
    long[] rest = Arrays.copyOf(rows, words);
    long[] hits = new long[words];
    for (int p = 0; p < parts.size() && !RowLists.isEmpty(rest, source.rows()); p++) {
      parts.get(p).filter(source, rest, hits);
      for (int w = 0; w < words; w++) {
        rest[w] &= ~hits[w];
      }
    }
    for (int w = 0; w < words; w++) {
      out[w] = rows[w] & ~rest[w];
    }
  }

  @Override
  boolean mayMatch(StatisticsSource statistics) {
    return parts.stream().anyMatch(p -> p.mayMatch(statistics));
  }

  @Override
  boolean alwaysMatches(StatisticsSource statistics) {
    return parts.stream().anyMatch(p -> p.alwaysMatches(statistics));
  }

  @Override
  void collectColumns(Set<Integer> out) {
    parts.forEach(p -> p.collectColumns(out));
  }

  @Override
  int cost() {
    return 1 + parts.stream().mapToInt(PredicateNode::cost).sum();
  }

  @Override
  boolean mayFail() {
    return parts.stream().anyMatch(PredicateNode::mayFail);
  }
}
