package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All presets with all reorderings preserve the rows of a real table, as read by an independent
 * reader.
 */
class PlacementMatrixTest {
  private static final MessageType WEATHER =
      MessageTypeParser.parseMessageType(
          "message weather { optional binary origin (STRING); optional int32 year;"
              + " optional int32 month; optional int32 day; optional int32 hour;"
              + " optional double temp; optional double dewp; optional double humid;"
              + " optional int32 wind_dir; optional double wind_speed; optional double wind_gust;"
              + " optional double precip; optional double pressure; optional double visib;"
              + " optional binary time_hour (STRING); }");

  /** At least one of each method. */
  private static final List<String> REORDERINGS =
      List.of(
          "none",
          "sort(temp desc, origin)",
          "sort-buffer(wind_dir; 256KiB)",
          "z-order(temp, humid, month)",
          "hilbert(temp, origin, day)",
          "hilbert(temp, pressure; values)",
          "rising-cardinality(*)",
          "multiple-lists(origin, month, day, hour; 256KiB)",
          "vortex(*; 256KiB)",
          "qd-tree(temp < 40 and origin = 'JFK'; month >= 6 and precip > 0; 500 rows)");

  /** Number of rows to write: enough for several buffers. */
  private static final int ROWS = 9000;

  @TempDir Path directory;

  @Test
  void everyPresetWithEveryReorderingHasTheRowsOfTheSource() throws IOException {
    Set<Class<?>> methods = new HashSet<>();
    REORDERINGS.forEach(r -> methods.add(Placement.parse("reorder=" + r).reorder().getClass()));
    assertEquals(new HashSet<>(Arrays.asList(Reordering.class.getPermittedSubclasses())), methods);

    PlacementMatrix matrix = new PlacementMatrix(weather(), directory);
    for (String reorder : REORDERINGS) {
      var placements = PlacementMatrix.placements(reorder);
      assertFalse(placements.isEmpty());
      for (var e : placements.entrySet()) {
        assertEquals(
            matrix.expected(), matrix.written(e.getKey()), e.getValue() + "; reorder=" + reorder);
      }
    }
  }

  private Path weather() throws IOException {
    Path file = directory.resolve("weather.parquet");
    String csv;
    try (InputStream in = PlacementMatrixTest.class.getResourceAsStream("/data/weather.csv")) {
      csv = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<List<String>> records = PlainCsv.parse(csv);
    try (ParquetWriter<Group> out =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(WEATHER)
            .build()) {
      for (List<String> record : records.subList(1, ROWS + 1)) {
        out.write(group(record));
      }
    }
    return file;
  }

  private static Group group(List<String> record) {
    Group group = new SimpleGroup(WEATHER);
    for (int c = 0; c < record.size(); c++) {
      String text = record.get(c);
      if (!text.equals("NA")) {
        switch (WEATHER.getType(c).asPrimitiveType().getPrimitiveTypeName()) {
          case INT32 -> group.add(c, Integer.parseInt(text));
          case DOUBLE -> group.add(c, Double.parseDouble(text));
          default -> group.add(c, text);
        }
      }
    }
    return group;
  }
}
