package io.placed.placement;

import io.placed.schema.Schema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * f_RR, the row reordering: assigns a position to every row.
 *
 * <p>A new method needs a record here, its syntax in {@link ReorderingParser}, and an
 * implementation in {@code io.placed.placement.reorder}; the compiler finds the switches.
 */
public sealed interface Reordering {
  /** Name of the setting. */
  String SETTING = "placement.reorder";

  /** Rows stay in the order of arrival. Text: {@code none}. */
  Reordering NONE = new None();

  /**
   * Checks the columns against a schema.
   *
   * @throws IllegalArgumentException naming the setting, the column, and what is allowed
   */
  void requireFits(Schema schema);

  /** Which rows are ordered if several tasks write. */
  default ReorderScope scope() {
    return ReorderScope.TASK;
  }

  /** Rows stay in the order of arrival. */
  record None() implements Reordering {
    @Override
    public void requireFits(Schema schema) {}

    @Override
    public String toString() {
      return "none";
    }
  }

  /** Sorts all rows; spills if they do not fit in memory. Text: {@code sort(…)}. */
  record Sort(List<SortKey> keys, ReorderScope scope) implements Reordering {
    public Sort {
      keys = checked(keys);
    }

    public Sort(List<SortKey> keys) {
      this(keys, ReorderScope.TABLE);
    }

    @Override
    public void requireFits(Schema schema) {
      ColumnNames.sortKeys(keys, schema);
    }

    @Override
    public String toString() {
      return "sort(" + text(keys) + scope.suffix() + ")";
    }
  }

  /**
   * Sorts each in-memory buffer separately, as SLC-Store does; never spills. Text: {@code
   * sort-buffer(keys; 256MiB)}.
   *
   * @param bufferBytes bytes of rows in memory; a buffer ends before the row that would pass it
   */
  record SortBuffer(List<SortKey> keys, long bufferBytes) implements Reordering {
    /** Used where the text gives no size. */
    public static final long DEFAULT_BUFFER_BYTES = 256L << 20;

    public SortBuffer {
      keys = checked(keys);
      if (bufferBytes < 1) {
        throw new IllegalArgumentException(
            SETTING + ": the buffer of sort-buffer must hold at least 1B, found " + bufferBytes);
      }
    }

    @Override
    public void requireFits(Schema schema) {
      ColumnNames.sortKeys(keys, schema);
    }

    @Override
    public String toString() {
      return "sort-buffer(" + text(keys) + "; " + Sizes.print(bufferBytes) + ")";
    }
  }

  /**
   * Orders all rows by a space-filling curve, which clusters rows with similar values in all of the
   * columns. Text: {@code hilbert(a, b; 1024 ranges)}, {@code z-order(a, b; values)}.
   *
   * @param columns 1 to 9
   * @param ranges number of ranges per column, by quantiles of a sample; 0 = the values themselves
   *     are the coordinates
   */
  record Curve(Kind kind, List<String> columns, int ranges, ReorderScope scope)
      implements Reordering {
    public static final int MAX_COLUMNS = 9;
    public static final int DEFAULT_RANGES = 1024;
    public static final int MIN_RANGES = 4;
    public static final int MAX_RANGES = 1 << 16;

    /** Which curve. */
    public enum Kind {
      Z_ORDER("z-order"),
      HILBERT("hilbert");

      private final String text;

      Kind(String text) {
        this.text = text;
      }

      @Override
      public String toString() {
        return text;
      }
    }

    public Curve {
      columns = checkedNames(kind.toString(), columns);
      if (columns.isEmpty() || columns.size() > MAX_COLUMNS) {
        throw new IllegalArgumentException(
            SETTING
                + ": "
                + kind
                + " takes 1 to "
                + MAX_COLUMNS
                + " columns, found "
                + columns.size());
      }
      if (ranges != 0 && (ranges < MIN_RANGES || ranges > MAX_RANGES)) {
        throw new IllegalArgumentException(
            SETTING
                + ": "
                + kind
                + " takes "
                + MIN_RANGES
                + " to "
                + MAX_RANGES
                + " ranges, found "
                + ranges);
      }
    }

    public Curve(Kind kind, List<String> columns, int ranges) {
      this(kind, columns, ranges, ReorderScope.TABLE);
    }

    @Override
    public void requireFits(Schema schema) {
      ColumnNames.ordered(columns, schema);
    }

    @Override
    public String toString() {
      return kind
          + "("
          + names(columns)
          + "; "
          + (ranges == 0 ? "values" : ranges + " ranges")
          + scope.suffix()
          + ")";
    }
  }

  /**
   * Sorts all rows, with columns ordered by rising number of distinct values. Text: {@code
   * rising-cardinality(a, b)}, {@code rising-cardinality(*)}.
   *
   * @param columns none = all that have an order
   */
  record RisingCardinality(List<String> columns, ReorderScope scope) implements Reordering {
    public RisingCardinality {
      columns = checkedNames("rising-cardinality", columns);
    }

    public RisingCardinality(List<String> columns) {
      this(columns, ReorderScope.TABLE);
    }

