package io.placed.placement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A named Placement. Presets have no code of their own. "Table 2" is that of Huai et al.,
 * "Understanding Insights into the Basic Structure and Essential Issues of Table Placement Methods
 * in Clusters", VLDB 2013. If a source does not define a size, it is our choice, and {@code
 * definition} says so.
 *
 * @param name as in the text form
 * @param placement the value
 * @param definition one or two sentences
 * @param source where the definition comes from
 */
public record Preset(String name, Placement placement, String definition, String source) {
  private static final long MIB = 1L << 20;
  private static final String TABLE_2 = "Huai et al., VLDB 2013, Table 2";
  private static final Map<String, Preset> ALL = new LinkedHashMap<>();

  static {
    add(
        "default",
        Placement.DEFAULT,
        "Large row groups, one column per group, two row groups to a block of 128 MiB.",
        "Huai et al., VLDB 2013, actions 1 to 3 and section 5.3.1");
    add(
        "cf",
        bytes(64),
        new Packing.FilePerSubset(),
        "Column format: every column of every row group is a block (a file) of its own."
            + " The size of a row group is open; 64 MiB is our choice.",
        TABLE_2);
    add(
        "cfile",
        new RowGroups.OfRows(1 << 20),
        new Packing.ColumnGroupRuns(128 * MIB),
        "Llama: the whole table is sorted (add reorder=sort(…): the columns are an argument), row"
            + " groups have equal row counts, a block holds one column of many row groups."
            + " 1,048,576 rows and 128 MiB are our choice.",
        TABLE_2);
    add(
        "rcfile",
        bytes(4),
        new Packing.ManyRowGroups(128 * MIB),
        "Small row groups (4 MiB, the smallest that the paper measures), one column per group,"
            + " many row groups to a block. The block of 128 MiB is our choice.",
        TABLE_2 + " and section 5.3");
    add(
        "slc-store",
        bytes(64),
        new Packing.OneRowGroup(0),
        "Mastiff: one row group to a block; grouping (add column-groups=…) and a sort of each write"
            + " buffer (add reorder=sort-buffer(…)) are arguments. 64 MiB is our choice.",
        TABLE_2);
    add(
        "trevni",
        bytes(64),
        new Packing.OneRowGroup(0),
        "One column per group, one row group to a block. 64 MiB is our choice.",
        TABLE_2);
    add(
        "tdl",
        bytes(64),
        new Packing.OneRowGroup(0),
        "Trojan data layouts: one row group to a block; grouping is an argument (add"
            + " column-groups=…). A grouping per replica is packing=copies(one-row-group; …)."
            + " 64 MiB is our choice.",
        TABLE_2);
    add(
        "orc",
        bytes(64),
        new Packing.ManyRowGroups(256 * MIB),
        "Stripes of 64 MiB (256 MiB when the paper was written), many to a block. ORC lets a stripe"
            + " straddle two blocks where padding would waste more than 5 % of it; this never"
            + " does.",
        "Huai et al., VLDB 2013, section 7; defaults of Apache ORC (orc.stripe.size,"
            + " orc.block.size)");
    add(
        "parquet",
        bytes(128),
        new Packing.ManyRowGroups(128 * MIB),
        "Row groups of 128 MiB, one column per group, kept within a block of 128 MiB.",
        "defaults of parquet-java (parquet.block.size)");
    add(
        "albis",
        new Placement(
            Reordering.NONE,
            new RowGroups.OfRows(1 << 16),
            ColumnGroups.all(1),
            new Packing.ManyRowGroups(128 * MIB)),
        "Row groups of a fixed number of rows, column groups stored row by row; one group of"
            + " all columns unless column-groups=… is added. 65,536 rows are our choice.",
        "Trivedi et al., Albis, USENIX ATC 2018");
    add(
        "arrow",
        new RowGroups.OfRows(1 << 16),
        new Packing.ManyRowGroups(128 * MIB),
        "Record batches of 65,536 rows, one column per group, one file.",
        "Apache Arrow IPC / Feather V2 (default chunk size)");
  }

  private static RowGroups bytes(long mib) {
    return new RowGroups.OfBytes(mib * MIB);
  }

  /** Without reordering, every column by itself. */
  private static void add(
      String name, RowGroups rowGroups, Packing packing, String definition, String source) {
    Placement p = new Placement(Reordering.NONE, rowGroups, ColumnGroups.NONE, packing);
    add(name, p, definition, source);
  }

  private static void add(String name, Placement p, String definition, String source) {
    ALL.put(name, new Preset(name, p, definition, source));
  }

  /** Every preset, the default first. */
  public static List<Preset> all() {
    return List.copyOf(ALL.values());
  }

  /** Names in order. */
  static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  static Preset get(String name) {
    return ALL.get(name);
  }
}
