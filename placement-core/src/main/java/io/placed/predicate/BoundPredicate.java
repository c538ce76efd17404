package io.placed.predicate;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * A predicate whose columns were found in a schema. Statistics may be asked about by several
 * threads; testing rows is for one, because comparisons of expressions keep their arrays.
 */
public final class BoundPredicate {
  private final Schema schema;
  private final Predicate predicate;
  private final PredicateNode node;
  private final int[] columns;

  BoundPredicate(Schema schema, Predicate predicate, PredicateNode node) {
    this.schema = schema;
    this.predicate = predicate;
    this.node = node;
    TreeSet<Integer> used = new TreeSet<>();
    node.collectColumns(used);
    this.columns = used.stream().mapToInt(Integer::intValue).toArray();
  }

  public Schema schema() {
    return schema;
  }

  /** What was bound. */
  public Predicate predicate() {
    return predicate;
  }

  /** Positions in the schema of the columns that the answer depends on, ascending. */
  public int[] columns() {
    return columns.clone();
  }

  /**
   * What must all be TRUE, cheap ones first: filter with one after the other to decode the columns
   * of later ones only where rows are left.
   */
  public List<BoundPredicate> conjuncts() {
    if (!(node instanceof AndNode and)) {
      return List.of(this);
    }
    List<BoundPredicate> out = new ArrayList<>();
    and.forEachPart((source, part) -> out.add(new BoundPredicate(schema, source, part)));
    return out;
  }

  /**
   * What must all be TRUE, as {@link #conjuncts} but with conditions on one column made one where
   * that is possible: any order gives the same rows. Those that may fail are last.
   */
  public List<BoundPredicate> steps() {
    if (!(node instanceof AndNode and)) {
      return List.of(this);
    }
    return and.joined().stream().map(n -> new BoundPredicate(schema, predicate, n)).toList();
  }

  /** About how much work testing a row is, in tests of an integer. */
  public int cost() {
    return node.cost();
  }

  /** Whether there may be rows for which testing has an error. */
  public boolean mayFail() {
    return node.mayFail();
  }

  /** False only if the predicate is TRUE for none of the rows that the statistics are of. */
  public boolean mayMatch(StatisticsSource statistics) {
    return node.mayMatch(statistics);
  }

  /** True only if the predicate is TRUE for all of the rows that the statistics are of. */
  public boolean alwaysMatches(StatisticsSource statistics) {
    return node.alwaysMatches(statistics);
  }

  /**
   * Finds the rows for which the predicate is TRUE.
   *
   * @param batch columns in the order and of the types of the schema; columns that are not in
   *     {@link #columns()} are not looked at
   * @param outPositions receives the rows, ascending; at least as long as the batch has rows
   * @return how many there are
   */
  public int select(Batch batch, int[] outPositions) {
    requireRoom(batch.rows(), outPositions);
    return node.filter(batch, null, batch.rows(), outPositions);
  }

  /**
   * The same among some rows.
   *
   * @param positions rows, ascending
   * @param count how many
   * @param outPositions at least as long as count; may be {@code positions}
   */
  public int filter(Batch batch, int[] positions, int count, int[] outPositions) {
    requireRoom(count, outPositions);
    return node.filter(batch, positions, count, outPositions);
  }

  /**
   * Keeps the rows for which the predicate is TRUE, looking at columns as they are stored where it
   * can, and at no more of them once no row is left.
   *
   * @param rows a bitmap, which is changed
   */
  public void filter(EncodedRows source, long[] rows) throws IOException {
    node.filter(source, rows, rows);
  }

  private static void requireRoom(int rows, int[] positions) {
    if (positions.length < rows) {
      throw new IllegalArgumentException(
          "room for " + rows + " positions is needed, found " + positions.length);
    }
  }

  @Override
  public String toString() {
    return predicate + " on columns " + Arrays.toString(columns);
  }
}
