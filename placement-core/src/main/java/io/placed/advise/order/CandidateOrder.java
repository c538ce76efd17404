package io.placed.advise.order;

import io.placed.placement.Reordering;
import io.placed.placement.reorder.Curves;
import io.placed.placement.reorder.QueryTree;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * An order that a table may have. The keys of its rows come from codes, which are finer than pages:
 * an order by codes puts a row into the page that the order by values does, or one beside it.
 */
public final class CandidateOrder {
  private static final int CODE_BITS = 16;

  /** Bits of a coordinate of {@link Reordering.Curve#DEFAULT_RANGES}. */
  private static final int CURVE_BITS = 10;

  private final Reordering reordering;
  private final int[] columns;

  /** By column, by code the coordinate on the curve; null for other orders. */
  private final char[][] coordinates;

  /** Null for other orders. */
  private final QueryTree tree;

  private CandidateOrder(
      Reordering reordering, int[] columns, char[][] coordinates, QueryTree tree) {
    this.reordering = reordering;
    this.columns = columns;
    this.coordinates = coordinates;
    this.tree = tree;
  }

  /**
   * A sort by at most three columns, ascending, nulls first.
   *
   * @param columns numbers of filter columns
   */
  public static CandidateOrder sort(Reordering.Sort sort, int[] columns) {
    return new CandidateOrder(sort, columns, null, null);
  }

  /**
   * A space-filling curve.
   *
   * @param middles by filter column the middle rank of each code
   */
  public static CandidateOrder curve(Reordering.Curve curve, int[] columns, double[][] middles) {
    char[][] coordinates = new char[columns.length][];
    for (int k = 0; k < columns.length; k++) {
      double[] middle = middles[columns[k]];
      coordinates[k] = new char[middle.length];
      for (int c = 1; c < middle.length; c++) {
        int last = Reordering.Curve.DEFAULT_RANGES - 1;
        coordinates[k][c] = (char) Math.min(last, 1 + (int) (middle[c] * last));
      }
    }
    return new CandidateOrder(curve, columns, coordinates, null);
  }

  /**
   * A query-data tree.
   *
   * @param onCodes the same tree for the codes of all filter columns, see {@link #schema}
   */
  static CandidateOrder tree(
      Reordering.QdTree tree, Reordering.QdTree onCodes, CodeBatch sample, long rows) {
    int n = sample.codes().length;
    Batch codes = batch(sample);
    QueryTree built = QueryTree.of(onCodes, schema(n), codes, rows);
    return new CandidateOrder(tree, new int[0], null, built);
  }

  /** Codes as a table: columns are named by number. */
  static Schema schema(int columns) {
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      fields.add(Field.of("c" + c, Type.INT32));
    }
    return Schema.of(fields);
  }

  private static Batch batch(CodeBatch codes) {
    Schema schema = schema(codes.codes().length);
    List<Column> all = new ArrayList<>();
    for (char[] of : codes.codes()) {
      IntColumn column = (IntColumn) Column.of(Type.INT32);
      for (int i = 0; i < codes.rows(); i++) {
        if (of[i] == 0) {
          column.appendNull();
        } else {
          column.append(of[i]);
        }
      }
      all.add(column);
    }
    return Batch.of(schema, all, codes.rows());
  }

  /** The order as a setting. */
  public Reordering reordering() {
    return reordering;
  }

  /** Numbers of the filter columns that it orders by; none for a tree. */
  public int[] columns() {
    return columns.clone();
  }

  /** Number of leaves; 0 if this is not a tree. */
  int leaves() {
    return tree == null ? 0 : tree.leaves();
  }

  /** The keys of rows: not negative, and in the order of the rows. */
  public void keys(CodeBatch batch, long[] out) {
    if (tree != null) {
      Batch codes = batch(batch);
      for (int i = 0; i < batch.rows(); i++) {
        out[i] = tree.leaf(codes, i);
      }
    } else if (coordinates != null) {
      curveKeys(batch, out);
    } else {
      for (int i = 0; i < batch.rows(); i++) {
        long key = 0;
        for (int c : columns) {
          key = key << CODE_BITS | batch.codes()[c][i];
        }
        out[i] = key;
      }
    }
  }

  private void curveKeys(CodeBatch batch, long[] out) {
    boolean hilbert = ((Reordering.Curve) reordering).kind() == Reordering.Curve.Kind.HILBERT;
    long[] point = new long[columns.length];
    long[] key = new long[1];
    for (int i = 0; i < batch.rows(); i++) {
      for (int k = 0; k < point.length; k++) {
        point[k] = coordinates[k][batch.codes()[columns[k]][i]];
      }
      if (hilbert) {
        Curves.hilbert(point, CURVE_BITS, key);
      } else {
        Curves.zOrder(point, CURVE_BITS, key);
      }
      out[i] = key[0];
    }
  }

  @Override
  public String toString() {
    return reordering.toString();
  }
}
