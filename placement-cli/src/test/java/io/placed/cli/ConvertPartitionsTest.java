package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code convert --partition-by}. */
class ConvertPartitionsTest {
  @TempDir Path dir;

  private Path csv() throws Exception {
    StringBuilder rows = new StringBuilder("id,TS,region\n");
    for (int i = 0; i < 500; i++) {
      String ts = String.format(Locale.ROOT, "2026-01-%02dT%02d:00:00Z", 1 + i % 3, i % 24);
      rows.append(i).append(',').append(i % 50 == 0 ? "" : ts).append(",r").append(i % 2);
      rows.append('\n');
    }
    return Files.writeString(dir.resolve("in.csv"), rows);
  }

  private static Set<String> lines(String text) {
    return text.lines().collect(Collectors.toCollection(TreeSet::new));
  }

  /** Not those of replaced files, which are still in the directory. */
  @Test
  void theBytesOfADataSetAreThoseOfItsSnapshot() throws Exception {
    Path table = dir.resolve("rewritten");
    Cli.run("convert", csv(), table).ok();
    Cli.run("rewrite", table, "--reorder", "sort(id desc)").ok();
    long bytes = DataSet.at(FileStores.local(), table.toString()).current().bytes();
    String out = Cli.run("convert", table, dir.resolve("out.parquet"), "--json").ok().out();
    assertTrue(out.contains("\"inputBytes\": " + bytes + ","), bytes + " in " + out);
  }

  @Test
  void aDataSetIsPartitioned() throws Exception {
    Path from = csv();
    Path to = dir.resolve("table");
    String by = "days(TS), bucket(2, id), region";
    Cli.run("convert", from, to, "--partition-by", by, "--reorder", "sort(id desc)").ok();
    Snapshot snapshot = DataSet.at(FileStores.local(), to.toString()).current();
    assertEquals(by, snapshot.partitioning().spec(snapshot.schema()).toString());
    for (DataFile f : snapshot.files()) {
      assertEquals(Set.of("TS_day", "id_bucket", "region"), f.partition().keySet());
    }
    Set<String> days =
        snapshot.files().stream()
            .map(f -> f.partition().get("TS_day"))
            .map(String::valueOf)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(Set.of("2026-01-01", "2026-01-02", "2026-01-03", "null"), days);
    assertEquals(
        lines(Cli.run("cat", from, "-c", "id,TS,region").ok().out()),
        lines(Cli.run("cat", to, "-c", "id,TS,region").ok().out()));
    Cli.run("verify", to).ok();
    // Another partitioning, of the same path.
    Cli.run("convert", from, to, "--partition-by", "region").fails(1);
    Cli.run("convert", from, to, "--partition-by", "region", "--overwrite").ok();
    assertEquals("region", Cli.run("partitioning", to).ok().out().strip());
    assertEquals(501, Cli.run("cat", to).ok().out().lines().count());
    Cli.run("convert", from, to, "--overwrite").ok();
    assertEquals("none", Cli.run("partitioning", to).ok().out().strip());
  }

  @Test
  void columnGroupsAreSearchedAmongStoredColumns() throws Exception {
    Path workload =
        Files.writeString(dir.resolve("w.txt"), "q1: read id, TS where region weight 3\n");
    Path to = dir.resolve("table");
    Cli.run(
            "convert",
            csv(),
            to,
            "--partition-by",
            "region",
            "--column-groups",
            "hillclimb",
            "--workload",
            workload)
        .ok();
    assertEquals(501, Cli.run("cat", to).ok().out().lines().count());
  }

  @Test
  void aTableWithoutRowsHasColumns() throws Exception {
    Path none = Files.writeString(dir.resolve("none.csv"), "id,s\n");
    for (List<String> by : List.of(List.<String>of(), List.of("--partition-by", "id"))) {
      Path to = dir.resolve("none" + by.size());
      List<Object> all = new java.util.ArrayList<>(List.of("convert", none, to));
      all.addAll(by);
      Cli.run(all.toArray()).ok();
      assertTrue(Cli.run("schema", to).ok().out().contains("id"));
    }
  }
}
