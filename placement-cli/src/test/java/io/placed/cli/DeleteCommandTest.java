package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code delete}, and what the other commands show of tables with deletion vectors. */
class DeleteCommandTest {
  private static final Schema SCHEMA = Schema.parse("id: int64, s: string");

  @TempDir Path dir;
  private Path table;

  @BeforeEach
  void newTable() throws IOException {
    table = dir.resolve("table");
    try (TableWriter out = Placed.write(table.toString(), SCHEMA).open()) {
      for (long id = 0; id < 5000; id++) {
        out.write(id, "s" + id % 3);
      }
      out.commit();
    }
  }

  private long rows() {
    return Cli.run("cat", table).ok().out().lines().skip(1).count();
  }

  @Test
  void rowsAreDeleted() throws Exception {
    String out = Cli.run("delete", table, "--where", "id in (0, 2, 4999)").ok().out();
    assertTrue(out.contains("3 rows deleted, 1 file marked, 0 rewritten, 0 removed"), out);
    assertEquals(4997, rows());
    List<String> head = Cli.run("head", table, "-n", "2").ok().out().lines().toList();
    assertTrue(head.get(head.size() - 2).contains("1"), head.toString());
    assertTrue(Cli.run("inspect", table).ok().out().contains("4,997 rows"));
    assertTrue(
        Cli.run("map", table, "-o", dir.resolve("map.html")).ok().err().isEmpty()
            && Files.readString(dir.resolve("map.html")).contains("3 of them deleted"));
    String json = Cli.run("delete", table, "--where", "id < 2500", "--json").ok().out();
    assertTrue(json.replaceAll("\\s", "").contains("\"rows\":2498"), json);
    assertTrue(json.replaceAll("\\s", "").contains("\"filesRewritten\":1"), json);
    assertEquals(2499, rows());
    assertEquals(4997, Cli.run("cat", table, "--snapshot", "2").ok().out().lines().skip(1).count());
    Cli.run("delete", table, "--where", "none = 1").fails(2);
    Cli.run("delete", table).fails(2);
    Cli.run("verify", table).ok();
  }

  @Test
  void rowsKeepTheirIds() throws IOException {
    Cli.run("delete", table, "--where", "id in (0, 2, 4999)").ok();
    List<String> lines =
        Cli.run("cat", table, "-c", "_row_id,s,_row_version,id").ok().out().lines().toList();
    assertEquals("_row_id,s,_row_version,id", lines.get(0));
    assertEquals("1,s1,1,1", lines.get(1));
    assertEquals("3,s0,1,3", lines.get(2));
    String files = Cli.run("metadata", table, "files", "-c", "first_row_id").ok().out();
    assertTrue(files.contains("0"), files);
    Cli.run("cat", table, "-c", "_row_number").fails(2);
  }

  @Test
  void verifyChecksVectors() throws Exception {
    Cli.run("delete", table, "--where", "id < 10").ok();
    Cli.run("verify", table).ok();
    Path vectors;
    try (Stream<Path> files = Files.list(table.resolve("_placed/deletes"))) {
      vectors = files.findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(vectors);
    bytes[bytes.length - 3] ^= 1;
    Files.write(vectors, bytes);
    Cli.Result damage = Cli.run("verify", table);
    assertEquals(PlacedCommand.EXIT_DAMAGED, damage.code());
    String damaged = damage.out();
    assertTrue(damaged.contains(vectors.getFileName().toString()), damaged);
    assertTrue(damaged.contains("CRC-32"), damaged);
    Files.delete(vectors);
    String missing = Cli.run("verify", table).out();
    assertTrue(missing.contains("missing"), missing);
  }
}
