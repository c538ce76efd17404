package io.placed.table.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.changes.ChangeRange;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.plan.FilePruning;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.source.SourceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a stream reads of each snapshot, under the column names of the batch. */
class TableStreamTest {
  @TempDir Path dir;
  private String path;
  private DataSet set;

  @BeforeEach
  void open() throws IOException {
    path = dir.resolve("table").toString();
    set = DataSet.at(FileStores.local(), path);
    append("id: int64, part: string, n: int32", 1L, "a", 10);
    append("id: int64, part: string, n: int32", 2L, "b", 20);
    set.alter(List.of(new ColumnChange.Rename("n", "m")), Map.of());
    set.alter(
        List.of(new ColumnChange.Add(List.of("n"), Type.parse("int32"), ColumnChange.LAST)),
        Map.of());
    append("id: int64, part: string, m: int32, n: int32", 3L, "b", 30, 300);
  }

  private void append(String schema, Object... row) throws IOException {
    try (TableWriter out = Placed.write(path, Schema.parse(schema)).partitionedBy(by()).open()) {
      out.write(row);
      out.commit();
    }
  }

  /** The partitioning of the table. */
  private String by() throws IOException {
    return set.hasSnapshots()
        ? set.current().partitioning().spec(set.current().schema()).toString()
        : "part";
  }

  private List<String> rows(StreamedRows mode, long startingSnapshot) throws IOException {
    return rows(mode, startingSnapshot, null);
  }

  private List<String> rows(StreamedRows mode, long startingSnapshot, Snapshot planned)
      throws IOException {
    TableStream stream = new TableStream(set.directory(), mode, planned);
    StreamPosition start = stream.initial(startingSnapshot);
    StreamPosition end = stream.latest(start, BatchLimit.NONE, stream.newest());
    Schema columns = stream.schema(end.snapshot());
    List<String> names = columns.fields().stream().map(f -> f.name()).toList();
    List<String> rows = new ArrayList<>();
    for (SourceFile f : stream.files(start, end, names, true)) {
      ReadRequest request =
          set.directory()
              .request(f.file(), columns, ReadRequest.all().withColumns(columns.select(names)));
      try (FileReader file =
              FileReader.open(
                  FileStores.local().forPath(f.path()).input(f.path(), f.file().length()),
                  new IoCounters());
          BatchReader batches = file.read(request)) {
        while (batches.next()) {
          for (int i = 0; i < batches.batch().rows(); i++) {
            rows.add(Arrays.toString(batches.batch().row(i)));
          }
        }
      }
    }
    return rows;
  }

  @Test
  void rowsFromBeforeARenameKeepTheirValues() throws IOException {
    assertEquals(List.of("[2, b, 20, null]", "[3, b, 30, 300]"), rows(StreamedRows.ADDED, 2));
    assertEquals(3, rows(StreamedRows.ADDED, 0).size());
  }

  /** A query that runs since before the rename knows the column by its old name. */
  @Test
  void aRunningStreamKeepsItsColumns() throws IOException {
    List<String> expected = List.of("[2, b, 20]", "[3, b, 30]");
    assertEquals(expected, rows(StreamedRows.ADDED, 2, set.snapshot(2)));
    Snapshot changes = set.changes(new ChangeRange(1L, 2L));
    assertEquals(
        expected,
        rows(StreamedRows.CHANGES, 2, changes).stream()
            .map(r -> r.replaceAll(", insert.*", "]"))
            .toList());
  }

  @Test
  void removedRowsAreAnErrorSkippedOrRead() throws IOException {
    set.begin(set.current().schema(), List.of("part"), null).delete(Predicate.eq("part", "b"));
    append("id: int64, part: string, m: int32, n: int32", 4L, "a", 40, 400);
    assertThrows(ChangedRowsException.class, () -> rows(StreamedRows.ADDED, 2));
    assertEquals(
        List.of("[2, b, 20, null]", "[3, b, 30, 300]", "[4, a, 40, 400]"),
        rows(StreamedRows.ADDED_SKIPPING_CHANGES, 2));
    List<String> changes =
        rows(StreamedRows.CHANGES, 2).stream()
            .map(r -> r.replaceAll(", [^,]*\\]$", "]")) // without the time
            .toList();
    assertEquals(
        List.of(
            "[2, b, 20, null, insert, 2]",
            "[3, b, 30, 300, insert, 5]",
            "[2, b, 20, null, delete, 6]",
            "[3, b, 30, 300, delete, 6]",
            "[4, a, 40, 400, insert, 7]"),
        changes.stream()
            .sorted(Comparator.comparing(TableStreamTest::version).thenComparing(r -> r))
            .toList());
    try (TableScan scan = Placed.read(path).changesFrom(2).open()) {
      assertEquals(5, scan.rows().count());
    }
  }

  private static long version(String row) {
    return Long.parseLong(row.replaceAll(".*, (\\d+)\\]", "$1"));
  }

  /** A field of a column that is gone, and another of the same name. */
  @Test
  void filesAreNotSkippedByOtherFieldsOfThatName() throws IOException {
    set.alter(PartitionSpec.parse("part, bucket(4, n)"));
    append("id: int64, part: string, m: int32, n: int32", 4L, "b", 40, 400);
    long first = set.newestId();
    set.alter(PartitionSpec.parse("part"));
    set.alter(List.of(new ColumnChange.Drop("n")), Map.of());
    set.alter(List.of(new ColumnChange.Add(List.of("n"), Type.INT32, ColumnChange.LAST)), Map.of());
    set.alter(PartitionSpec.parse("part, bucket(4, n)"));
    for (StreamedRows mode : List.of(StreamedRows.ADDED, StreamedRows.CHANGES)) {
      TableStream stream = new TableStream(set.directory(), mode, null);
      StreamPosition start = stream.initial(first);
      StreamPosition end = stream.latest(start, BatchLimit.NONE, stream.newest());
      List<String> names =
          stream.schema(end.snapshot()).fields().stream().map(f -> f.name()).toList();
      List<SourceFile> files = stream.files(start, end, names, true);
      assertEquals(1, new FilePruning(Predicate.isNull("n"), false, true).prune(files).size());
    }
  }
}
