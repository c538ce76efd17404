package io.placed.advise.order;

import io.placed.advise.rank.ColumnCodes;
import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.schema.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;

/**
 * All orders that are considered for a table, ranked on a sample: sorts of one to three columns,
 * space-filling curves over two to four, query-data trees, and all of these inside of partitions.
 */
public final class CandidateSearch {
  /** Maximum number of filter columns. */
  public static final int MAX_COLUMNS = 8;

  private static final int MAX_CURVE_COLUMNS = 4;

  /** Sorts that are extended by another key. */
  private static final int EXTENDED = 3;

  /**
   * A candidate and its objective on the sample.
   *
   * @param cost smaller is better
   */
  public record Ranked(CandidateOrder order, double cost) {}

  private final List<Field> columns;
  private final OrderKinds kinds;
  private final ToDoubleFunction<CandidateOrder> cost;
  private final BooleanSupplier out;
  private final List<Ranked> ranked = new ArrayList<>();

  /**
   * @param columns filter columns, most important first
   * @param kinds of orders that are considered
   * @param cost of an order, on a sample; called by several threads
   * @param out whether the time is up
   */
  public CandidateSearch(
      List<Field> columns,
      OrderKinds kinds,
      ToDoubleFunction<CandidateOrder> cost,
      BooleanSupplier out) {
    this.columns = columns;
    this.kinds = kinds;
    this.cost = cost;
    this.out = out;
  }

  /**
   * The candidates, best first.
   *
   * @param queries conditions of queries, the most important first
   * @param sample rows regardless of their partitions
   * @param byPartition the same rows
   * @param rows of the table
   * @param mostPartitions of the table; a candidate has no further ones if it has as many
   * @param points filter columns with equalities
   */
  public List<Ranked> search(
      ColumnCodes[] codes,
      List<List<CodeCondition>> queries,
      CodeSample sample,
      List<CodeBatch> byPartition,
      int pageRows,
      long rows,
      long mostPartitions,
      BitSet points) {
    sorts();
    List<CandidateOrder> others = new ArrayList<>();
    tree(codes, queries, sample, pageRows, rows).ifPresent(others::add);
    long[][] bits = kinds.curvesOfValues() ? bits(codes, sample.rows()) : null;
    for (int size = 2; size <= Math.min(MAX_CURVE_COLUMNS, columns.size()); size++) {
      curves(new int[size], 0, 0, sample, bits, others);
    }
    rank(others, out);
    ranked.sort(Comparator.comparingDouble(Ranked::cost));
    if (mostPartitions > 1) {
      ranked.addAll(
          new PartitionSearch(columns, codes, byPartition, mostPartitions, points, cost, out)
              .search(List.copyOf(ranked)));
    }
    ranked.sort(Comparator.comparingDouble(Ranked::cost));
    return ranked;
  }

  /**
   * The tree of some queries.
   *
   * @param queries conditions of queries, the most important first
   * @return empty if trees are not considered, there are no cuts, or they do not divide the table
   */
  public Optional<CandidateOrder> tree(
      ColumnCodes[] codes,
      List<List<CodeCondition>> queries,
      CodeSample sample,
      int pageRows,
      long rows) {
    return kinds.trees()
        ? QueryTrees.of(columns, codes, queries, sample, pageRows, rows)
        : Optional.empty();
  }

  /** By filter column, by code the bits of its values; null for columns without. */
  private long[][] bits(ColumnCodes[] codes, CodeBatch sample) {
    long[][] out = new long[columns.size()][];
    for (int c = 0; c < out.length; c++) {
      if (ValueBits.has(columns.get(c).type())) {
        Object[] values = codes[c].values();
        out[c] = new long[values.length];
        boolean nulls = new String(sample.codes()[c], 0, sample.rows()).indexOf(0) >= 0;
        for (int code = 0; code < values.length; code++) {
          // Codes that no row has must not seem to be nulls.
          boolean unused = values[code] == null && (code > 0 || !nulls);
          out[c][code] =
              unused && values[1] != null ? ValueBits.of(values[1]) : ValueBits.of(values[code]);
        }
      }
    }
    return out;
  }

  private void sorts() {
    List<CandidateOrder> first = new ArrayList<>();
    for (int c = 0; c < columns.size() && kinds.sortKeys() > 0; c++) {
      first.add(sort(new int[] {c}));
    }
    // Also if there is no time: something has to be chosen from.
    List<Ranked> last = rank(first, () -> false);
    for (int keys = 2; keys <= Math.min(kinds.sortKeys(), columns.size()); keys++) {
      last.sort(Comparator.comparingDouble(Ranked::cost));
      List<CandidateOrder> longer = new ArrayList<>();
      for (Ranked r : last.subList(0, Math.min(EXTENDED, last.size()))) {
        int[] of = r.order.columns();
        for (int c = 0; c < columns.size(); c++) {
          int next = c;
          if (Arrays.stream(of).noneMatch(k -> k == next)) {
            int[] more = Arrays.copyOf(of, of.length + 1);
            more[of.length] = c;
            longer.add(sort(more));
          }
        }
      }
      last = rank(longer, out);
    }
  }

  private CandidateOrder sort(int[] keys) {
    List<SortKey> text =
        Arrays.stream(keys).mapToObj(c -> SortKey.asc(columns.get(c).name())).toList();
    return CandidateOrder.sort(new Reordering.Sort(text), keys);
  }

  private void curves(
      int[] chosen,
      int size,
      int from,
      CodeSample sample,
      long[][] bits,
      List<CandidateOrder> found) {
    if (size == chosen.length) {
      List<String> names = Arrays.stream(chosen).mapToObj(c -> columns.get(c).name()).toList();
      for (Reordering.Curve.Kind kind : Reordering.Curve.Kind.values()) {
        if (!kinds.curves().contains(kind)) {
          continue;
        }
        if (bits == null) {
          Reordering.Curve curve =
              new Reordering.Curve(kind, names, Reordering.Curve.DEFAULT_RANGES);
          found.add(CandidateOrder.curve(curve, chosen.clone(), sample));
        } else if (Arrays.stream(chosen).allMatch(c -> bits[c] != null)) {
          Reordering.Curve curve = new Reordering.Curve(kind, names, 0);
          found.add(CandidateOrder.ofValues(curve, chosen.clone(), bits));
        }
      }
      return;
    }
    for (int c = from; c < columns.size(); c++) {
      chosen[size] = c;
      curves(chosen, size + 1, c + 1, sample, bits, found);
    }
  }

  private List<Ranked> rank(List<CandidateOrder> orders, BooleanSupplier until) {
    List<Ranked> of = rank(orders, cost, until);
    ranked.addAll(of);
    return new ArrayList<>(of);
  }

  /**
   * The costs of orders, by several threads.
   *
   * @param cost called by several threads
   * @return in the order of the candidates; those for which there is no time are left out
   */
  static List<Ranked> rank(
      List<CandidateOrder> orders, ToDoubleFunction<CandidateOrder> cost, BooleanSupplier out) {
    return orders.parallelStream()
        .filter(order -> !out.getAsBoolean())
        .map(
            order -> {
              Ranked r = new Ranked(order, cost.applyAsDouble(order));
              order.release();
              return r;
            })
        .toList();
  }
}
