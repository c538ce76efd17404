package io.placed.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both formats plan the same files; how fast does not matter. */
class TableMetadataTest {
  @Test
  void everyFormatIsMeasured() {
    String out = bench("TableMetadata", "--files", "300", "--columns", "7", "--rounds", "2");
    assertTrue(out.contains("| append of one file | iceberg |"), out);
    assertTrue(out.contains("| delete of one file | placed |"), out);
    String json = bench("TableMetadata", "--files", "300", "--formats", "placed", "--json");
    assertTrue(json.contains("\"metadataBytes\""), json);
  }

  /** The second process plans what the first one wrote. */
  @Test
  void tablesAreKept(@TempDir Path dir) {
    String[] options = {
      "TableMetadata",
      "--files",
      "300",
      "--columns",
      "4",
      "--rounds",
      "1",
      "--json",
      "--directory",
      dir.toString()
    };
    String first = bench(options);
    assertFalse(first.contains("append of one file"), first);
    assertTrue(bench(options).contains("plan of 100 files"));
  }

  private static String bench(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        BenchmarksCommand.commandLine(new PrintWriter(out), new PrintWriter(err))
            .execute(arguments);
    assertEquals(0, exit, err.toString());
    return out.toString();
  }
}
