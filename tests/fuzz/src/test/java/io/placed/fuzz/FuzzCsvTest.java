package io.placed.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.placed.formats.FormatException;
import io.placed.formats.csv.CsvDialect;
import io.placed.formats.csv.CsvFormat;
import io.placed.formats.csv.CsvSink;
import io.placed.io.MemoryStore;
import io.placed.scan.RandomTables;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * CSV files: refused in words, or rows that are the same when they are written and read. Input: the
 * number of a dialect, then the file, which may be compressed.
 */
class FuzzCsvTest {
  static final List<CsvDialect> DIALECTS =
      List.of(
          CsvDialect.STANDARD,
          new CsvDialect("NULL", ';', true),
          new CsvDialect("\\N", '\t', false),
          new CsvDialect("", '.', true));

  @FuzzTest(maxDuration = "")
  void csv(byte[] data) throws IOException {
    if (data.length == 0) {
      return;
    }
    CsvDialect dialect = DIALECTS.get((data[0] & 0xFF) % DIALECTS.size());
    MemoryStore store = TextRows.store(Arrays.copyOfRange(data, 1, data.length));
    Batch rows;
    try {
      rows = TextRows.read(new CsvFormat(path -> store, dialect, null));
    } catch (FormatException e) {
      return;
    }
    MemoryStore other = new MemoryStore();
    try (CsvSink sink = new CsvSink(other, TextRows.PATH, rows.schema(), dialect, false)) {
      sink.write(rows);
      sink.finish();
    }
    Batch again = TextRows.read(new CsvFormat(path -> other, dialect, rows.schema()));
    assertEquals(RandomTables.texts(rows), RandomTables.texts(again));
  }
}
