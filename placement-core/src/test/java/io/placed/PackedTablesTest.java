package io.placed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables of every packing through the Java API: single files and data sets. */
class PackedTablesTest {
  private static final Schema SCHEMA = Schema.parse("id: int64 not null, p: string, x: double");

  @TempDir Path dir;

  static Stream<String> placements() {
    return Stream.concat(
        Placement.presetNames().stream(),
        Stream.of(
            "cf; row-group=300 rows",
            "cfile; row-group=300 rows",
            "row-group=300 rows; packing=files(2)",
            "row-group=300 rows; packing=copies(one-row-group; all stride 1)"));
  }

  private static void write(WriteBuilder how, int from, int to) throws IOException {
    try (TableWriter out = how.open()) {
      for (long i = from; i < to; i++) {
        out.write(i, "p" + i % 3, i / 4.0);
      }
      out.commit();
    }
  }

  private static List<Long> ids(Path table) throws IOException {
    try (TableScan scan = Placed.read(table.toString()).select("id", "x", "p").open()) {
      return scan.rows()
          .peek(
              r ->
                  assertEquals(
                      List.of(r[0], (long) r[0] / 4.0, "p" + (long) r[0] % 3), Arrays.asList(r)))
          .map(r -> (Long) r[0])
          .sorted()
          .toList();
    }
  }

  private static List<Long> range(long from, long to) {
    return java.util.stream.LongStream.range(from, to).boxed().toList();
  }

  @ParameterizedTest
  @MethodSource("placements")
  void writtenAndRead(String placement) throws IOException {
    for (String name : List.of("t", "t.placed")) {
      Path table = dir.resolve(name);
      WriteBuilder how = Placed.write(table.toString(), SCHEMA).placement(placement);
      write(how, 0, 1000);
      assertEquals(range(0, 1000), ids(table));
      write(how.overwrite(), 500, 700);
      assertEquals(range(500, 700), ids(table));
    }
    Path partitioned = dir.resolve("partitioned");
    WriteBuilder how =
        Placed.write(partitioned.toString(), SCHEMA).placement(placement).partitionBy("p");
    write(how, 0, 1000);
    write(how, 1000, 1100);
    assertEquals(range(0, 1100), ids(partitioned));
    Snapshot s = DataSet.at(FileStores.local(), partitioned.toString()).current();
    long bytes = 0;
    for (DataFile f : s.files()) {
      bytes += Files.size(partitioned.resolve(f.path()));
      for (String sibling : f.siblingPaths()) {
        bytes += Files.size(partitioned.resolve(sibling));
      }
    }
    assertEquals(bytes, s.bytes());
    assertTrue(DataSet.at(FileStores.local(), dir.resolve("none").toString()).isVacant());
  }

  @Test
  void whatIsNotCommittedIsRemoved() throws IOException {
    Path table = dir.resolve("t");
    WriteBuilder how =
        Placed.write(table.toString(), SCHEMA).placement("cf; row-group=100 rows").partitionBy("p");
    try (TableWriter out = how.open()) {
      for (long i = 0; i < 5000; i++) {
        out.write(i, "p" + i % 3, i / 4.0);
      }
    }
    try (Stream<Path> left = Files.walk(table)) {
      assertEquals(0, left.filter(Files::isRegularFile).count());
    }
  }

  /** Files that were copied to a directory, including siblings, form one table. */
  @Test
  void foreignFilesBringTheirSiblings() throws IOException {
    Path single = dir.resolve("a/t.placed");
    write(Placed.write(single.toString(), SCHEMA).placement("cf; row-group=100 rows"), 0, 1000);
    Path table = dir.resolve("t");
    write(Placed.write(table.toString(), SCHEMA), 1000, 1010);
    DataSet.at(FileStores.local(), table.toString())
        .alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "true"));
    Path sibling = null;
    try (Stream<Path> all = Files.list(single.getParent())) {
      for (Path f : all.toList()) {
        Path copied = Files.copy(f, table.resolve(f.getFileName()));
        sibling = f.equals(single) ? sibling : copied;
      }
    }
    assertEquals(range(0, 1010), ids(table));
    // A sibling whose name is not hidden is not a table.
    Files.copy(sibling, table.resolve("copy-of-a-sibling.placed"));
    assertEquals(range(0, 1010), ids(table));
    Snapshot s = DataSet.at(FileStores.local(), table.toString()).current();
    assertEquals(2, s.files().size());
    assertEquals(30, s.files().stream().mapToInt(f -> f.siblings().size()).sum());
  }
}
