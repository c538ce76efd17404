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

/** What a data set has to know of a file that no snapshot describes. */
public interface FooterSource {
  /**
   * Reads the end of a file.
   *
   * @return empty if the file does not start as a Placed file does
   * @throws IOException if it does, and is damaged or of an unknown version
   */
  default Optional<Footer> read(InputFile file) throws IOException {
    return read(file, null);
  }

  /**
   * The same with these columns alone, and without statistics, which who reads a single file finds
   * on the way.
   *
   * @param columnsOrNull null for all columns
   * @throws IllegalArgumentException if the file does not have one of them
   */
  Optional<Footer> read(InputFile file, Collection<String> columnsOrNull) throws IOException;

  /** What the end of a file says. */
  record Footer(
      Schema schema,
      Placement placement,
      long rows,
      String fileId,
      List<RowGroupSummary> rowGroups,
      Map<String, ColumnStatistics> statistics,
      List<SiblingSummary> siblings) {}
}
