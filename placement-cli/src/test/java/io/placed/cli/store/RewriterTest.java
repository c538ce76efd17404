package io.placed.cli.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.error.CommitConflictException;
import io.placed.formats.BatchSink;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.write.options.WriteOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that are copied, or written again in their own place, while others commit. */
class RewriterTest {
  private static final Schema SCHEMA = Schema.parse("id: int64 not null, p: int32");

  @TempDir Path directory;

  private interface Change {
    void run() throws Exception;
  }

  private String table(String name) throws Exception {
    String path = directory.resolve(name).toString();
    append(path, 0, 100);
    return path;
  }

  private static void append(String path, long from, long end) throws Exception {
    try (TableWriter out = Placed.write(path, SCHEMA).open()) {
      for (long i = from; i < end; i++) {
        out.write(i, (int) (i % 3));
      }
      out.commit();
    }
  }

  private static long rows(String path) throws Exception {
    try (TableScan in = Placed.read(path).open()) {
      return in.rows().count();
    }
  }

  /** Makes a change when the first rows are copied. */
  private static DoubleConsumer once(Change change) {
    boolean[] changed = {false};
    return fraction -> {
      try {
        if (!changed[0]) {
          changed[0] = true;
          change.run();
        }
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    };
  }

  private static void rewrite(String path, Change change) throws Exception {
    Rewrite.prepare(FileStores.local(), path, RewriteOptions.of(Map.of("placement", "orc")))
        .run(once(change));
  }

  private static void copy(String from, String to, boolean replace, Change change)
      throws Exception {
    new Rewriter(FileStores.local(), from, once(change))
        .toDataSet(to, WriteOptions.defaults(), 1 << 20, replace);
  }

  @Test
  void rowsThatAreAppendedMeanwhileStay() throws Exception {
    String path = table("t");
    rewrite(path, () -> append(path, 100, 150));
    assertEquals(150, rows(path));
  }

  /** It would be committed as other rows than those that were read. */
  @Test
  void aCopyOntoTheTableIsRefused() throws Exception {
    String path = table("t");
    String link = Files.createSymbolicLink(directory.resolve("link"), Path.of(path)).toString();
    for (String to : List.of(path, link)) {
      String refused =
          assertThrows(IllegalArgumentException.class, () -> copy(path, to, true, () -> {}))
              .getMessage();
      assertEquals(
          to + ": is the table that is read; a copy is allowed at another path only", refused);
    }
    assertEquals(1, DataSet.at(FileStores.local(), path).current().id());
  }

  @Test
  void rowsThatAreDeletedMeanwhileStayDeleted() throws Exception {
    for (long end : new long[] {5, 90}) {
      String path = table("t" + end);
      DataSet data = DataSet.at(FileStores.local(), path);
      assertThrows(
          CommitConflictException.class,
          () -> rewrite(path, () -> data.deleteRows(Predicate.lt("id", end))));
      assertEquals(0, count(path, Predicate.lt("id", end)));
    }
  }

  /** Nothing is new in the table then. */
  @Test
  void filesThatAreRemovedMeanwhileStayAway() throws Exception {
    String path = table("t");
    append(path, 100, 150);
    DataSet data = DataSet.at(FileStores.local(), path);
    assertThrows(
        CommitConflictException.class,
        () -> rewrite(path, () -> data.deleteRows(Predicate.lt("id", 100L))));
    assertEquals(50, rows(path));
  }

  /** As {@code placed convert T T --overwrite}: the output is one of the inputs. */
  @Test
  void aConversionInPlaceKeepsWhatOthersCommit() throws Exception {
    FileStores stores = FileStores.local();
    String path = table("t");
    ReplacedOutput replaced = ReplacedOutput.at(stores, path, List.of(path));
    try (BatchSink sink = sink(path, replaced)) {
      append(path, 100, 150);
      assertThrows(CommitConflictException.class, sink::finish);
    }
    assertEquals(150, rows(path));
    try (BatchSink sink = sink(path, ReplacedOutput.at(stores, path, List.of(path)))) {
      sink.finish();
    }
    assertEquals(0, rows(path));
    // Other rows take the place of whatever there is when they are committed.
    ReplacedOutput others = ReplacedOutput.at(stores, path, List.of(path + "-other"));
    try (BatchSink sink = sink(path, others)) {
      append(path, 0, 10);
      sink.finish();
    }
    assertEquals(0, rows(path));
  }

  /** Another name of the same directory is the same table. */
  @Test
  void aLinkToTheInputIsTheInput() throws Exception {
    FileStores stores = FileStores.local();
    String path = table("t");
    String link = Files.createSymbolicLink(directory.resolve("link"), Path.of(path)).toString();
    for (boolean swapped : new boolean[] {false, true}) {
      String from = swapped ? link : path;
      String to = swapped ? path : link;
      ReplacedOutput replaced = ReplacedOutput.at(stores, to, List.of(from));
      try (BatchSink sink = sink(to, replaced)) {
        append(path, 150, 200);
        assertThrows(CommitConflictException.class, sink::finish);
      }
    }
    assertEquals(200, rows(path));
    // A new directory below a link.
    String inside = link + "/new/deeper";
    try (BatchSink sink = sink(inside, ReplacedOutput.at(stores, inside, List.of(path)))) {
      sink.finish();
    }
  }

  /** Files may come without any commit. */
  @Test
  void filesThatArriveInADirectoryWithoutSnapshotsStay() throws Exception {
    String path = directory.resolve("plain").toString();
    append(path + "/first.placed", 0, 100);
    rewrite(path, () -> append(path + "/second.placed", 100, 150));
    assertEquals(150, rows(path));
    assertEquals(1, DataSet.at(FileStores.local(), path).current().id());
  }

  /** As {@code placed convert D D --overwrite}. */
  @Test
  void aConversionOfADirectoryWithoutSnapshotsKeepsFilesThatArrive() throws Exception {
    FileStores stores = FileStores.local();
    String path = directory.resolve("plain").toString();
    append(path + "/first.placed", 0, 100);
    try (BatchSink sink = sink(path, ReplacedOutput.at(stores, path, List.of(path)))) {
      append(path + "/second.placed", 100, 150);
      CommitConflictException conflict = assertThrows(CommitConflictException.class, sink::finish);
      assertTrue(conflict.getMessage().contains("second.placed"), conflict.getMessage());
    }
    assertEquals(150, rows(path));
    try (BatchSink sink = sink(path, ReplacedOutput.at(stores, path, List.of(path)))) {
      sink.finish();
    }
    assertEquals(0, rows(path));
  }

  /** As {@code placed convert D/rows.csv D --overwrite}: there is nothing that it may replace. */
  @Test
  void aConversionBesideItsInputKeepsFilesThatArrive() throws Exception {
    FileStores stores = FileStores.local();
    String path = directory.resolve("plain").toString();
    Files.createDirectories(Path.of(path));
    String input = Files.writeString(Path.of(path, "rows.csv"), "id,p").toString();
    try (BatchSink sink = sink(path, ReplacedOutput.at(stores, path, List.of(input)))) {
      append(path + "/second.placed", 100, 150);
      assertThrows(CommitConflictException.class, sink::finish);
    }
    assertEquals(50, rows(path));
  }

  /** As {@code placed rewrite T --output NEW}: whether there is a table is asked at the start. */
  @Test
  void aCopyToANewTableReplacesNoTable() throws Exception {
    String from = table("t");
    String to = directory.resolve("new").toString();
    CommitConflictException conflict =
        assertThrows(
            CommitConflictException.class, () -> copy(from, to, false, () -> append(to, 0, 50)));
    assertTrue(conflict.getMessage().startsWith(to + ": "), conflict.getMessage());
    assertEquals(50, rows(to));
    copy(from, to, true, () -> append(to, 0, 50));
    assertEquals(100, rows(to));
  }

  /** As {@code placed convert} without {@code --overwrite}, and repairs. */
  @Test
  void aNewOutputReplacesNoTable() throws Exception {
    String path = directory.resolve("new").toString();
    try (BatchSink sink = sink(path, ReplacedOutput.MUST_BE_NEW)) {
      append(path, 0, 50);
      CommitConflictException conflict = assertThrows(CommitConflictException.class, sink::finish);
      assertTrue(conflict.getMessage().startsWith(path + ": "), conflict.getMessage());
    }
    assertEquals(50, rows(path));
  }

  /** Their values are texts, which mean other values in another type. */
  @Test
  void copiesOfFormerPartitionsKeepTheTypesOfTheirColumns() throws Exception {
    FileStores stores = FileStores.local();
    String from = directory.resolve("from").toString();
    Schema schema = Schema.parse("id: int64 not null, p: float");
    try (TableWriter out = Placed.write(from, schema).partitionBy("p").open()) {
      out.write(1L, 0.1f);
      out.commit();
    }
    DataSet.at(stores, from).alter(PartitionSpec.NONE);
    String to = directory.resolve("to").toString();
    // A new table, and one in the place of another.
    for (int time = 0; time < 2; time++) {
      new Rewriter(stores, from, fraction -> {})
          .toDataSet(to, WriteOptions.defaults(), 1 << 20, true);
      for (String table : List.of(from, to)) {
        IllegalArgumentException refused =
            assertThrows(
                IllegalArgumentException.class,
                () ->
                    DataSet.at(stores, table)
                        .alter(
                            List.of(new ColumnChange.Widen(List.of("p"), Type.DOUBLE)), Map.of()));
        assertTrue(refused.getMessage().contains("column p cannot be changed"), table);
        assertEquals(1, count(table, Predicate.eq("p", 0.1f)));
      }
    }
    // A table that is copied again, and a column that is dropped.
    String again = directory.resolve("again").toString();
    copy(to, again, false, () -> {});
    assertEquals(1, DataSet.at(stores, again).current().partitioning().former().size());
    DataSet.at(stores, again).alter(List.of(new ColumnChange.Drop("p")), Map.of());
    assertEquals(0, DataSet.at(stores, again).current().partitioning().former().size());
    assertEquals(1, rows(again));
  }

  private static BatchSink sink(String path, ReplacedOutput replaced) throws Exception {
    WriteOptions options = WriteOptions.defaults();
    return PlacedSink.create(
        FileStores.local(), path, SCHEMA, PartitionSpec.NONE, options, 0, replaced);
  }

  private static long count(String path, Predicate where) throws Exception {
    try (TableScan in = Placed.read(path).where(where).open()) {
      return in.rows().count();
    }
  }
}