    @Override
    public void requireFits(Schema schema) {
      ColumnNames.ordered(columns, schema);
    }

    @Override
    public String toString() {
      return "rising-cardinality(" + names(columns) + scope.suffix() + ")";
    }
  }

  /**
   * Orders the rows of each in-memory buffer for longer runs of equal values than sorting gives
   * (Lemire, Kaser, Gutarra: Reordering Rows for Better Compression, TODS 2012). Text: {@code
   * multiple-lists(a, b; 64MiB)}, {@code vortex(*; 64MiB)}.
   *
   * @param columns none = all that have an order
   * @param bufferBytes bytes of rows in memory, without the method's own data structures
   */
  record Runs(Kind kind, List<String> columns, long bufferBytes) implements Reordering {
    /** Used where the text gives no size. */
    public static final long DEFAULT_BUFFER_BYTES = 64L << 20;

    /** Which method. */
    public enum Kind {
      MULTIPLE_LISTS("multiple-lists"),
      VORTEX("vortex");

      private final String text;

      Kind(String text) {
        this.text = text;
      }

      @Override
      public String toString() {
        return text;
      }
    }

    public Runs {
      columns = checkedNames(kind.toString(), columns);
      if (bufferBytes < 1) {
        throw new IllegalArgumentException(
            SETTING + ": the buffer of " + kind + " must hold at least 1B, found " + bufferBytes);
      }
    }

    @Override
    public void requireFits(Schema schema) {
      ColumnNames.ordered(columns, schema);
    }

    @Override
    public String toString() {
      return kind + "(" + names(columns) + "; " + Sizes.print(bufferBytes) + ")";
    }
  }

  /**
   * Orders all rows by the leaves of a query-data tree: a sample is cut greedily by the predicates
   * of queries so that the queries skip most rows, and the cuts assign each row to a leaf (Yang et
   * al.: Qd-tree, SIGMOD 2020). Text: {@code qd-tree(a < 5 and b = 'x'; c >= 3; 16384 rows)}.
   *
   * @param queries for each query the conjuncts of its predicate
   * @param leafRows minimum expected rows of a leaf
   */
  record QdTree(List<List<Cut>> queries, int leafRows, ReorderScope scope) implements Reordering {
    /** Used if the text has no number: the default rows of a page. */
    public static final int DEFAULT_LEAF_ROWS = 16 << 10;

    /** Bounds the time of building the tree. */
    public static final int MAX_CUTS = 256;

    public QdTree {
      queries = queries.stream().map(List::copyOf).toList();
      int cuts = queries.stream().mapToInt(List::size).sum();
      if (cuts == 0 || cuts > MAX_CUTS || queries.stream().anyMatch(List::isEmpty)) {
        throw new IllegalArgumentException(
            SETTING + ": qd-tree takes 1 to " + MAX_CUTS + " predicates, found " + cuts);
      }
      if (leafRows < 1) {
        throw new IllegalArgumentException(
            SETTING + ": a leaf of qd-tree has at least 1 row, found " + leafRows);
      }
    }

    public QdTree(List<List<Cut>> queries, int leafRows) {
      this(queries, leafRows, ReorderScope.TABLE);
    }

    @Override
    public void requireFits(Schema schema) {
      for (List<Cut> query : queries) {
        for (Cut cut : query) {
          cut.valueOf(schema.field(ColumnNames.ordered(List.of(cut.column()), schema)[0]));
        }
      }
    }

    @Override
    public String toString() {
      StringBuilder out = new StringBuilder("qd-tree(");
      for (List<Cut> query : queries) {
        out.append(query.stream().map(Cut::toString).collect(Collectors.joining(" and ")));
        out.append("; ");
      }
      return out.append(leafRows).append(" rows").append(scope.suffix()).append(')').toString();
    }
  }

  private static List<SortKey> checked(List<SortKey> keys) {
    if (keys.isEmpty()) {
      throw new IllegalArgumentException(
          SETTING + ": a sort needs at least one column, found none");
    }
    Set<String> seen = new HashSet<>();
    for (SortKey key : keys) {
      if (!seen.add(key.column())) {
        throw new IllegalArgumentException(
            SETTING + ": column " + Names.quote(key.column()) + " is given twice");
      }
    }
    return List.copyOf(keys);
  }

  private static String text(List<SortKey> keys) {
    return keys.stream().map(SortKey::toString).collect(Collectors.joining(", "));
  }

  private static List<String> checkedNames(String method, List<String> columns) {
    Set<String> seen = new HashSet<>();
    for (String column : columns) {
      if (column == null || column.isEmpty()) {
        throw new IllegalArgumentException(
            SETTING + ": a column name of " + method + " must not be empty");
      }
      if (!seen.add(column)) {
        throw new IllegalArgumentException(
            SETTING + ": column " + Names.quote(column) + " is given twice");
      }
    }
    return List.copyOf(columns);
  }

  private static String names(List<String> columns) {
    return columns.isEmpty()
        ? "*"
        : columns.stream().map(Names::quote).collect(Collectors.joining(", "));
  }
}
