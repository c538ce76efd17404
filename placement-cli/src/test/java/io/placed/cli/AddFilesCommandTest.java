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
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code add-files} and {@code properties}. */
class AddFilesCommandTest {
  private static final Schema SCHEMA = Schema.parse("id: int64");

  @TempDir Path dir;
  private Path table;

  @BeforeEach
  void newTable() throws IOException {
    table = dir.resolve("table");
    write(table, 1);
  }

  private static Path write(Path to, long id) throws IOException {
    try (TableWriter out = Placed.write(to.toString(), SCHEMA).open()) {
      out.write(id);
      out.commit();
    }
    return to;
  }

  private List<String> rows() {
    return Cli.run("cat", table).ok().out().lines().skip(1).sorted().toList();
  }

  @Test
  void addsFiles() throws Exception {
    Path file = write(table.resolve("put.placed"), 2);
    assertEquals(List.of("1"), rows());
    String out = Cli.run("add-files", table, file).ok().out();
    assertTrue(out.contains("1 file added with 1 row"), out);
    assertTrue(out.contains("snapshot 2"), out);
    assertEquals(List.of("1", "2"), rows());
    String json = Cli.run("add-files", table, table, "--json").ok().out();
    assertTrue(json.contains("\"filesListedBefore\""), json);
    assertTrue(json.contains("put.placed"), json);
    Path csv = Files.writeString(table.resolve("put.csv"), "id\n3\n");
    String refused = Cli.run("add-files", table, csv).fails(2).err();
    assertTrue(refused.contains("only Placed files can be added"), refused);
    // The statement in the message.
    Path placed = table.resolve("put-too.placed");
    assertTrue(Cli.run("add-files", table, csv).err().contains("placed convert " + csv));
    Cli.run("convert", csv, placed).ok();
    Cli.run("add-files", table, placed).ok();
    assertEquals(List.of("1", "2", "3"), rows());
    Cli.run("add-files", table).fails(2);
    Cli.run("add-files", table, table.resolve("none")).fails(1);
    Cli.run("verify", table).ok();
  }

  @Test
  void propertiesAreShownAndChanged() throws Exception {
    write(table.resolve("put.placed"), 2);
    assertEquals("", Cli.run("properties", table).ok().out());
    String out =
        Cli.run("properties", table, "--set", "placed.foreign-files=true", "--set", "owner=me")
            .ok()
            .out();
    assertEquals(List.of("owner=me", "placed.foreign-files=true"), out.lines().toList());
    assertEquals(List.of("1", "2"), rows());
    Cli.run("properties", table, "--unset", "placed.foreign-files").ok();
    assertEquals(List.of("1", "2"), rows());
    String json = Cli.run("properties", table, "--json").ok().out();
    assertTrue(json.contains("\"owner\": \"me\""), json);
    String wrong = Cli.run("properties", table, "--set", "placed.foreign-files=yes").fails(2).err();
    assertTrue(wrong.contains("must be true or false, found 'yes'"), wrong);
    Cli.run("properties", table, "--set", "a=b", "--unset", "a").fails(2);
    for (String setting :
        List.of(
            "compression=zstdd",
            "Compression=zstdd",
            "compresion=zstd",
            "placement.reorder=sort(",
            "placement.packings=one-row-group",
            "isolatoin=snapshot",
            "page-rows=7")) {
      String refused = Cli.run("properties", table, "--set", setting).fails(2).err();
      assertTrue(
          refused.contains(setting.substring(0, setting.indexOf('=')).toLowerCase(Locale.ROOT)),
          refused);
    }
    Cli.run("properties", table, "--set", "compression=zstd(2)", "--set", "isolation=snapshot")
        .ok();
    Cli.run("properties", table, "--unset", "compression", "--unset", "isolation").ok();
    // What the table will have counts, not the changes alone.
    String packing = "placement.packing=many-row-groups(block=512MiB)";
    Cli.run("properties", table, "--set", packing).ok();
    Cli.run("properties", table, "--set", "placement.row-group=256MiB").ok();
    Cli.run("properties", table, "--unset", "Placement.packing").fails(2);
    Cli.run("properties", table, "--unset", "placement.packing", "--unset", "placement.row-group")
        .ok();
    Cli.run("properties", dir).fails(1);
  }
}
