package io.placed.predicate;

import io.placed.vector.Batch;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** All parts: each looks only at the rows that the ones before left. */
final class AndNode extends Node {
  /** A part and what it was bound from. */
  record Part(Predicate source, Node node) {}

  private final List<Part> parts;

  AndNode(List<Part> parts) {
    this.parts =
        parts.stream().sorted(Comparator.comparingInt((Part p) -> p.node().cost())).toList();
  }

  void forEachPart(BiConsumer<Predicate, Node> action) {
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
}
