package io.placed.table.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.source.SourceFile;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What a stream reads of each snapshot, under the column names of the batch. */
class TableStreamTest {
  private static final List<String> IDS = List.of("id");

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
    return rows(mode, startingSnapshot, set.current());
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

  /** A query that began before the first snapshot knows the columns that this one has. */
  @Test
  void aStreamThatBeganBeforeTheTableKeepsItsColumns() throws IOException {
    assertEquals(List.of("[2, b, 20]", "[3, b, 30]"), rows(StreamedRows.ADDED, 2, null));
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

  /** After a crash the engine asks for the beginning again, and there are other snapshots then. */
  @Test
  void whereAStreamBeganThatHadNoRowsYet() throws IOException {
    set.begin(set.current().schema(), List.of("part"), null).delete(Predicate.isNotNull("part"));
    for (StreamedRows mode : List.of(StreamedRows.ADDED_SKIPPING_CHANGES, StreamedRows.CHANGES)) {
      TableStream stream = new TableStream(set.directory(), mode, null);
      StreamPosition start = stream.initial(0);
      append("id: int64, part: string, m: int32, n: int32", 4L, "a", 40, 400);
      StreamPosition first = latest(stream, start);
      StreamPosition second = latest(stream, first);
      append("id: int64, part: string, m: int32, n: int32", 5L, "a", 50, 500);
      for (StreamPosition begin : List.of(start, stream.initial(0))) {
        assertEquals(List.of(), stream.files(begin, first, IDS, true));
      }
      assertEquals(1, stream.files(first, second, IDS, true).size());
      assertEquals(second, stream.latest(second, BatchLimit.NONE, second.snapshot()));
      set.begin(set.current().schema(), List.of("part"), null).delete(Predicate.isNotNull("part"));
    }
  }

  /** Also if its last batch ended with a file: nobody has to list the files again to know that. */
  @Test
  void theEndOfTheFirstSnapshotIsBehindAllFiles() throws IOException {
    for (StreamedRows mode : StreamedRows.values()) {
      TableStream stream = new TableStream(set.directory(), mode, null);
      StreamPosition start = stream.initial(0);
      int files = stream.files(start, latest(stream, start), IDS, true).size();
      StreamPosition end = start;
      for (int f = 1; f <= files; f++) {
        StreamPosition from = end;
        end = stream.latest(from, BatchLimit.NONE.withFiles(1), stream.newest());
        assertEquals(1, stream.files(from, end, IDS, true).size());
      }
      String commit = set.current().commitId();
      assertEquals(new StreamPosition(set.newestId(), Integer.MAX_VALUE, true, commit), end);
      assertEquals(end, latest(stream, start));
      assertEquals(end, latest(stream, end));
      append("id: int64, part: string, m: int32, n: int32", 4L, "a", 40, 400);
      StreamPosition next = latest(stream, end);
      assertEquals(StreamPosition.after(set.newestId(), set.current().commitId()), next);
      assertEquals(1, stream.files(end, next, IDS, true).size());
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
      TableStream stream = new TableStream(set.directory(), mode, set.current());
      StreamPosition start = stream.initial(first);
      StreamPosition end = stream.latest(start, BatchLimit.NONE, stream.newest());
      List<String> names =
          stream.schema(end.snapshot()).fields().stream().map(f -> f.name()).toList();
      List<SourceFile> files = stream.files(start, end, names, true);
      assertEquals(1, new FilePruning(Predicate.isNull("n"), false, true).prune(files).size());
    }
  }

  private void createAgain(int snapshots) throws IOException {
    FileStores.local().forPath(path).delete(path, true);
    for (int i = 0; i < snapshots; i++) {
      append("id: int64, part: string, n: int32", 100L + i, "a", 0);
    }
  }

  private static StreamPosition latest(TableStream stream, StreamPosition from) throws IOException {
    return stream.latest(from, BatchLimit.NONE, stream.newest());
  }

  private static void assertRefused(Executable step) {
    String message = assertThrows(IOException.class, step).getMessage();
    assertTrue(message.contains("the table was dropped and created again"), message);
  }

  /** The ids of its columns may be those of others. */
  @Test
  void aTableThatWasCreatedAgainSinceItWasPlannedIsAnError() throws IOException {
    Snapshot planned = set.current();
    for (int snapshots : new int[] {1, (int) planned.id(), (int) planned.id() + 1}) {
      createAgain(snapshots);
      for (StreamedRows mode : StreamedRows.values()) {
        TableStream stream = new TableStream(set.directory(), mode, planned);
        String plan = assertThrows(IOException.class, () -> stream.initial(0)).getMessage();
        assertTrue(plan.contains("plan it again"), plan);
        assertRefused(() -> stream.initial(1));
        // With a checkpoint of the table that is there now.
        StreamPosition first = new TableStream(set.directory(), mode, null).initial(1);
        assertRefused(() -> latest(stream, first));
        StreamPosition end = latest(new TableStream(set.directory(), mode, null), first);
        assertRefused(() -> stream.files(first, end, IDS, true));
      }
    }
  }

  /** Its ids start at 1 again, so rows up to the old id would be lost. */
  @Test
  void aTableThatWasCreatedAgainIsAnError() throws IOException {
    for (StreamedRows mode : StreamedRows.values()) {
      TableStream stream = new TableStream(set.directory(), mode, null);
      StreamPosition start = stream.initial(0);
      StreamPosition end = latest(stream, start);
      StreamPosition before = stream.initial(end.snapshot());
      for (int snapshots : new int[] {1, (int) end.snapshot(), (int) end.snapshot() + 1}) {
        createAgain(snapshots);
        assertRefused(() -> latest(stream, end));
        assertRefused(() -> latest(stream, before));
        // Batches that were planned before.
        assertRefused(() -> stream.files(start, end, IDS, true));
        assertRefused(() -> stream.files(before, end, IDS, true));
        StreamPosition again = stream.initial(0);
        assertEquals(snapshots, stream.files(again, latest(stream, again), IDS, true).size());
      }
    }
  }

  /** Spark compares the texts of offsets, and old checkpoints do not have the commit. */
  @Test
  void positionsOfOlderVersionsAreKnown() throws IOException {
    TableStream stream = new TableStream(set.directory(), StreamedRows.ADDED, null);
    for (String old :
        List.of(
            "{\"snapshot\":5,\"files\":2147483647,\"initial\":false}",
            "{\"snapshot\":5,\"files\":3,\"initial\":true}",
            "{\"snapshot\":0,\"files\":0,\"initial\":false}")) {
      StreamPosition position = StreamPosition.parse(old);
      assertEquals(old, position.toJson());
      assertEquals(old, stream.latest(position, BatchLimit.NONE, position.snapshot()).toJson());
    }
    StreamPosition old = StreamPosition.after(5, null);
    append("id: int64, part: string, m: int32, n: int32", 4L, "a", 40, 400);
    StreamPosition end = latest(stream, old);
    assertEquals(end, StreamPosition.parse(end.toJson()));
    assertEquals(set.current().commitId(), end.commit());
    assertEquals(1, stream.files(old, end, IDS, true).size());
    assertEquals(end, latest(stream, end));
    createAgain(3);
    assertRefused(() -> latest(stream, old));
  }

  @Test
  void otherReasonsForMissingSnapshots() throws IOException {
    TableStream stream = new TableStream(set.directory(), StreamedRows.ADDED, null);
    StreamPosition end = latest(stream, stream.initial(0));
    // What a listing that lags says.
    assertEquals(end, stream.latest(end, BatchLimit.NONE, 3));
    StreamPosition third = stream.initial(4);
    set.vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    String expired = assertThrows(IOException.class, () -> latest(stream, third)).getMessage();
    assertTrue(expired.contains("expired before the stream came to it"), expired);
    assertEquals(
        StreamPosition.after(set.newestId(), set.current().commitId()), latest(stream, end));
    String none = assertThrows(IOException.class, () -> stream.initial(99)).getMessage();
    assertTrue(none.contains("snapshot 99 does not exist"), none);
  }

  /** Files say which snapshot added them; only changes need the one before, to compare with it. */
  @Test
  void theSnapshotBeforeIsNeededForChangesOnly() throws IOException {
    Snapshot planned = set.current();
    StreamPosition read = StreamPosition.after(planned.id(), planned.commitId());
    append("id: int64, part: string, m: int32, n: int32", 4L, "a", 40, 400);
    long added = set.newestId();
    set.vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    assertFalse(set.directory().log().exists(planned.id()));
    for (StreamedRows mode : StreamedRows.values()) {
      TableStream stream = new TableStream(set.directory(), mode, planned);
      assertEquals(read, stream.initial(added));
      if (mode == StreamedRows.CHANGES) {
        String expired = assertThrows(IOException.class, () -> latest(stream, read)).getMessage();
        String why = "snapshot " + planned.id() + " expired before the stream came to the next one";
        assertTrue(expired.contains(why), expired);
      } else {
        assertEquals(List.of("[4, a, 40, 400]"), rows(mode, added, planned));
      }
      StreamPosition other = StreamPosition.after(planned.id(), "ofanothertable");
      assertRefused(() -> latest(stream, other));
    }
    Rewrite.prepare(FileStores.local(), path, RewriteOptions.of(Map.of())).run(done -> {});
    set.vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    StreamPosition before = StreamPosition.after(set.newestId() - 2, null);
    TableStream stream = new TableStream(set.directory(), StreamedRows.ADDED, planned);
    StreamPosition end = latest(stream, before);
    assertEquals(List.of(), stream.files(before, end, IDS, true));
  }
}
