package io.placed.table.deletes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.rewrite.DeleteResult;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A table whose rows are known. */
abstract class DeletionTestCase {
  static final Schema SCHEMA = Schema.parse("id: int64, name: string");
  static final VacuumOptions ALL = new VacuumOptions(Duration.ZERO, 1, false);

  @TempDir Path dir;
  String table;
  DataSet dataSet;
  final TreeSet<Long> expected = new TreeSet<>();

  @BeforeEach
  void newTable() throws IOException {
    table = dir.resolve("t").toString();
    dataSet = DataSet.at(FileStores.local(), table);
  }

  void append(long first, int rows) throws IOException {
    try (TableWriter out = Placed.write(table, SCHEMA).open()) {
      for (long id = first; id < first + rows; id++) {
        out.write(id, "n" + id % 10);
        expected.add(id);
      }
      out.commit();
    }
  }

  DeleteResult delete(String where, LongPredicate which) throws IOException {
    DeleteResult result = dataSet.deleteRows(Predicate.parse(where));
    expected.removeIf(which::test);
    return result;
  }

  static TreeSet<Long> read(Stream<Object[]> rows) {
    TreeSet<Long> ids = new TreeSet<>();
    rows.forEach(r -> assertTrue(ids.add((Long) r[0]), () -> "twice: " + Arrays.toString(r)));
    return ids;
  }

  void check() throws IOException {
    try (TableScan scan = Placed.read(table).open()) {
      assertEquals(expected, read(scan.rows()));
    }
    assertEquals(expected.size(), dataSet.current().rows());
  }

  TreeSet<Long> readAt(long snapshot) throws IOException {
    try (TableScan scan = Placed.read(table).snapshot(snapshot).open()) {
      return read(scan.rows());
    }
  }

  List<Path> vectors() throws IOException {
    Path files = Path.of(table, "_placed", "deletes");
    if (!Files.exists(files)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(files)) {
      return all.sorted().toList();
    }
  }

  void appendAs(String name, long first, int rows) throws IOException {
    Schema schema = Schema.parse("id: int64, " + name + ": string");
    try (TableWriter out = Placed.write(table, schema).open()) {
      for (long id = first; id < first + rows; id++) {
        out.write(id, "n" + id % 10);
        expected.add(id);
      }
      out.commit();
    }
  }

  Commit begin(Snapshot read) throws IOException {
    return dataSet.begin(read.schema(), List.of(), null).basedOn(read);
  }

  static RowBitmap rows(long... numbers) {
    RowBitmap rows = new RowBitmap();
    for (long n : numbers) {
      rows.add(n);
    }
    return rows;
  }
}
