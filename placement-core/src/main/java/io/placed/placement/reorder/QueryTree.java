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
import java.io.Serial;
import java.io.Serializable;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A query-data tree (Z. Yang et al.: Qd-tree: Learning Data Layouts for Big Data Analytics, SIGMOD
 * 2020, the greedy construction). Inner nodes are comparisons, leaves are numbered from left to
 * right, and rows are sorted by the number of their leaf.
 *
 * <p>A node is divided by the comparison that lets the queries skip most of its rows: a query skips
 * a node if one of its comparisons is true for none of the rows there. If no comparison helps, or
 * one side would be too small, the node is a leaf.
 */
public final class QueryTree implements RowKeys, Serializable {
  @Serial private static final long serialVersionUID = 1;

  /** A comparison, bound to a column. */
  private record Test(int column, Storage storage, Cut.Operator operator, Column value) {
    boolean holds(Batch batch, int row) {
      Column c = batch.column(column);
      return !c.isNull(row) && operator.holds(SortOrder.compareValues(storage, c, row, value, 0));
    }
  }

  /** An inner node, or a leaf: its cut is -1 and {@code first} is its number. */
  private record Node(int cut, int first, Node left, Node right) implements Serializable {}

  /** The serialized form. Comparisons are bound to columns again when it is read. */
  private record Form(String schema, List<Cut> cuts, Node root, int leaves)
      implements Serializable {
    @Serial
    Object readResolve() {
      Schema bound = Schema.parse(schema);
      return new QueryTree(bound, cuts, tests(cuts, bound), root, leaves);
    }
  }

  private final Schema schema;
  private final List<Cut> cuts;
  private final transient Test[] tests;
  private final Node root;
  private final int leaves;

  private QueryTree(Schema schema, List<Cut> cuts, Test[] tests, Node root, int leaves) {
    this.schema = schema;
    this.cuts = cuts;
    this.tests = tests;
    this.root = root;
    this.leaves = leaves;
  }

  @Serial
  private Object writeReplace() {
    return new Form(schema.toString(), List.copyOf(cuts), root, leaves);
  }

  /** Positions of the columns that the cuts compare, each once. */
  static int[] columns(Reordering.QdTree tree, Schema schema) {
    return tree.queries().stream()
        .flatMap(List::stream)
        .mapToInt(c -> ColumnNames.ordered(List.of(c.column()), schema)[0])
        .distinct()
        .toArray();
  }

  /**
   * @param schema of the rows to be sorted
   * @param sample rows with at least the columns that the cuts compare
   * @param rows number of rows that the sample represents
   */
  public static QueryTree of(Reordering.QdTree tree, Schema schema, Batch sample, long rows) {
    List<Cut> cuts = tree.queries().stream().flatMap(List::stream).distinct().toList();
    Test[] tests = tests(cuts, schema);
    Test[] onSample = tests(cuts, sample.schema());
    long[][] holding = new long[sample.rows()][TreeCuts.words(cuts.size())];
    for (int c = 0; c < onSample.length; c++) {
      for (int row = 0; row < holding.length; row++) {
        holding[row][c / Long.SIZE] |= onSample[c].holds(sample, row) ? 1L << c : 0;
      }
    }
    int[][] queries =
        tree.queries().stream()
            .map(q -> q.stream().mapToInt(cuts::indexOf).toArray())
            .toArray(int[][]::new);
    double share = rows == 0 ? 1 : (double) sample.rows() / rows;
    int smallest = (int) Math.max(1, Math.ceil(tree.leafRows() * share));
    TreeCuts builder = new TreeCuts(cuts.size(), holding, queries, smallest);
    int[] leaves = new int[1];
    Node root = node(cuts, builder, builder.all(), leaves);
    return new QueryTree(schema, cuts, tests, root, leaves[0]);
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

  /**
   * @param leaves a counter of the leaves so far, which is incremented
   */
  private static Node node(List<Cut> cuts, TreeCuts builder, int[] rows, int[] leaves) {
    int best = builder.best(rows);
    if (best < 0) {
      return new Node(-1, leaves[0]++, null, null);
    }
    boolean first = smallerFirst(cuts.get(best));
    Node left = node(cuts, builder, builder.side(rows, best, first), leaves);
    Node right = node(cuts, builder, builder.side(rows, best, !first), leaves);
    return new Node(best, 0, left, right);
  }

  /**
   * Whether the rows for which a cut is true go left, so that leaves are in the order of the
   * values.
   */
  private static boolean smallerFirst(Cut cut) {
    return switch (cut.operator()) {
      case LESS, LESS_OR_EQUAL, EQUAL -> true;
      case GREATER, GREATER_OR_EQUAL -> false;
    };
  }

  /** Number of leaves. */
  public int leaves() {
    return leaves;
  }

  int leaf(Batch batch, int row) {
    return leaf(cut -> tests[cut].holds(batch, row));
  }

  /** The cuts of the inner nodes, by number. */
  public List<Cut> cuts() {
    return cuts;
  }

  /**
   * The number of the leaf that a row belongs to.
   *
   * @param holds whether a cut is true for the row, by its number
   */
  public int leaf(IntPredicate holds) {
    Node node = root;
    while (node.cut >= 0) {
      boolean left = holds.test(node.cut) == smallerFirst(cuts.get(node.cut));
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
}
