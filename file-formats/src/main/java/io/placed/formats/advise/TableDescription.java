package io.placed.formats.advise;

import io.placed.advise.Rewriting;
import io.placed.formats.zones.ZonedFormat;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import java.util.List;

/**
 * The files of a table and how they are read and rewritten.
 *
 * @param path of the table
 * @param kind Spark's name of the format of the table
 * @param format of the files
 * @param schema columns, partition columns included
 * @param partitionColumns columns whose values are not in the files
 * @param parts at least one
 * @param placement that describes the layout best
 * @param pages whether readers skip pages; else only row groups
 * @param rewriting of the table
 */
record TableDescription(
    String path,
    String kind,
    ZonedFormat format,
    Schema schema,
    List<String> partitionColumns,
    List<TablePart> parts,
    Placement placement,
    boolean pages,
    Rewriting rewriting) {
  TableDescription {
    partitionColumns = List.copyOf(partitionColumns);
    parts = List.copyOf(parts);
  }

  /** Number of rows, without deleted ones. */
  long rows() {
    return parts.stream().mapToLong(p -> p.rows() - p.deletedRows()).sum();
  }
}
