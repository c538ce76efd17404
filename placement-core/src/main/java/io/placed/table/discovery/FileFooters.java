package io.placed.table.discovery;

import io.placed.error.NotPlacedFileException;
import io.placed.format.v1.FormatV1;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.io.RandomInput;
import io.placed.scan.FileReader;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.write.RowGroupSummary;
import io.placed.write.SiblingSummary;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads footers from files. */
final class FileFooters implements FooterSource {
  /** Fetching the statistics of a wider file would cost more than data skipping saves. */
  private static final int MAX_COLUMNS = 200;

  @Override
  public Optional<Footer> read(InputFile file, Collection<String> columnsOrNull)
      throws IOException {
    try (FileReader reader = FileReader.open(file, new IoCounters())) {
      return Optional.of(footer(reader, columnsOrNull));
    } catch (NotPlacedFileException e) {
      if (startsAsPlaced(file)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /**
   * @param columnsOrNull null for all columns, and then with statistics
   */
  static Footer footer(FileReader reader, Collection<String> columnsOrNull) throws IOException {
    List<RowGroupSummary> rowGroups =
        reader.rowGroups().stream()
            .map(g -> new RowGroupSummary(g.rows(), g.offset(), g.length()))
            .toList();
    List<SiblingSummary> siblings =
        reader.siblings().stream().map(s -> new SiblingSummary(s.name(), s.length())).toList();
    boolean all = columnsOrNull == null;
    Schema schema = all ? reader.schema() : reader.schema(List.copyOf(columnsOrNull));
    Map<String, ColumnStatistics> statistics = new LinkedHashMap<>();
    if (all && schema.size() <= MAX_COLUMNS) {
      for (Field f : schema.fields()) {
        if (!f.type().isNested()) {
          statistics.put(f.name(), reader.statistics(f.name()));
        }
      }
    }
    return new Footer(
        schema,
        reader.placement(),
        reader.rows(),
        reader.fileId().toString(),
        rowGroups,
        statistics,
        siblings);
  }

  /**
   * A file that has the leading but not the trailing magic bytes is damaged, not another format.
   */
  private static boolean startsAsPlaced(InputFile file) throws IOException {
    if (file.length() < FormatV1.MAGIC_BYTES) {
      return false;
    }
    byte[] start = new byte[FormatV1.MAGIC_BYTES];
    try (RandomInput in = file.open()) {
      in.readFully(0, start, 0, start.length);
    }
    return FormatV1.isMagic(start);
  }
}
