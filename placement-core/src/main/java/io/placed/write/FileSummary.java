package io.placed.write;

import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Describes a written file.
 *
 * @param path as given by the caller
 * @param length in bytes
 * @param rows number of rows
 * @param fileId identity, part of every checksum
 * @param schema of the file
 * @param rowGroups in order
 * @param siblings files beside it that hold some of its columns
 * @param statistics per top-level column that is not nested, for the first thousand of these
 */
public record FileSummary(
    String path,
    long length,
    long rows,
    UUID fileId,
    Schema schema,
    List<RowGroupSummary> rowGroups,
    List<SiblingSummary> siblings,
    Map<String, ColumnStatistics> statistics) {

  /** Bytes of the file and its siblings. */
  public long totalLength() {
    return length + siblings.stream().mapToLong(SiblingSummary::length).sum();
  }
}
