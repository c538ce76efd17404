package io.placed.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The text form of a Placement.
 *
 * <pre>
 * placement     = preset { ";" clause } | clause { ";" clause }
 * clause        = "reorder" "=" reorder | "row-group" "=" row-group
 *               | "column-groups" "=" column-groups | "packing" "=" packing
 * reorder       = what {@link ReorderingParser} reads
 * row-group     = number "rows" | ( size | efficiency ) [ "min" number ]
 * efficiency    = "efficiency" "(" decimal { ";" ( "column" "=" name | "seek" "=" duration
 *               | "bandwidth" "=" size "/s" | "device" "=" device ) } ")"
 * column-groups = ( "none" | "all" | group { "," group } | search )
 *                 [ "stride" ( number | "row-group" ) ] [ "order" ( group | rainbow ) ]
 * group         = "(" name { "," name } ")"
 * search        = "hillclimb" | "autopart" | "trojan" | "brute-force"
 * rainbow       = "rainbow" [ "seed" number ]
 * packing       = "many-row-groups" [ block ] | "one-row-group" [ block ] | "file-per-subset"
 *               | "column-group-runs" [ block ] | "files" "(" number [ ";" "block" "=" size ] ")"
 *               | "copies" "(" packing { ";" column-groups } ")"
 * block         = "(" "block" "=" size ")"
 * size          = number ( "B" | "KiB" | "MiB" | "GiB" | "TiB" | "PiB" )
 * duration      = decimal ( "ns" | "us" | "ms" | "s" )
 * device        = "hdd" | "nvme" | "object-store"
 * </pre>
 */
final class PlacementParser {
  static final String CLAUSES =
      "reorder=…, row-group=…, column-groups=…, packing=…, separated by ';'";
  private static final String ROW_GROUP =
      "a size such as 64MiB, 512KiB or 12345B, efficiency(0.75), efficiency(0.75; column=c;"
          + " seek=10ms; bandwidth=100MiB/s) or efficiency(0.75; device=nvme), each optionally"
          + " followed by the least number of row groups of a file such as min 8; or a number of"
          + " rows such as 65536 rows";
  private static final String COLUMN_GROUPS =
      "none, all, groups such as (a,b),(c), or with a workload hillclimb, autopart, trojan,"
          + " brute-force; then optionally stride 1, stride <multiple of 1024>, or stride"
          + " row-group; then optionally order (c, a), or with a workload order rainbow";
  private static final String PACKING =
      "many-row-groups(block=128MiB), one-row-group, one-row-group(block=64MiB), file-per-subset,"
          + " column-group-runs(block=128MiB), files(4), files(4; block=64MiB), or copies such as"
          + " copies(one-row-group; (a,b),(c); all stride 1)";

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
            first
                ? "'" + word + "' is neither a preset nor a clause"
                : "'" + word + "' is not a clause");
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
    if (in.acceptWord("efficiency")) {
      return efficiency();
    }
    long number = in.number();
    if (in.acceptWord("rows") || in.acceptWord("row")) {
      if (number > RowGroups.MAX_ROWS) {
        throw in.fail(
            "a row group may have at most " + RowGroups.MAX_ROWS + " rows, found " + number);
      }
      return new RowGroups.OfRows((int) number);
    }
    long size = in.size(number);
    return new RowGroups.OfBytes(size, leastRowGroups());
  }

  private int leastRowGroups() {
    return in.acceptWord("min") ? in.smallNumber() : 1;
  }

  private RowGroups efficiency() {
    in.expect('(');
    double efficiency = in.decimal().doubleValue();
    Optional<String> column = Optional.empty();
    Device device = Device.HDD;
    Set<String> seen = new HashSet<>();
    while (in.accept(';')) {
      String word = in.word();
      if (word.equals("column") || word.equals("device") || Device.TIMES.contains(word)) {
        if (!seen.add(word)) {
          throw in.fail(word + " is given twice");
        }
      }
      switch (word) {
        case "column" -> {
          in.expect('=');
          column = Optional.of(in.name());
        }
        case "device" -> {
          if (seen.stream().anyMatch(Device.TIMES::contains)) {
            throw in.fail("device must come before seek and bandwidth, which change it");
          }
          in.expect('=');
          device = Device.named(in.word(), in);
        }
        case "seek", "bandwidth" -> device = Device.with(device, word, in);
        default -> throw in.fail("'" + word + "' is unknown");
      }
    }
    in.expect(')');
    return new RowGroups.Efficient(
        efficiency, column, device.seekNanos(), device.bytesPerSecond(), leastRowGroups());
  }

  private ColumnGroups columnGroups() {
    ColumnGroups.Kind kind = ColumnGroups.Kind.LISTED;
    List<List<String>> groups = new ArrayList<>();
    if (in.accept('(')) {
      do {
        if (!groups.isEmpty()) {
          in.expect('(');
        }
        groups.add(names());
      } while (in.accept(','));
    } else {
      String word = in.word();
      kind =
          Arrays.stream(ColumnGroups.Kind.values())
              .filter(k -> !word.isEmpty() && k.text().equals(word))
              .findFirst()
              .orElseThrow(() -> unknown(word));
    }
    int stride = ColumnGroups.ROW_GROUP;
    if (in.acceptWord("stride") && !in.acceptWord("row-group")) {
      stride = in.smallNumber();
      if (stride == 0) {
        throw in.fail("stride 0 is not allowed");
      }
    }
    return new ColumnGroups(kind, groups, stride, columnOrder());
  }

  private ColumnOrder columnOrder() {
    if (!in.acceptWord("order")) {
      return ColumnOrder.SCHEMA;
    }
    if (in.acceptWord("rainbow")) {
      return new ColumnOrder.Rainbow(
          in.acceptWord("seed") ? in.number() : ColumnOrder.Rainbow.DEFAULT_SEED);
    }
    if (!in.accept('(')) {
      throw in.unexpected("the columns of the order are missing");
    }
    return new ColumnOrder.Listed(names());
  }

  /** The rest of a list of names, including the closing bracket. */
  private List<String> names() {
    List<String> names = new ArrayList<>();
    do {
      names.add(in.name());
    } while (in.accept(','));
    in.expect(')');
    return names;
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
        long block = in.accept(';') ? blockSize() : Packing.ManyRowGroups.DEFAULT_BLOCK_BYTES;
        in.expect(')');
        return new Packing.Files(count, block);
      }
      case "copies" -> {
        in.expect('(');
        if (in.acceptWord("copies")) {
          throw in.fail("copies cannot be nested");
        }
        Packing each = packing();
        List<ColumnGroups> others = new ArrayList<>();
        while (in.accept(';')) {
          ColumnGroups other = columnGroups();
          if (other.isSearch()) {
            throw in.fail("the groups of further copies must be listed, a search is not allowed");
          }
          others.add(other);
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
    long size = blockSize();
    in.expect(')');
    return size;
  }

  private long blockSize() {
    if (!in.acceptWord("block")) {
      throw in.unexpected("'block=' is missing");
    }
    in.expect('=');
    long size = in.size();
    if (size == 0) {
      throw in.fail("the block size must be at least 1B");
    }
    return size;
  }

  private IllegalArgumentException unknown(String word) {
    return word.isEmpty()
        ? in.unexpected("a value is missing")
        : in.fail("'" + word + "' is unknown");
  }
}
