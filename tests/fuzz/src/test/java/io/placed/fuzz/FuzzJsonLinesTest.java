package io.placed.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.placed.formats.FormatException;
import io.placed.formats.json.JsonLinesFormat;
import io.placed.formats.json.JsonLinesSink;
import io.placed.io.MemoryStore;
import io.placed.scan.RandomTables;
import io.placed.vector.Batch;
import java.io.IOException;

/**
 * Files of JSON lines: refused in words, or rows that are the same when they are written and read.
 */
class FuzzJsonLinesTest {
  @FuzzTest(maxDuration = "")
  void jsonLines(byte[] data) throws IOException {
    MemoryStore store = TextRows.store(data);
    Batch rows;
    try {
      rows = TextRows.read(new JsonLinesFormat(path -> store, null));
    } catch (FormatException e) {
      return;
    }
    MemoryStore other = new MemoryStore();
    try (JsonLinesSink sink = new JsonLinesSink(other, TextRows.PATH, false)) {
      sink.write(rows);
      sink.finish();
    }
    Batch again = TextRows.read(new JsonLinesFormat(path -> other, rows.schema()));
    assertEquals(RandomTables.texts(rows), RandomTables.texts(again));
  }
}
