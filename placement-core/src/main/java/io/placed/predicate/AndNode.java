package io.placed.predicate;

import io.placed.vector.Batch;
import io.placed.vector.Bits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** Conjunction: each part tests only the rows that the ones before kept. */
final class AndNode extends PredicateNode {
  /** A bound part and its predicate. */
  record Part(Predicate source, PredicateNode node) {}

  private final List<Part> parts;

  /** The same with the intervals of each column merged, so that the column is read once. */
  private final List<PredicateNode> joined;

  AndNode(List<Part> parts) {
    this.parts =
        parts.stream()
            .sorted(
                Comparator.comparing((Part p) -> p.node().mayFail())
                    .thenComparingInt(p -> p.node().cost()))
            .toList();
    this.joined = joined(this.parts);
  }

  private static List<PredicateNode> joined(List<Part> parts) {
    List<PredicateNode> out = new ArrayList<>();
    for (Part p : parts) {
      PredicateNode node = p.node();
      for (int k = 0; k < out.size() && node instanceof TestNode test; k++) {
        TestNode both = test.and(out.get(k));
        if (both != null) {
          out.set(k, both);
          node = null;
        }
      }
      if (node != null) {
        out.add(node);
      }
    }
    // Spark adds IS NOT NULL for every column of a comparison.
    return out.stream()
        .filter(n -> out.stream().noneMatch(o -> o instanceof TestNode test && test.implies(n)))
        .toList();
  }

  List<PredicateNode> joined() {
    return joined;
  }

  void forEachPart(BiConsumer<Predicate, PredicateNode> action) {
    parts.forEach(p -> action.accept(p.source(), p.node()));
  }

  @Override
  int filter(Batch batch, int[] rows, int count, int[] out) {
    int[] left = rows;
    int n = count;
    for (Part part : parts) {
      n = part.node().filter(batch, left, n, out);
      left = out;
      if (n == 0) {
        break;
      }
    }
    return n;
  }

  @Override
  void filter(EncodedRows source, long[] rows, long[] out) throws IOException {
    long[] left = rows;
    for (PredicateNode part : joined) {
      part.filter(source, left, out);
      left = out;
      if (RowLists.isEmpty(out, source.rows())) {
        return;
      }
    }
    if (left != out) {
      System.arraycopy(left, 0, out, 0, Bits.words(source.rows()));
    }
  }

  @Override
  boolean mayMatch(StatisticsSource statistics) {
    return parts.stream().allMatch(p -> p.node().mayMatch(statistics));
  }

  @Override
  boolean alwaysMatches(StatisticsSource statistics) {
    return parts.stream().allMatch(p -> p.node().alwaysMatches(statistics));
  }

  @Override
  void collectColumns(Set<Integer> out) {
    parts.forEach(p -> p.node().collectColumns(out));
  }

  @Override
  int cost() {
    return parts.stream().mapToInt(p -> p.node().cost()).sum();
  }

  @Override
  boolean mayFail() {
    return parts.stream().anyMatch(p -> p.node().mayFail());
  }
}
