package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files of a directory are its rows. */
class InputDirectoriesTest {
  @TempDir Path dir;

  private Path file(String name) throws IOException {
    Path csv = Files.writeString(dir.resolve("in.csv"), "id,word\n1,one\n2,two\n3,three\n");
    Path out = dir.resolve(name);
    Files.createDirectories(out.getParent());
    if (name.endsWith(".csv")) {
      return Files.copy(csv, out);
    }
    Cli.run("convert", csv, out).ok();
    return out;
  }

  /** Placed files under names that say no format, as Hive gives them. */
  private Path ofHive(String name) throws IOException {
    Path out = dir.resolve(name);
    Files.createDirectories(out.getParent());
    return Files.move(file("some.placed"), out);
  }

  private static String count(Object... args) {
    Object[] all = new Object[args.length + 1];
    all[0] = "count";
    System.arraycopy(args, 0, all, 1, args.length);
    return Cli.run(all).ok().out().strip();
  }

  @Test
  void placedFilesDoNotHideOthers() throws IOException {
    for (String extension : List.of("parquet", "orc", "csv", "jsonl", "json.gz")) {
      Path days = dir.resolve("days-" + extension);
      Path other = file(days.getFileName() + "/d2." + extension);
      assertEquals("3", count(days));
      Path placed = file(days.getFileName() + "/d1.placed");
      Cli.Result r = Cli.run("count", days).fails(1);
      String format = extension.startsWith("json") ? "json" : extension;
      assertEquals(
          "placed: %s is %s but %s is placed: all inputs must have the same format\n"
              .formatted(other, format, placed),
          r.err());
      // In directories of partitions, too, and of other commands.
      assertTrue(Cli.run("head", dir.resolve(days)).fails(1).err().contains("same format"));
      assertEquals("3", count(days, "--from", "placed"));
      // Empty and hidden files, and files of no format, are no rows.
      Files.write(other, new byte[0]);
      Files.writeString(days.resolve("_other." + extension), "hidden");
      Files.writeString(days.resolve("README.txt"), "some days");
      assertEquals("3", count(days));
    }
  }

  @Test
  void optionsSayTheFormatOfADirectory() throws IOException {
    file("two/a.placed");
    Path csv = file("two/b.csv");
    Files.move(csv, csv.resolveSibling("b"));
    assertEquals("3", count(dir.resolve("two")));
    Files.delete(dir.resolve("two/a.placed"));
    assertEquals("3", count(dir.resolve("two"), "--from", "csv"));
  }

  /** What a log does not list is not in the table. */
  @Test
  void tablesWithALogShowOnlyTheirFiles() throws IOException {
    Path table = file("table");
    file("table/d2.parquet");
    assertEquals("3", count(table));
  }

  @Test
  void filesOfHiveHavePartitions() throws IOException {
    for (String name : List.of("000000_0", "part-00000-x.c000")) {
      Path table = dir.resolve("t-" + name);
      String at = table.getFileName().toString();
      ofHive(at + "/p=1/" + name);
      ofHive(at + "/p=2/" + name);
      Files.createFile(table.resolve("p=2/000001_0"));
      assertEquals("6", count(table));
      assertEquals("3", count(table, "--where", "p = 1"));
      assertEquals("2", count(table, "--where", "p = 2 and id > 1"));
      assertEquals("id,word,p\n1,one,1\n", Cli.run("cat", "-n", "1", table).ok().out());
      assertEquals("p\n1\n1\n1\n2\n", Cli.run("cat", "-n4", "-c", "p", table).ok().out());
      assertTrue(Cli.run("schema", table).ok().out().contains("p"));
      Path copy = dir.resolve(at + "-copy.csv");
      Cli.run("convert", table, copy, "--where", "p = 2").ok();
      assertEquals("3", count(copy));
    }
  }

  /** Names that no engine gives are read file by file; a file of another format is refused. */
  @Test
  void otherNamesAreReadFileByFile() throws IOException {
    ofHive("any/first.data");
    ofHive("any/second.data");
    assertEquals("6", count(dir.resolve("any")));
    Path first = ofHive("mixed/000000_0");
    Path second = dir.resolve("mixed/000001_0");
    Files.move(file("some.parquet"), second);
    assertEquals(
        "placed: %s is parquet but %s is placed: all inputs must have the same format\n"
            .formatted(second, first),
        Cli.run("count", dir.resolve("mixed")).fails(1).err());
  }
}
