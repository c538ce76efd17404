package io.placed.predicate;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * A predicate bound to a schema. Testing statistics is thread-safe; testing rows is not, because
 * comparisons of expressions reuse arrays.
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

  /** The unbound predicate. */
  public Predicate predicate() {
    return predicate;
  }

  /** Positions in the schema of the columns that the predicate uses, ascending. */
  public int[] columns() {
    return columns.clone();
  }

  /**
   * The conjuncts, cheap ones first: filter by one after the other, so that columns of later ones
   * are decoded only for remaining rows.
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
   * As {@link #conjuncts}, with conditions on the same column merged where possible. Any order
   * gives the same rows; those that may fail are last.
   */
  public List<BoundPredicate> steps() {
    if (!(node instanceof AndNode and)) {
      return List.of(this);
    }
    return and.joined().stream().map(n -> new BoundPredicate(schema, predicate, n)).toList();
  }

  /** Approximate cost of testing a row, in units of an integer test. */
  public int cost() {
    return node.cost();
  }

  /** Whether testing a row may fail. */
  public boolean mayFail() {
    return node.mayFail();
  }

  /** False only if the predicate is TRUE for none of the rows of the statistics. */
  public boolean mayMatch(StatisticsSource statistics) {
    return node.mayMatch(statistics);
  }

  /** True only if the predicate is TRUE for all rows of the statistics. */
  public boolean alwaysMatches(StatisticsSource statistics) {
    return node.alwaysMatches(statistics);
  }

  /**
   * Selects the rows for which the predicate is TRUE.
   *
   * @param batch columns in the order and of the types of the schema; those that are not in {@link
   *     #columns()} are ignored
   * @param outPositions receives the rows, ascending; its length is at least the rows of the batch
   * @return number of rows
   */
  public int select(Batch batch, int[] outPositions) {
    requireRoom(batch.rows(), outPositions);
    return node.filter(batch, null, batch.rows(), outPositions);
  }

  /**
   * The same for some rows.
   *
   * @param positions rows, ascending
   * @param count number of rows
   * @param outPositions at least as long as count; may be {@code positions}
   */
  public int filter(Batch batch, int[] positions, int count, int[] outPositions) {
    requireRoom(count, outPositions);
    return node.filter(batch, positions, count, outPositions);
  }

  /**
   * Keeps the rows for which the predicate is TRUE, testing encoded columns where possible, and
   * stopping once no row is left.
   *
   * @param rows a bitmap, modified in place
   */
  public void filter(EncodedRows source, long[] rows) throws IOException {
    node.filter(source, rows, rows);
  }

  private static void requireRoom(int rows, int[] positions) {
    if (positions.length < rows) {
      throw new IllegalArgumentException(
          "the array of positions must have a length of at least "
              + rows
              + ", found "
              + positions.length);
    }
  }

  @Override
  public String toString() {
    return predicate + " on columns " + Arrays.toString(columns);
  }
}
