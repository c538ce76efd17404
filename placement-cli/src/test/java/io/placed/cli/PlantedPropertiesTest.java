package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The author of a log must not be able to choose the file systems of the command line. */
class PlantedPropertiesTest {
  @TempDir Path dir;

  @Test
  void propertiesOfALogAreNoSettingsOfHadoop() throws Exception {
    Path table = dir.resolve("t");
    try (TableWriter out = Placed.write(table.toString(), Schema.parse("id: int64")).open()) {
      out.write(7L);
      out.commit();
    }
    Path newest = table.resolve("_placed/00000000000000000001.json");
    String line =
        Files.readAllLines(newest)
            .get(0)
            .replace(
                "\"properties\":{}",
                "\"properties\":{\"fs.defaultFS\":\"planted:///\",\"fs.file.impl\":\"no.such.Class\","
                    + "\"fs.planted.impl\":\"no.such.Class\",\"fs.s3a.secret.key\":\"hunter2\"}");
    CRC32C crc = new CRC32C();
    crc.update(line.getBytes(StandardCharsets.UTF_8));
    Files.writeString(
        newest, String.format(Locale.ROOT, "%s\n{\"crc32c\":\"%08x\"}\n", line, crc.getValue()));
    assertEquals(List.of("7"), Cli.run("cat", table).ok().out().lines().skip(1).toList());
    for (String command : List.of("inspect", "snapshots", "schema", "verify", "stats")) {
      assertFalse(Cli.run(command, table).ok().out().contains("hunter2"), command);
    }
    Cli.run("rewrite", table, "--placement", "orc").ok();
    Cli.run("vacuum", table).ok();
    assertEquals(List.of("7"), Cli.run("cat", table).ok().out().lines().skip(1).toList());
  }
}
