package io.placed.placement;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The text form of a Placement.
 *
 * <pre>
 * placement     = preset { ";" clause } | clause { ";" clause }
 * clause        = "reorder" "=" reorder | "row-group" "=" row-group
 *               | "column-groups" "=" column-groups | "packing" "=" packing
 * reorder       = what {@link ReorderingParser} reads
 * row-group     = size | number "rows"
 * column-groups = ( "none" | "all" | group { "," group } ) [ "stride" ( number | "row-group" ) ]
 * group         = "(" name { "," name } ")"
 * packing       = "many-row-groups" [ block ] | "one-row-group" [ block ] | "file-per-subset"
 *               | "column-group-runs" [ block ] | "files" "(" number ")"
 *               | "copies" "(" packing { ";" column-groups } ")"
 * block         = "(" "block" "=" size ")"
 * size          = number ( "B" | "KiB" | "MiB" | "GiB" | "TiB" | "PiB" )
 * </pre>
 */
final class PlacementParser {
  static final String CLAUSES =
      "reorder=…, row-group=…, column-groups=…, packing=…, separated by ';'";
  private static final String ROW_GROUP =
      "a size such as 64MiB, 512KiB or 12345B, or a number of rows such as 65536 rows";
  private static final String COLUMN_GROUPS =
      "none, all, or groups such as (a,b),(c); then optionally stride 1, stride <multiple of"
          + " 1024>, or stride row-group";
  private static final String PACKING =
      "many-row-groups(block=128MiB), one-row-group, one-row-group(block=64MiB); known but not"
          + " written yet: file-per-subset, column-group-runs(block=128MiB), files(4),"
          + " copies(one-row-group; (a,b),(c))";

  private final TextScanner in;

  private PlacementParser(String text) {
    in = new TextScanner(text);
  }

  static Placement placement(String text) {
    return new PlacementParser(text).whole();
  }

  static Placement with(Placement p, String setting, String text) {
    PlacementParser parser = new PlacementParser(text);
    Placement result = parser.clause(p, setting.substring(Placement.SETTING.length() + 1));
    parser.in.expectEnd();
    return result;
  }

  private Placement whole() {
    in.reading(
        Placement.SETTING,
        "a preset (" + String.join(", ", Placement.presetNames()) + ") and clauses " + CLAUSES);
    Placement result = Placement.DEFAULT;
    Set<String> seen = new HashSet<>();
    boolean first = true;
    do {
      if (!first && in.atEnd()) {
        break; // a ';' at the end
      }
      String word = in.word();
      if (word.isEmpty()) {
        throw in.unexpected("a preset or a clause is missing");
      }
      if (Placement.SETTING_NAMES.contains(Placement.SETTING + "." + word)) {
        if (!seen.add(word)) {
          throw in.fail("clause " + word + " is given twice");
        }
        in.expect('=');
        result = clause(result, word);
        in.reading(Placement.SETTING, "a preset and clauses " + CLAUSES);
      } else if (first && Placement.presetNames().contains(word)) {
        result = Placement.preset(word);
      } else {
        throw in.fail(
            first ? "'" + word + "' is no preset and no clause" : "'" + word + "' is no clause");
      }
      first = false;
    } while (in.accept(';'));
    in.expectEnd();
    return result;
  }

  private Placement clause(Placement p, String clause) {
    switch (clause) {
      case "reorder" -> {
        Reordering reorder = new ReorderingParser(in).reordering();
        return new Placement(reorder, p.rowGroups(), p.columnGroups(), p.packing());
      }
      case "row-group" -> {
        in.reading(RowGroups.SETTING, ROW_GROUP);
        return new Placement(p.reorder(), rowGroups(), p.columnGroups(), p.packing());
      }
      case "column-groups" -> {
        in.reading(ColumnGroups.SETTING, COLUMN_GROUPS);
        return new Placement(p.reorder(), p.rowGroups(), columnGroups(), p.packing());
      }
      case "packing" -> {
        in.reading(Packing.SETTING, PACKING);
        return new Placement(p.reorder(), p.rowGroups(), p.columnGroups(), packing());
      }
      default -> throw new AssertionError(clause);
    }
  }

  private RowGroups rowGroups() {
    long number = in.number();
    if (in.acceptWord("rows") || in.acceptWord("row")) {
      if (number > RowGroups.MAX_ROWS) {
        throw in.fail("a row group has at most " + RowGroups.MAX_ROWS + " rows, found " + number);
      }
      return new RowGroups.OfRows((int) number);
    }
    return new RowGroups.OfBytes(in.size(number));
  }

  private ColumnGroups columnGroups() {
    ColumnGroups.Kind kind = ColumnGroups.Kind.LISTED;
    List<List<String>> groups = new ArrayList<>();
    if (in.accept('(')) {
      do {
        List<String> group = new ArrayList<>();
        if (!groups.isEmpty()) {
          in.expect('(');
        }
        do {
          group.add(in.name());
        } while (in.accept(','));
        in.expect(')');
        groups.add(group);
      } while (in.accept(','));
    } else {
      String word = in.word();
      switch (word) {
        case "none" -> kind = ColumnGroups.Kind.NONE;
        case "all" -> kind = ColumnGroups.Kind.ALL;
        default -> throw unknown(word);
      }
    }
    int stride = ColumnGroups.ROW_GROUP;
    if (in.acceptWord("stride") && !in.acceptWord("row-group")) {
      stride = in.smallNumber();
      if (stride == 0) {
        throw in.fail("stride 0 is not allowed");
      }
    }
    return new ColumnGroups(kind, groups, stride);
  }

  private Packing packing() {
    String word = in.word();
    switch (word) {
      case "many-row-groups" -> {
        return new Packing.ManyRowGroups(block(Packing.ManyRowGroups.DEFAULT_BLOCK_BYTES));
      }
      case "one-row-group" -> {
        return new Packing.OneRowGroup(block(0));
      }
      case "file-per-subset" -> {
        return new Packing.FilePerSubset();
      }
      case "column-group-runs" -> {
        return new Packing.ColumnGroupRuns(block(Packing.ManyRowGroups.DEFAULT_BLOCK_BYTES));
      }
      case "files" -> {
        in.expect('(');
        int count = in.smallNumber();
        in.expect(')');
        return new Packing.Files(count);
      }
      case "copies" -> {
        in.expect('(');
        if (in.acceptWord("copies")) {
          throw in.fail("copies cannot hold copies");
        }
        Packing each = packing();
        List<ColumnGroups> others = new ArrayList<>();
        while (in.accept(';')) {
          others.add(columnGroups());
        }
        in.expect(')');
        return new Packing.Copies(each, others);
      }
      default -> throw unknown(word);
    }
  }

  private long block(long otherwise) {
    if (!in.accept('(')) {
      return otherwise;
    }
    if (!in.acceptWord("block")) {
      throw in.unexpected("'block=' is missing");
    }
    in.expect('=');
    long size = in.size();
    if (size == 0) {
      throw in.fail("a block needs at least 1B");
    }
    in.expect(')');
    return size;
  }

  private IllegalArgumentException unknown(String word) {
    return word.isEmpty() ? in.unexpected("nothing known") : in.fail("'" + word + "' is not known");
  }
}
