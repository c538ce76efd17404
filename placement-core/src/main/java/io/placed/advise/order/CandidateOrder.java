package io.placed.advise.order;

import io.placed.advise.rank.ColumnCodes;
import io.placed.placement.ColumnNames;
import io.placed.placement.Cut;
import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.placement.reorder.Curves;
import io.placed.placement.reorder.QueryTree;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * An order that a table may have, in its partitions or in further ones. The keys of its rows come
 * from codes, which are finer than pages: an order by codes puts a row into the page that the order
 * by values does, or one beside it.
 */
public final class CandidateOrder {
  private static final int CODE_BITS = 16;

  private static final int MAX_CODE = (1 << CODE_BITS) - 1;

  /** Of a sort: further ones hardly move a row to another page. */
  private static final int MAX_KEYS = 3;

  private final Reordering reordering;
  private final int[] columns;

  /** By column, by code the coordinate on the curve; null for other orders. */
  private final char[][] coordinates;

  /** Bits of a coordinate. */
  private final int coordinateBits;

  /** By column, by coordinate the bits of the key; null unless this is a curve. */
  private long[][] spread;

  private final boolean isHilbert;

  /** By column, by code the bits of the value; null unless this is a Z-order of values. */
  private final long[][] bits;

  /** Null for other orders. */
  private final QueryTree tree;

  /** Of a sort, by key: whether it is descending, and the code of nulls. */
  private final boolean[] descending;

  private final int[] nullCode;

  private final CandidatePartitioning partitioning;

  /** Null for other orders. */
  private final TreeTests tests;

  /** Orders with the same one have the same keys. */
  private final Object keySource;

  private CandidateOrder(
      Reordering reordering,
      int[] columns,
      char[][] coordinates,
      int coordinateBits,
      long[][] bits,
      QueryTree tree) {
    this(
        reordering,
        columns,
        coordinates,
        coordinateBits,
        bits,
        tree,
        CandidatePartitioning.NONE,
        new Object());
  }

  private CandidateOrder(
      Reordering reordering,
      int[] columns,
      char[][] coordinates,
      int coordinateBits,
      long[][] bits,
      QueryTree tree,
      CandidatePartitioning partitioning,
      Object keySource) {
    this.partitioning = partitioning;
    this.keySource = keySource;
    this.tests = tree == null ? null : TreeTests.of(tree.cuts());
    this.reordering = reordering;
    this.columns = columns;
    this.coordinates = coordinates;
    this.coordinateBits = coordinateBits;
    this.bits = bits;
    this.tree = tree;
    descending = new boolean[columns.length];
    nullCode = new int[columns.length];
    for (int k = 0; reordering instanceof Reordering.Sort s && k < columns.length; k++) {
      descending[k] = s.keys().get(k).descending();
      nullCode[k] = s.keys().get(k).nullsFirst() ? 0 : MAX_CODE;
    }
    isHilbert =
        reordering instanceof Reordering.Curve c && c.kind() == Reordering.Curve.Kind.HILBERT;
    spread = coordinates != null ? spread(columns.length, coordinateBits) : null;
  }

  /**
   * The order of a placement.
   *
   * @param fields the filter columns, by number; all columns that it orders by are among them
   * @param codes of the filter columns
   * @param sample rows of the table
   * @param rows of the table
   * @throws IllegalArgumentException if the pages of this order cannot be predicted
   */
  public static CandidateOrder of(
      Reordering reordering,
      List<Field> fields,
      ColumnCodes[] codes,
      CodeSample sample,
      long rows) {
    Schema schema = Schema.of(fields);
    if (reordering instanceof Reordering.None) {
      return arrival();
    } else if (reordering instanceof Reordering.Sort s) {
      List<String> names = s.keys().stream().limit(MAX_KEYS).map(SortKey::column).toList();
      return sort(s, ColumnNames.ordered(names, schema));
    } else if (reordering instanceof Reordering.Curve c && c.ranges() > 0) {
      return curve(c, ColumnNames.ordered(c.columns(), schema), sample);
    } else if (reordering instanceof Reordering.QdTree t) {
      List<List<Cut>> onCodes = new ArrayList<>();
      for (List<Cut> query : t.queries()) {
        onCodes.add(query.stream().map(cut -> onCodes(cut, schema, codes)).toList());
      }
      return tree(t, new Reordering.QdTree(onCodes, t.leafRows()), sample, rows);
    }
    throw new IllegalArgumentException(
        Reordering.SETTING
            + ": pages of '"
            + reordering
            + "' cannot be predicted; allowed are none, sort, z-order and hilbert by ranges, and"
            + " qd-tree");
  }

