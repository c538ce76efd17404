package io.placed.formats.container;

import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnNames;
import io.placed.placement.ColumnOrder;
import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;
import io.placed.schema.Schema;
import java.util.List;

/**
 * The part of a placement that Parquet and ORC files support. Anything else is rejected, never
 * ignored.
 *
 * @param placement the placement; null: the format's own defaults, rows in the order of the input
 * @param rowGroupBytes size of a row group (a stripe) as the format counts it; 0: its default, or
 *     no limit if there is one of rows
 * @param rowGroupRows maximum number of rows of a row group; 0: no limit
 * @param nesting the column groups, as structs
 * @param blockBytes size of the blocks that no row group may straddle, unless it is larger; 0: none
 * @param alone whether each row group starts a block
 */
public record Container(
    Placement placement,
    long rowGroupBytes,
    int rowGroupRows,
    Nesting nesting,
    long blockBytes,
    boolean alone) {
  /** The metadata key under which files store their placement. */
  public static final String METADATA_KEY = "placed.placement";

  /** The format's own defaults. */
  public static final Container USUAL = new Container(null, 0, 0, Nesting.NONE, 0, false);

  /**
   * Maps a placement to the format.
   *
   * @param format for messages
   * @param rows expected number of rows; 0: unknown
   * @throws IllegalArgumentException if the format does not support a setting; names it and what is
   *     allowed
   */
  public static Container of(String format, Placement placement, Schema schema, long rows) {
    placement.requireWritable().requireFits(schema);
    long bytes = 0;
    int most = 0;
    if (placement.rowGroups() instanceof RowGroups.OfRows r) {
      most = r.rows();
    } else if (placement.rowGroups() instanceof RowGroups.OfBytes b) {
      bytes = b.bytes();
      most = b.least() == 1 ? 0 : rowsOfLeast(format, b, rows);
    } else {
      throw refused(
          format,
          RowGroups.SETTING,
          placement.rowGroups(),
          "column sizes are known only while a row group is written; allowed are a size and a"
              + " number of rows");
    }
    Packing packing = placement.packing();
    if (!(packing instanceof Packing.ManyRowGroups || packing instanceof Packing.OneRowGroup)) {
      throw refused(
          format,
          Packing.SETTING,
          packing,
          "a row group is stored in one file, without copies; allowed are many-row-groups and"
              + " one-row-group");
    }
    long block = placement.blockBytes();
    boolean alone = packing instanceof Packing.OneRowGroup;
    if (alone && block == Long.MAX_VALUE) {
      throw refused(
          format,
          Packing.SETTING,
          packing,
          "the block has no size; allowed is one-row-group(block=SIZE), or a row group size in"
              + " bytes");
    }
    return new Container(
        placement, bytes, most, nesting(format, placement.columnGroups(), schema), block, alone);
  }

  private static int rowsOfLeast(String format, RowGroups.OfBytes groups, long rows) {
    if (rows == 0) {
      throw refused(
          format,
          RowGroups.SETTING,
          groups,
          "the number of input rows is unknown; allowed is a size without 'min'");
    }
    return (int)
        Math.min(RowGroups.MAX_ROWS, Math.max(1, (rows + groups.least() - 1) / groups.least()));
  }

  private static Nesting nesting(String format, ColumnGroups groups, Schema schema) {
    if (groups.stride() != ColumnGroups.ROW_GROUP) {
      throw refused(
          format,
          ColumnGroups.SETTING,
          groups,
          "the values of a column are stored contiguously in a row group; allowed are groups"
              + " without a stride");
    }
    List<List<String>> nested =
        switch (groups.kind()) {
          case ALL -> List.of(schema.fields().stream().map(f -> f.name()).toList());
          case LISTED -> groups.groups().stream().map(g -> names(g, schema)).toList();
          default -> List.of();
        };
    List<String> first =
        groups.order() instanceof ColumnOrder.Listed l ? names(l.columns(), schema) : List.of();
    return new Nesting(nested, first);
  }

  private static List<String> names(List<String> columns, Schema schema) {
    return columns.stream()
        .map(c -> schema.field(ColumnNames.ordinal(c, schema, ColumnGroups.SETTING)).name())
        .toList();
  }

  private static IllegalArgumentException refused(
      String format, String setting, Object found, String why) {
    return new IllegalArgumentException(
        "%s: %s is not supported by %s, where %s".formatted(setting, found, format, why));
  }
}
