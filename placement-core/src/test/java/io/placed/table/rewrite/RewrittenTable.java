package io.placed.table.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.placement.Placement;
import io.placed.scan.FileReader;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A table of nine real files in three partitions, and what its rows should be. */
abstract class RewrittenTable {
  static final Schema SCHEMA = Schema.parse("id: int64, name: string, day: int32");

  @TempDir Path temporary;
  final FileStores stores = FileStores.local();
  final long seed = new Random().nextLong();
  final Random random = new Random(seed);
  String path;
  List<String> expected;

  @BeforeEach
  void newTable() throws IOException {
    path = temporary.resolve("table").toString();
    expected = new ArrayList<>();
    append(2000);
    append(3000);
    append(100);
  }

  void append(int rows) throws IOException {
    try (TableWriter out = Placed.write(path, SCHEMA).partitionBy("day").open()) {
      for (int i = 0; i < rows; i++) {
        Object[] row = {random.nextLong(1000), "n" + random.nextInt(50), random.nextInt(3)};
        out.write(row);
        expected.add(Arrays.toString(row));
      }
      out.commit();
    }
    expected.sort(null);
  }

  DataSet open() throws IOException {
    return DataSet.at(stores, path);
  }

  List<String> rows() throws IOException {
    try (TableScan scan = Placed.read(path).open()) {
      return scan.rows().map(Arrays::toString).sorted().toList();
    }
  }

  void assertRows() throws IOException {
    assertEquals(expected, rows(), "seed " + seed);
  }

  static RewriteOptions to(String placement) {
    return RewriteOptions.of(Map.of("placement", placement));
  }

  RewriteResult rewrite(RewriteOptions options) throws IOException {
    return Rewrite.prepare(stores, path, options).run(part -> {});
  }

  static String name(Placement placement) {
    return Stream.of("albis", "parquet", "orc")
        .filter(p -> Placement.parse(p).toString().equals(placement.toString()))
        .findFirst()
        .orElse("default");
  }

  List<String> placements() throws IOException {
    List<String> found = new ArrayList<>();
    DataSet dataSet = open();
    for (DataFile f : dataSet.current().files()) {
      try (FileReader file = FileReader.open(dataSet.input(f), new IoCounters())) {
        found.add(f.partition().get("day") + ": " + name(file.placement()));
      }
    }
    return found;
  }

  /** Profile, compression and page rows of the largest file. */
  String settings() throws IOException {
    DataSet dataSet = open();
    DataFile largest =
        dataSet.current().files().stream()
            .max(Comparator.comparingLong(DataFile::totalLength))
            .orElseThrow();
    try (FileReader file = FileReader.open(dataSet.input(largest), new IoCounters())) {
      return file.metadata().get("placed.profile")
          + " "
          + file.metadata().get("placed.compression")
          + " "
          + file.rowGroups().get(0).pageRows();
    }
  }
}
