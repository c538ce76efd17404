package io.placed.table.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.DataFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The worked example of {@code docs/spec/table-log.md} is a snapshot. {@code
 * -Dplaced.example=print} prints that of a table as the page describes it.
 */
class DocumentedExampleTest {
  private static final String BEGIN = "<!-- example: a snapshot -->";

  @TempDir Path dir;

  private static String documented() throws IOException {
    String page = Files.readString(Path.of("../docs/spec/table-log.md"));
    int at = page.indexOf(BEGIN);
    assertTrue(at >= 0, "docs/spec/table-log.md has no example");
    int start = page.indexOf("```json", at) + 7;
    return page.substring(start, page.indexOf("```", start));
  }

  private DataSet table(JsonElement snapshot) throws IOException {
    Path log = Files.createDirectories(dir.resolve("t/_placed"));
    Files.write(
        log.resolve("00000000000000000002.json"),
        CheckedLine.of(new GsonBuilder().serializeNulls().create().toJson(snapshot)));
    return DataSet.at(FileStores.local(), dir.resolve("t").toString());
  }

  @Test
  void isASnapshot() throws IOException {
    if ("print".equals(System.getProperty("placed.example"))) {
      System.out.println(written());
    }
    JsonElement example = JsonParser.parseString(documented());
    DataSet dataSet = table(example);
    Snapshot snapshot = dataSet.snapshot(2);
    assertEquals(
        Schema.parse("id: int64 not null, ts: timestamp, name: string").fields().size(),
        snapshot.schema().size());
    assertEquals("days(ts)", snapshot.partitioning().spec(snapshot.schema()).toString());
    assertEquals(2, snapshot.rows());
    DataFile file = snapshot.files().get(0);
    assertEquals(Map.of("ts_day", "2026-01-31"), file.partition());
    assertEquals(1, file.deletes().rows());
    assertEquals(1L, file.statistics().get("id").min());
    // Nothing is in it that the library would not write, and nothing is missing.
    byte[] again = SnapshotJson.toBytes(dataSet.directory().log().read(2));
    assertEquals(
        example,
        JsonParser.parseString(
            new String(again, StandardCharsets.UTF_8).lines().findFirst().get()));
  }

  private String written() throws IOException {
    Path path = dir.resolve("w");
    Schema schema = Schema.parse("id: int64 not null, ts: timestamp, name: string");
    try (TableWriter out = Placed.write(path.toString(), schema).partitionedBy("days(ts)").open()) {
      for (long i = 1; i <= 3; i++) {
        out.write(
            i,
            LocalDateTime.of(2026, 1, 31, 12, 0).toInstant(ZoneOffset.UTC),
            i == 3 ? null : "name " + i);
      }
      out.commit();
    }
    DataSet set = DataSet.at(FileStores.local(), path.toString());
    set.alter(java.util.List.of(), Map.of("placed.deletes.max-share", "0.5"));
    set.deleteRows(Predicate.eq("id", 2L));
    String line = Files.readAllLines(path.resolve("_placed/00000000000000000003.json")).get(0);
    return new GsonBuilder()
        .setPrettyPrinting()
        .serializeNulls()
        .create()
        .toJson(JsonParser.parseString(line));
  }
}
