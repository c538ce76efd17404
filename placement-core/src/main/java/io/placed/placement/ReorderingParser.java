package io.placed.placement;

import java.util.ArrayList;
import java.util.List;

/**
 * The text form of a {@link Reordering}.
 *
 * <pre>
 * reorder = "none" | "sort" "(" keys [ scope ] ")" | "sort-buffer" "(" keys [ ";" size ] ")"
 *         | ( "z-order" | "hilbert" )
 *           "(" names [ ";" ( number "ranges" | "values" ) ] [ scope ] ")"
 *         | "rising-cardinality" "(" columns [ scope ] ")"
 *         | ( "multiple-lists" | "vortex" ) "(" columns [ ";" size ] ")"
 *         | "qd-tree" "(" query { ";" query } [ ";" number "rows" ] [ scope ] ")"
 * scope   = ";" "per-task"
 * keys    = key { "," key }
 * key     = name [ "asc" | "desc" ] [ "nulls" ( "first" | "last" ) ]
 * columns = "*" | names
 * names   = name { "," name }
 * query   = cut { "and" cut }
 * cut     = name ( "<" | "<=" | ">" | ">=" | "=" ) ( number | string | "true" | "false" )
 * </pre>
 */
final class ReorderingParser {
  private static final String ALLOWED =
      "none, sort(column [asc|desc] [nulls first|nulls last], …),"
          + " sort-buffer(column …; size such as 256MiB),"
          + " z-order(column, …; 1024 ranges), hilbert(column, …; 1024 ranges or values),"
          + " rising-cardinality(column, … or *),"
          + " multiple-lists(column, … or *; size), vortex(column, … or *; size),"
          + " qd-tree(column < 5 and other = 'text'; next query; 16384 rows);"
          + " '; per-task' before the closing bracket of sort, z-order, hilbert, rising-cardinality and"
          + " qd-tree, as in sort(a, b; per-task)";

  private final TextScanner in;

  ReorderingParser(TextScanner in) {
    this.in = in;
  }

  Reordering reordering() {
    in.reading(Reordering.SETTING, ALLOWED);
    String word = in.word();
    if (word.equals("none")) {
      return Reordering.NONE;
    }
    Reordering result;
    switch (word) {
      case "sort" -> {
        in.expect('(');
        List<SortKey> keys = keys();
        result = new Reordering.Sort(keys, scope());
      }
      case "sort-buffer" -> {
        in.expect('(');
        List<SortKey> keys = keys();
        result = new Reordering.SortBuffer(keys, size(Reordering.SortBuffer.DEFAULT_BUFFER_BYTES));
      }
      case "z-order" -> result = curve(Reordering.Curve.Kind.Z_ORDER);
      case "hilbert" -> result = curve(Reordering.Curve.Kind.HILBERT);
      case "rising-cardinality" -> result = risingCardinality();
      case "multiple-lists" -> result = runs(Reordering.Runs.Kind.MULTIPLE_LISTS);
      case "vortex" -> result = runs(Reordering.Runs.Kind.VORTEX);
      case "qd-tree" -> result = tree();
      default ->
          throw word.isEmpty()
              ? in.unexpected("a reordering is missing")
              : in.fail("'" + word + "' is not a reordering");
    }
    in.expect(')');
    return result;
  }

  private Reordering curve(Reordering.Curve.Kind kind) {
    in.expect('(');
    List<String> columns = names();
    int ranges = Reordering.Curve.DEFAULT_RANGES;
    if (in.accept(';')) {
      if (in.acceptWord(ReorderScope.PER_TASK)) {
        return new Reordering.Curve(kind, columns, ranges, ReorderScope.TASK);
      } else if (in.acceptWord("values")) {
        ranges = 0;
      } else {
        ranges = in.smallNumber();
        if (ranges == 0) {
          throw in.fail("0 ranges are not allowed");
        }
        if (!in.acceptWord("ranges")) {
          throw in.unexpected("'ranges' is missing");
        }
      }
    }
    return new Reordering.Curve(kind, columns, ranges, scope());
  }

  private Reordering risingCardinality() {
    List<String> columns = columns();
    return new Reordering.RisingCardinality(columns, scope());
  }

  private ReorderScope scope() {
    if (!in.accept(';')) {
      return ReorderScope.TABLE;
    }
    if (!in.acceptWord(ReorderScope.PER_TASK)) {
      throw in.unexpected("'" + ReorderScope.PER_TASK + "' or ')' is missing");
    }
    return ReorderScope.TASK;
  }

  private Reordering runs(Reordering.Runs.Kind kind) {
    List<String> columns = columns();
    return new Reordering.Runs(kind, columns, size(Reordering.Runs.DEFAULT_BUFFER_BYTES));
  }

  private Reordering tree() {
    in.expect('(');
    List<List<Cut>> queries = new ArrayList<>();
    int leafRows = Reordering.QdTree.DEFAULT_LEAF_ROWS;
    ReorderScope scope = ReorderScope.TABLE;
    do {
      if (!queries.isEmpty() && in.acceptWord(ReorderScope.PER_TASK)) {
        scope = ReorderScope.TASK;
        break;
      }
      if (!queries.isEmpty() && in.atDigit()) {
        leafRows = in.smallNumber();
        if (!in.acceptWord("rows")) {
          throw in.unexpected("'rows' is missing");
        }
        scope = scope();
        break;
      }
      List<Cut> query = new ArrayList<>();
      do {
        String column = in.name();
        query.add(new Cut(column, operator(), in.literal()));
      } while (in.acceptWord("and"));
      queries.add(query);
    } while (in.accept(';'));
    return new Reordering.QdTree(queries, leafRows, scope);
  }

  private Cut.Operator operator() {
    boolean less = in.accept('<');
    boolean greater = !less && in.accept('>');
    boolean equal = in.accept('=');
    if (less || greater) {
      return less
          ? equal ? Cut.Operator.LESS_OR_EQUAL : Cut.Operator.LESS
          : equal ? Cut.Operator.GREATER_OR_EQUAL : Cut.Operator.GREATER;
    }
    if (!equal) {
      throw in.unexpected("<, <=, >, >= or = is missing");
    }
    return Cut.Operator.EQUAL;
  }

  private long size(long otherwise) {
    return in.accept(';') ? in.size() : otherwise;
  }

  private List<String> columns() {
    in.expect('(');
    return in.accept('*') ? List.of() : names();
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    do {
      names.add(in.name());
    } while (in.accept(','));
    return names;
  }

  private List<SortKey> keys() {
    List<SortKey> keys = new ArrayList<>();
    do {
      String column = in.name();
      boolean descending = in.acceptWord("desc");
      if (!descending) {
        in.acceptWord("asc");
      }
      boolean nullsFirst = !descending;
      if (in.acceptWord("nulls")) {
        nullsFirst = in.acceptWord("first");
        if (!nullsFirst && !in.acceptWord("last")) {
          throw in.unexpected("'first' or 'last' is missing after 'nulls'");
        }
      }
      keys.add(new SortKey(column, descending, nullsFirst));
    } while (in.accept(','));
    return keys;
  }
}
