package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.Snapshot;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** What a killed process leaves is no table: the command can be repeated as it is. */
  @ParameterizedTest
  @ValueSource(strings = {"convert", "rewrite"})
  void aCommandThatWasKilledIsRepeated(String command) throws Exception {
    Path from = dir.resolve("from.placed");
    Cli.run("convert", csv(), from).ok();
    Path to = dir.resolve("table");
    Schema schema = Schema.parse("id: int64");
    Commit killed =
        DataSet.at(FileStores.local(), to.toString())
            .begin(schema, PartitionSpec.NONE, Placement.DEFAULT);
    String file = killed.dataFilePath(Map.of(), "0-0");
    try (FileWriter out =
        FileWriter.create(new LocalFileStore(), file, schema, WriteOptions.defaults())) {
      out.finish();
    }
    Object[] args =
        command.equals("convert")
            ? new Object[] {command, from, to}
            : new Object[] {command, from, "--reorder", "sort(id)", "--output", to};
    Cli.run(args).ok();
    assertEquals(lines(Cli.run("cat", from).ok().out()), lines(Cli.run("cat", to).ok().out()));
    assertTrue(Cli.run(args).fails(1).err().contains("already exists; --overwrite replaces it"));
    // A directory with anything else is not taken for one.
    Path other = Files.createDirectories(dir.resolve("other"));
    Files.writeString(other.resolve("notes.txt"), "mine");
    args[args.length - 1] = other;
    assertTrue(Cli.run(args).fails(1).err().contains("already exists; --overwrite replaces it"));
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

  static List<String> reorderings() {
    return Chosen.oneOf(List.of("none", "sort(id)"));
  }

  /** More rows, and more partitions, than the heap has room for; rows come in any order. */
  @ParameterizedTest
  @MethodSource("reorderings")
  void manyPartitionsNeedNoMoreMemory(String reorder) throws Exception {
    Path from = dir.resolve("from.placed");
    Random random = new Random(7);
    Schema schema = Schema.parse("id: int32, day: int32, a: int64, b: int64");
    try (TableWriter rows = Placed.write(from.toString(), schema).open()) {
      for (int i = 0; i < 700_000; i++) {
        rows.write(random.nextInt(), random.nextInt(300), random.nextLong(), random.nextLong());
      }
      rows.commit();
    }
    Path to = dir.resolve("to");
    Process convert =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx48m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                PlacedCommand.class.getName(),
                "convert",
                from.toString(),
                to.toString(),
                "--partition-by",
                "day",
                "--reorder",
                reorder)
            .redirectErrorStream(true)
            .start();
    String out = new String(convert.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, convert.waitFor(), out);
    Cli.run("diff", from, to).ok();
    List<DataFile> files = DataSet.at(FileStores.local(), to.toString()).current().files();
    assertEquals(300, files.size());
    if (!reorder.equals("none")) {
      try (TableScan scan = Placed.read(to.resolve(files.get(0).path()).toString()).open()) {
        List<Integer> ids = scan.rows().map(r -> (Integer) r[0]).toList();
        assertEquals(ids.stream().sorted().toList(), ids);
      }
    }
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
