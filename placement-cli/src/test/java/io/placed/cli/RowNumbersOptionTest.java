package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --row-numbers} of {@code cat} and {@code head}. */
class RowNumbersOptionTest {
  @TempDir Path dir;
  private Path csv;

  @BeforeEach
  void writeInput() throws IOException {
    StringBuilder text = new StringBuilder("k,word\n");
    for (int i = 0; i < 3000; i++) {
      text.append(i).append(",w").append(i % 7).append('\n');
    }
    csv = Files.writeString(dir.resolve("in.csv"), text);
  }

  private Path table(String name) {
    Path out = dir.resolve(name);
    Cli.run("convert", csv, out).ok();
    return out;
  }

  /** Ids that were read are columns like others where they are written. */
  @Test
  void idsCanBeConverted() throws Exception {
    Path csv = dir.resolve("ids.csv");
    Files.writeString(csv, "name\na\nb\nc\n");
    String from = dir.resolve("ids").toString();
    Cli.run("convert", csv, from).ok();
    for (String name : List.of("to", "to.placed", "to.parquet", "to.orc", "to.csv")) {
      String to = dir.resolve(name).toString();
      Cli.run("convert", from, to, "-c", "_row_id,name,_row_version").ok();
      assertEquals(
          "_row_id,name,_row_version\n0,a,1\n1,b,1\n2,c,1\n", Cli.run("cat", to).ok().out());
      String again = dir.resolve(name + "-again").toString();
      Cli.run("convert", to, again).ok();
      assertEquals(
          "_row_id,name\n1,b\n",
          Cli.run("cat", again, "-c", "_row_id,name", "--where", "_row_id = 1").ok().out());
    }
    Cli.run("rewrite", dir.resolve("to.placed"), "--reorder", "sort(name)").ok();
    assertEquals(
        "_row_id\n0\n1\n2\n", Cli.run("cat", "-c", "_row_id", dir.resolve("to.placed")).ok().out());
  }

  @Test
  void ofAFileTheyArePositions() {
    Path file = table("t.placed");
    assertEquals(
        "k,word\n2999,w3\n5,w5\n5,w5\n",
        Cli.run("cat", "--row-numbers", "2999,5,5", file).ok().out());
    assertEquals(
        "{\"word\":\"w0\"}\n",
        Cli.run("head", "--json", "-c", "word", "--row-numbers", "7", file).ok().out());
    assertTrue(
        Cli.run("cat", "--row-numbers", "3000", file)
            .fails(2)
            .err()
            .contains("there is no row 3000; the file has 3000 rows, numbered from 0"));
  }

  @Test
  void onlyTheFirstOfThem() {
    Path file = table("t.placed");
    assertEquals(
        Cli.run("cat", "--row-numbers", "9,3", file).ok().out(),
        Cli.run("cat", "-n", "2", "--row-numbers", "9,3,7", file).ok().out());
    String twelve = "1,2,3,4,5,6,7,8,9,10,11,12";
    assertEquals(
        12, Cli.run("head", "--json", "--row-numbers", twelve, file).ok().out().lines().count());
  }

  @Test
  void ofATableTheyAreIds() {
    Path table = table("t");
    Cli.run("delete", table, "--where", "k < 100").ok();
    assertEquals(
        "_row_id,k\n2000,2000\n100,100\n",
        Cli.run("cat", "-c", "_row_id,k", "--row-numbers", "2000,100", table, "--snapshot", "1")
            .ok()
            .out());
    assertTrue(
        Cli.run("cat", "--row-numbers", "17", table).fails(2).err().contains("17"),
        "the row was deleted");
  }

  @Test
  void otherInputs() {
    assertTrue(Cli.run("cat", "--row-numbers", "1", csv).fails(1).err().contains("placed format"));
    Path table = table("t");
    assertTrue(
        Cli.run("cat", "--row-numbers", "1", "--changes", "1", table)
            .fails(1)
            .err()
            .contains("--changes"));
  }
}
