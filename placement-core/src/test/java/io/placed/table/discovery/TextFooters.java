package io.placed.table.discovery;

import io.placed.error.CorruptFileException;
import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.InputFile;
import io.placed.io.PositionOutput;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.write.RowGroupSummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The smallest format that has what a footer has: a line {@code text|rows|schema}. */
public final class TextFooters implements FooterSource {

  public static byte[] content(long rows, Schema schema) {
    return ("text|" + rows + "|" + schema).getBytes(StandardCharsets.UTF_8);
  }

  public static void write(FileStore store, String path, long rows, Schema schema)
      throws IOException {
    try (PositionOutput out = store.create(path, CreateOptions.NEW)) {
      out.write(content(rows, schema));
    }
  }

  /** Each integer column holds 1 to the number of rows. */
  public static Map<String, ColumnStatistics> statistics(long rows, Schema schema) {
    Map<String, ColumnStatistics> statistics = new LinkedHashMap<>();
    schema.fields().stream()
        .filter(f -> f.type().equals(Type.INT32) || f.type().equals(Type.INT64))
        .forEach(
            f ->
                statistics.put(
                    f.name(),
                    rows == 0
                        ? ColumnStatistics.empty()
                        : ColumnStatistics.of(rows, 0, 0, rows, 1L, rows, true, true)));
    return statistics;
  }

  @Override
  public Optional<Footer> read(InputFile file, Collection<String> columnsOrNull)
      throws IOException {
    byte[] bytes = new byte[(int) file.length()];
    try (var in = file.open()) {
      in.readFully(0, bytes, 0, bytes.length);
    }
    String[] parts = new String(bytes, StandardCharsets.UTF_8).split("\\|", 3);
    if (!parts[0].equals("text")) {
      return Optional.empty();
    }
    if (parts.length < 3) {
      throw new CorruptFileException(file.path(), 0, "too short");
    }
    long rows = Long.parseLong(parts[1]);
    Schema schema = Schema.parse(parts[2]);
    return Optional.of(
        new Footer(
            schema,
            Placement.DEFAULT,
            rows,
            "file-id",
            List.of(new RowGroupSummary(rows, 0, bytes.length)),
            statistics(rows, schema),
            List.of()));
  }
}
