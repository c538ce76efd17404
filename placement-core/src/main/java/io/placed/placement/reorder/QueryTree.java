package io.placed.placement.reorder;

import io.placed.placement.ColumnNames;
import io.placed.placement.Cut;
import io.placed.placement.Reordering;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Storage;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.LongColumn;
import java.util.BitSet;
import java.util.List;

/**
 * A query-data tree: inner nodes are comparisons, leaves are numbered from left to right, and a row
 * is sorted by the number of its leaf (Z. Yang et al.: Qd-tree: Learning Data Layouts for Big Data
 * Analytics, SIGMOD 2020, the greedy construction).
 *
 * <p>A node is cut by the comparison that lets the queries skip most of its rows: a query skips a
 * node if one of its comparisons is true of none of the rows there. Where no cut helps, or a side
 * would be too small, the node is a leaf.
 */
final class QueryTree implements RowKeys {
  /** A comparison, bound to a column. */
  private record Test(int column, Storage storage, Cut.Operator operator, Column value) {
    boolean holds(Batch batch, int row) {
      Column c = batch.column(column);
      return !c.isNull(row) && operator.holds(SortOrder.compareValues(storage, c, row, value, 0));
    }
  }

  /** Of an inner node; of a leaf, the cut is -1 and {@code first} its number. */
  private record Node(int cut, int first, Node left, Node right) {}

  private final List<Cut> cuts;
  private final Test[] tests;
  private final Node root;
  private int leaves;

  private QueryTree(List<Cut> cuts, Test[] tests, Builder builder, BitSet all) {
    this.cuts = cuts;
    this.tests = tests;
    root = node(builder, all);
  }

  /** Columns that the cuts compare, each once. */
  static int[] columns(Reordering.QdTree tree, Schema schema) {
    return tree.queries().stream()
        .flatMap(List::stream)
        .mapToInt(c -> ColumnNames.ordered(List.of(c.column()), schema)[0])
        .distinct()
        .toArray();
  }

  /**
   * @param schema of the rows that will be sorted
   * @param sample rows with at least the columns that the cuts compare
   * @param rows how many rows the sample stands for
   */
  static QueryTree of(Reordering.QdTree tree, Schema schema, Batch sample, long rows) {
    List<Cut> cuts = tree.queries().stream().flatMap(List::stream).distinct().toList();
    Test[] tests = tests(cuts, schema);
    Test[] onSample = tests(cuts, sample.schema());
    BitSet[] matches = new BitSet[cuts.size()];
    for (int c = 0; c < matches.length; c++) {
      matches[c] = new BitSet(sample.rows());
      for (int row = 0; row < sample.rows(); row++) {
        matches[c].set(row, onSample[c].holds(sample, row));
      }
    }
    int[][] queries =
        tree.queries().stream()
            .map(q -> q.stream().mapToInt(cuts::indexOf).toArray())
            .toArray(int[][]::new);
    double share = rows == 0 ? 1 : (double) sample.rows() / rows;
    int smallest = (int) Math.max(1, Math.ceil(tree.leafRows() * share));
    BitSet all = new BitSet();
    all.set(0, sample.rows());
    return new QueryTree(cuts, tests, new Builder(matches, queries, smallest), all);
  }

  private static Test[] tests(List<Cut> cuts, Schema schema) {
    return cuts.stream()
        .map(
            cut -> {
              int ordinal = ColumnNames.ordered(List.of(cut.column()), schema)[0];
              Field field = schema.field(ordinal);
              return new Test(ordinal, field.type().storage(), cut.operator(), cut.valueOf(field));
            })
        .toArray(Test[]::new);
  }

  private Node node(Builder builder, BitSet rows) {
    int cut = builder.best(rows);
    if (cut < 0) {
      return new Node(-1, leaves++, null, null);
    }
    BitSet yes = (BitSet) rows.clone();
    yes.and(builder.matches[cut]);
    BitSet no = (BitSet) rows.clone();
    no.andNot(builder.matches[cut]);
    Node left = node(builder, smallerFirst(cut) ? yes : no);
    Node right = node(builder, smallerFirst(cut) ? no : yes);
    return new Node(cut, 0, left, right);
  }

  /** Whether the rows for which a cut is true go left: leaves then follow the values. */
  private boolean smallerFirst(int cut) {
    return switch (cuts.get(cut).operator()) {
      case LESS, LESS_OR_EQUAL, EQUAL -> true;
      case GREATER, GREATER_OR_EQUAL -> false;
    };
  }

  int leaves() {
    return leaves;
  }

  int leaf(Batch batch, int row) {
    Node node = root;
    while (node.cut >= 0) {
      boolean left = tests[node.cut].holds(batch, row) == smallerFirst(node.cut);
      node = left ? node.left : node.right;
    }
    return node.first;
  }

  @Override
  public int words() {
    return 1;
  }

  @Override
  public void append(Batch batch, LongColumn[] keys) {
    for (int row = 0; row < batch.rows(); row++) {
      keys[0].append(leaf(batch, row));
    }
  }

  /**
   * Chooses cuts.
   *
   * @param matches for each cut the rows of the sample for which it is true
   * @param queries for each query its cuts
   * @param smallest rows that either side of a cut must have
   */
  private record Builder(BitSet[] matches, int[][] queries, int smallest) {
    /** The cut that lets the queries skip most of these rows, the first of several; -1 = none. */
    int best(BitSet rows) {
      int n = rows.cardinality();
      if (n < 2L * smallest) {
        return -1;
      }
      long least = touched(rows, n);
      int best = -1;
      for (int cut = 0; cut < matches.length; cut++) {
        BitSet yes = (BitSet) rows.clone();
        yes.and(matches[cut]);
        int m = yes.cardinality();
        if (m < smallest || n - m < smallest) {
          continue;
        }
        BitSet no = (BitSet) rows.clone();
        no.andNot(matches[cut]);
        long cost = touched(yes, m) + touched(no, n - m);
        if (cost < least) {
          least = cost;
          best = cut;
        }
      }
      return best;
    }

    /** Rows that all queries together read, of a node that is a leaf. */
    private long touched(BitSet rows, int n) {
      boolean[] some = new boolean[matches.length];
      for (int cut = 0; cut < some.length; cut++) {
        some[cut] = matches[cut].intersects(rows);
      }
      long sum = 0;
      for (int[] query : queries) {
        boolean needed = true;
        for (int cut : query) {
          needed &= some[cut];
        }
        sum += needed ? n : 0;
      }
      return sum;
    }
  }
}
