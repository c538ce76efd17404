package io.placed.table.discovery;

import io.placed.io.InputFile;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.write.RowGroupSummary;
import io.placed.write.SiblingSummary;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Provides the metadata of files that no snapshot describes. */
public interface FooterSource {
  /**
   * Reads the footer of a file.
   *
   * @return empty if the file is not a Placed file
   * @throws IOException if it is a Placed file, but damaged or of an unsupported version
   */
  default Optional<Footer> read(InputFile file) throws IOException {
    return read(file, null);
  }

  /**
   * The same for these columns only, and without statistics, which a reader of a single file gets
   * anyway.
   *
   * @param columnsOrNull null for all columns
   * @throws IllegalArgumentException if the file does not have one of them
   */
  Optional<Footer> read(InputFile file, Collection<String> columnsOrNull) throws IOException;

  /** The metadata in a footer. */
  record Footer(
      Schema schema,
      Placement placement,
      long rows,
      String fileId,
      List<RowGroupSummary> rowGroups,
      Map<String, ColumnStatistics> statistics,
      List<SiblingSummary> siblings) {}
}