  /** The columns that an order has to know, by name. */
  public static List<String> columns(Reordering reordering) {
    if (reordering instanceof Reordering.Sort s) {
      return s.keys().stream().map(SortKey::column).toList();
    } else if (reordering instanceof Reordering.Curve c) {
      return c.columns();
    } else if (reordering instanceof Reordering.QdTree t) {
      return t.queries().stream().flatMap(List::stream).map(Cut::column).distinct().toList();
    }
    return List.of();
  }

  private static Cut onCodes(Cut cut, Schema schema, ColumnCodes[] codes) {
    int column = ColumnNames.ordered(List.of(cut.column()), schema)[0];
    char[] code = new char[1];
    codes[column].encode(cut.valueOf(schema.field(column)), 1, code);
    return new Cut(name(column), cut.operator(), BigDecimal.valueOf(code[0]));
  }

  /** The order of arrival: all keys are equal. */
  public static CandidateOrder arrival() {
    return new CandidateOrder(Reordering.NONE, new int[0], null, 0, null, null);
  }

  /**
   * A sort by at most three columns.
   *
   * @param columns numbers of filter columns: of the first keys, or all of them
   */
  public static CandidateOrder sort(Reordering.Sort sort, int[] columns) {
    return new CandidateOrder(sort, columns, null, 0, null, null);
  }

  /** A space-filling curve by ranges, whose bounds are quantiles of the writer's sample. */
  public static CandidateOrder curve(Reordering.Curve curve, int[] columns, CodeSample sample) {
    int all = Integer.SIZE - Integer.numberOfLeadingZeros(curve.ranges() - 1);
    // The first bits of a position on the curve depend on the first bits of coordinates only.
    int bits = Math.min(all, (Long.SIZE - 1) / columns.length);
    char[][] coordinates = new char[columns.length][];
    for (int k = 0; k < columns.length; k++) {
      char[] shared = sample.coordinates(columns[k], curve.ranges(), columns.length);
      coordinates[k] = all == bits ? shared : shared.clone();
      for (int c = 0; all > bits && c < shared.length; c++) {
        coordinates[k][c] >>>= all - bits;
      }
    }
    return new CandidateOrder(curve, columns, coordinates, bits, null, null);
  }

  /**
   * A Z-order whose coordinates are the values.
   *
   * @param bits by filter column, by code the {@link ValueBits}
   */
  static CandidateOrder ofValues(Reordering.Curve curve, int[] columns, long[][] bits) {
    long[][] some = new long[columns.length][];
    for (int k = 0; k < columns.length; k++) {
      some[k] = bits[columns[k]];
    }
    return new CandidateOrder(curve, columns, null, 0, some, null);
  }

  /**
   * A query-data tree.
   *
   * @param onCodes the same tree for the codes of all filter columns, see {@link #schema}
   */
  static CandidateOrder tree(
      Reordering.QdTree tree, Reordering.QdTree onCodes, CodeSample sample, long rows) {
    int n = sample.rows().codes().length;
    Batch codes = batch(sample.ofWriter(columns(tree).size()));
    QueryTree built = QueryTree.of(onCodes, schema(n), codes, rows);
    return new CandidateOrder(tree, new int[0], null, 0, null, built);
  }

  /** The name of a filter column in trees on codes. */
  static String name(int column) {
    return "c" + column;
  }

  private static int number(String name) {
    return Integer.parseInt(name.substring(1));
  }

  /** Codes as a table: columns are named by number. */
  static Schema schema(int columns) {
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      fields.add(Field.of(name(c), Type.INT32));
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

  /** The same order inside of each partition. */
  public CandidateOrder in(CandidatePartitioning partitions) {
    return new CandidateOrder(
        reordering, columns, coordinates, coordinateBits, bits, tree, partitions, keySource);
  }

  /** Orders with an equal one have the same keys: they differ in their partitions only. */
  Object keySource() {
    return keySource;
  }

  /** The partition fields that the table gets in addition to its own. */
  public CandidatePartitioning partitioning() {
    return partitioning;
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
      CodeCuts cuts = new CodeCuts(tests, batch.codes());
      for (int i = 0; i < batch.rows(); i++) {
        cuts.row = i;
        out[i] = tree.leaf(cuts);
      }
    } else if (bits != null) {
      spread = spread == null ? interleaved(bits) : spread;
      valueKeys(batch, out);
    } else if (isHilbert) {
      hilbertKeys(batch, out);
    } else if (coordinates != null) {
      zOrderKeys(batch, out);
    } else {
      for (int i = 0; i < batch.rows(); i++) {
        long key = 0;
        for (int k = 0; k < columns.length; k++) {
          int code = batch.codes()[columns[k]][i];
          int ascending = descending[k] ? MAX_CODE + 1 - code : code;
          key = key << CODE_BITS | (code == 0 ? nullCode[k] : ascending);
        }
        out[i] = key;
      }
    }
  }

  /** Frees what can be computed again. */
  public void release() {
    spread = bits == null ? spread : null;
  }

  private void valueKeys(CodeBatch batch, long[] out) {
    for (int i = 0; i < batch.rows(); i++) {
      long key = 0;
      for (int k = 0; k < columns.length; k++) {
        key |= spread[k][batch.codes()[columns[k]][i]];
      }
      out[i] = key;
    }
  }

  /**
   * By column, by code its bits of the key: the interleaved bits of all columns without those that
   * are the same in all values, as far as a key holds them.
   */
  private static long[][] interleaved(long[][] bits) {
    long[] varying = new long[bits.length];
    for (int k = 0; k < bits.length; k++) {
      for (long b : bits[k]) {
        varying[k] |= b ^ bits[k][1];
      }
    }
    long[][] out = new long[bits.length][bits[0].length];
    int at = Long.SIZE - 2;
    for (int bit = Long.SIZE - 1; bit >= 0; bit--) {
      for (int k = 0; k < bits.length; k++) {
        if ((varying[k] >>> bit & 1) != 0 && at >= 0) {
          for (int code = 0; code < bits[k].length; code++) {
            out[k][code] |= (bits[k][code] >>> bit & 1) << at;
          }
          at--;
        }
      }
    }
    return out;
  }

  private void zOrderKeys(CodeBatch batch, long[] out) {
    for (int i = 0; i < batch.rows(); i++) {
      long key = 0;
      for (int k = 0; k < columns.length; k++) {
        key |= spread[k][coordinates[k][batch.codes()[columns[k]][i]]];
      }
      out[i] = key;
    }
  }

  private void hilbertKeys(CodeBatch batch, long[] out) {
    long[] point = new long[columns.length];
    for (int i = 0; i < batch.rows(); i++) {
      for (int k = 0; k < point.length; k++) {
        point[k] = coordinates[k][batch.codes()[columns[k]][i]];
      }
      Curves.hilbertAxes(point, coordinateBits);
      long key = 0;
      for (int k = 0; k < point.length; k++) {
        key |= spread[k][(int) point[k]];
      }
      out[i] = key;
    }
  }

  /** For each column the position on the Z-order curve of each coordinate alone. */
  private static long[][] spread(int columns, int bits) {
    long[][] out = new long[columns][1 << bits];
    long[] key = new long[1];
    for (int k = 0; k < columns; k++) {
      long[] point = new long[columns];
      for (int x = 0; x < out[k].length; x++) {
        point[k] = x;
        Curves.zOrder(point, bits, key);
        out[k][x] = key[0];
      }
    }
    return out;
  }

  /**
   * The cuts of a tree on codes.
   *
   * @param columns by cut
   * @param values codes, by cut
   */
  private record TreeTests(int[] columns, Cut.Operator[] operators, int[] values) {
    static TreeTests of(List<Cut> cuts) {
      return new TreeTests(
          cuts.stream().mapToInt(c -> number(c.column())).toArray(),
          cuts.stream().map(Cut::operator).toArray(Cut.Operator[]::new),
          cuts.stream().mapToInt(c -> ((BigDecimal) c.value()).intValueExact()).toArray());
    }
  }

  /** The same for one row of a batch. */
  private static final class CodeCuts implements IntPredicate {
    private final TreeTests tests;
    private final char[][] codes;
    private int row;

    CodeCuts(TreeTests tests, char[][] codes) {
      this.tests = tests;
      this.codes = codes;
    }

    @Override
    public boolean test(int cut) {
      int code = codes[tests.columns[cut]][row];
      return code != 0 && tests.operators[cut].holds(Integer.compare(code, tests.values[cut]));
    }
  }

  /** The setting of the order, after the partition fields if there are any. */
  @Override
  public String toString() {
    return partitioning.isEmpty()
        ? reordering.toString()
        : "partitions " + partitioning + "; " + reordering;
  }
}
