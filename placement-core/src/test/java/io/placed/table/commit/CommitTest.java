package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CommitConflictException;
import io.placed.io.FileStore;
import io.placed.io.ForwardingFileStore;
import io.placed.io.PathNames;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.discovery.TextFooters;
import io.placed.table.file.DataFile;
import io.placed.table.file.RowIds;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommitTest extends DataSetContract {

  @Test
  void filesAreSeenWhenTheyAreCommitted() throws Exception {
    Commit commit = begin(SCHEMA);
    DataFile file = write(commit, "task-0", 5, SCHEMA);
    assertThrows(FileNotFoundException.class, () -> open().current());
    assertFalse(open().hasSnapshots());
    Snapshot written = commit.append(List.of(file));
    Snapshot seen = open().current();
    assertEquals(List.of(file.withIds(new RowIds(0, 1))), seen.files());
    assertEquals(written.files(), seen.files());
    assertEquals(1, seen.id());
    assertEquals(commit.commitId(), seen.commitId());
    assertEquals("append", seen.operation());
    assertEquals(SCHEMA, seen.schema());
    assertEquals(Placement.DEFAULT, seen.placement());
    assertEquals(5, seen.rows());
    assertThrows(IllegalStateException.class, () -> commit.append(List.of()));
    assertEquals(
        PathNames.join(root, file.path()), dataSet.pathOf(file), "path for the file system");
    assertEquals(file.length(), dataSet.input(file).length());
  }

  @Test
  void appendKeepsAndOverwriteReplaces() throws Exception {
    append(SCHEMA, 1, 2);
    Snapshot second = append(SCHEMA, 3);
    assertArrayEquals(new long[] {1, 2, 3}, rows());
    Commit over = begin(SCHEMA).properties(Map.of("k", "v"));
    Snapshot third = over.overwrite(List.of(write(over, "t", 9, SCHEMA)));
    assertArrayEquals(new long[] {9}, rows());
    assertEquals(Map.of("k", "v"), open().current().properties());
    assertArrayEquals(new long[] {1, 2, 3}, rows(open().snapshot(second.id())));
    List<SnapshotInfo> history = open().history();
    assertEquals(List.of(3L, 2L, 1L), history.stream().map(SnapshotInfo::id).toList());
    assertEquals(third.commitId(), history.get(0).commitId());
    assertEquals(3, history.get(0).filesRemoved());
    assertEquals(1, history.get(0).filesAdded());
    assertEquals(3, history.get(2).rowsAdded());
    String missing =
        assertThrows(FileNotFoundException.class, () -> open().snapshot(7)).getMessage();
    assertTrue(missing.contains("snapshot 7 does not exist; the table has 1 to 3"), missing);
    Commit empty = begin(SCHEMA);
    assertEquals(List.of(), empty.overwrite(List.of()).files());
    assertEquals(List.of(), open().current().files());
  }

  @Test
  void overwritesPartitionsAndConditions() throws Exception {
    Commit first = begin(BY_DAY, "day");
    Map<String, String> none = new HashMap<>();
    none.put("day", null);
    first.append(
        List.of(
            write(first, "a", 1, BY_DAY, Map.of("day", "2020-01-01")),
            write(first, "b", 2, BY_DAY, Map.of("day", "2020-01-02")),
            write(first, "c", 3, BY_DAY, none)));
    showForeignFiles();
    put("day=2020-01-01/by-hand.placed", 10, Schema.parse("id: int64"));
    put("day=2020-01-02/by-hand.placed", 20, Schema.parse("id: int64"));
    assertTrue(names().stream().anyMatch(n -> n.startsWith("day=__HIVE_DEFAULT_PARTITION__/")));
    Commit second = begin(BY_DAY, "day");
    second.overwritePartitions(
        List.of(
            write(second, "a", 4, BY_DAY, Map.of("day", "2020-01-01")),
            write(second, "c", 5, BY_DAY, none)));
    assertArrayEquals(new long[] {2, 4, 5, 20}, rows());
    Commit third = begin(BY_DAY, "day");
    third.overwriteWhere(
        List.of(write(third, "a", 6, BY_DAY, Map.of("day", "2021-01-01"))),
        f -> "2020-01-02".equals(f.partition().get("day")));
    assertArrayEquals(new long[] {4, 5, 6}, rows());
    put("day=2020-01-02/new.placed", 30, Schema.parse("id: int64"));
    assertArrayEquals(new long[] {4, 5, 6, 30}, rows());
  }

  @Test
  void abortRemovesItsFilesOnly() throws Exception {
    append(SCHEMA, 1);
    showForeignFiles();
    put("by-hand.placed", 2, SCHEMA);
    Commit other = begin(SCHEMA);
    DataFile kept = write(other, "t", 3, SCHEMA);
    List<String> before = names();
    Commit aborted = begin(SCHEMA);
    write(aborted, "t-0", 4, SCHEMA);
    put("." + aborted.commitId() + "-t-1.placed.0.tmp", 4, SCHEMA);
    aborted.abort();
    aborted.abort();
    assertEquals(before, names());
    other.append(List.of(kept));
    other.abort();
    assertArrayEquals(new long[] {1, 2, 3}, rows());
  }

  /** A file system that repeats a request finds the file of its first try. */
  @Test
  void aRepeatedPutIsNoConflict() throws Exception {
    append(SCHEMA, 1);
    FileStore repeating =
        new ForwardingFileStore(store) {
          @Override
          public boolean putIfAbsent(String path, byte[] content) throws IOException {
            super.putIfAbsent(path, content);
            return super.putIfAbsent(path, content);
          }
        };
    DataSet table = DataSet.at(p -> repeating, root, new TextFooters());
    Commit commit = table.begin(SCHEMA, List.of(), null);
    assertEquals(2, commit.append(List.of(write(commit, "t", 2, SCHEMA))).id());
    assertEquals(2, open().newestId());
    assertArrayEquals(new long[] {1, 2}, rows());
  }

  /** Files that a killed writer leaves behind. */
  @Test
  void remainsOfACrashAreNotSeen() throws Exception {
    append(SCHEMA, 1);
    Commit dead = begin(SCHEMA);
    write(dead, "t-0", 4, SCHEMA);
    put("." + dead.commitId() + "-t-1.placed.0.tmp", 4, SCHEMA);
    put("_placed/.00000000000000000002.json.0.tmp", 4, SCHEMA);
    put("_placed/2.json", 4, SCHEMA);
    put("_temporary/0/000000_0", 4, SCHEMA);
    put(".hive-staging_1/000000_0", 4, SCHEMA);
    put("_SUCCESS", 4, SCHEMA);
    put("x.placed._COPYING_", 4, SCHEMA);
    put("notes.txt", 4, SCHEMA);
    assertArrayEquals(new long[] {1}, rows());
    showForeignFiles();
    assertArrayEquals(new long[] {1}, rows());
    append(SCHEMA, 2);
    assertArrayEquals(new long[] {1, 2}, rows());
    assertEquals(3, open().current().id());
  }

  @Test
  void appendChecksTheSchema() throws Exception {
    append(SCHEMA, 1);
    assertSchema(
        "column id: type int64 of the table and type string of the written rows",
        "id: string, name: string");
    assertSchema(
        "column x does not exist in the table; set mergeSchema",
        "id: int64, name: string, x: int32");
    assertSchema("column name of the table is missing", "id: int64");
    Schema wide = Schema.parse("id: decimal(20,0), x: int32, name: string");
    Commit merge = begin(wide).mergeSchema(true);
    merge.append(List.of(write(merge, "t", 2, wide)));
    Schema merged = open().current().schema();
    assertEquals("id#1: decimal(20,0), name#2: string, x#3: int32", merged.toString());
    append(Schema.parse("id: int8, name: string, x: int32"), 3);
    assertEquals(merged, open().current().schema());
    Commit over = begin(Schema.parse("other: date"));
    assertThrows(IllegalArgumentException.class, () -> over.overwrite(List.of()));
    over.overwriteSchema(true).overwrite(List.of());
    assertEquals("other#4: date", open().current().schema().toString());
  }

  private void assertSchema(String message, String schema) throws IOException {
    Commit commit = begin(Schema.parse(schema));
    String found =
        assertThrows(IllegalArgumentException.class, () -> commit.append(List.of())).getMessage();
    assertTrue(found.contains(message), found);
  }

  /** Otherwise, bounds of old files would be compared as values of the new type. */
  @Test
  void wideningRestatesStatistics() throws Exception {
    append(Schema.parse("v: int32"), 7);
    assertEquals(7L, open().current().files().get(0).statistics().get("v").max());
    append(Schema.parse("v: double"), 8);
    Snapshot now = open().current();
    assertEquals(Type.DOUBLE, now.schema().field(0).type());
    for (DataFile f : now.files()) {
      if (f.rows() == 7) {
        assertEquals(7.0, f.statistics().get("v").max());
      }
    }
  }

  @Test
  void refusesWhatIsNotItsOwn() throws Exception {
    Commit commit = begin(BY_DAY, "day");
    DataFile good = write(commit, "t", 1, BY_DAY, Map.of("day", "2020-01-01"));
    Commit other = begin(BY_DAY, "day");
    assertThrows(IllegalArgumentException.class, () -> other.append(List.of(good)));
    assertThrows(IllegalArgumentException.class, () -> commit.append(List.of(good, good)));
    assertThrows(IllegalArgumentException.class, () -> commit.dataFilePath(Map.of(), "t"));
    assertThrows(
        IllegalArgumentException.class, () -> commit.dataFilePath(Map.of("day", "x"), "t"));
    assertThrows(
        IllegalArgumentException.class,
        () -> commit.dataFilePath(Map.of("day", "2020-01-01"), "../t"));
    assertThrows(IllegalArgumentException.class, () -> begin(BY_DAY, "nosuch"));
    commit.append(List.of(good));
    Commit otherwise = begin(BY_DAY);
    String message =
        assertThrows(IllegalArgumentException.class, () -> otherwise.append(List.of()))
            .getMessage();
    assertTrue(message.contains("partitioned by [day]"), message);
  }

  /** Its writer need not know what somebody else has made of the table. */
  @Test
  void anOverwriteThatKeepsColumnsKeepsThePartitioning() throws Exception {
    Commit first = begin(BY_DAY, "day");
    first.append(List.of(write(first, "t", 1, BY_DAY, Map.of("day", "2020-01-01"))));
    Commit rows = begin(BY_DAY).overwriteSchema(true).keepColumns(true);
    DataFile file = write(rows, "t", 1, BY_DAY, Map.of());
    String message =
        assertThrows(IllegalArgumentException.class, () -> rows.overwrite(List.of(file)))
            .getMessage();
    assertTrue(message.contains("partitioned by [day], the write by []"), message);
    Commit all = begin(BY_DAY).overwriteSchema(true);
    all.overwrite(List.of(write(all, "t", 1, BY_DAY, Map.of())));
    begin(BY_DAY).append(List.of());
  }

  /** Rows that were written for it would be in a table that nobody has. */
  @Test
  void aFirstCommitEndsWithItsDirectory() throws Exception {
    Commit first = begin(SCHEMA);
    write(first, "a", 1, SCHEMA);
    store.delete(root, true);
    DataFile late = write(first, "b", 2, SCHEMA);
    String gone =
        assertThrows(CommitConflictException.class, () -> first.append(List.of(late))).getMessage();
    assertTrue(gone.contains("the table was removed after the write was planned"), gone);
    first.abort();
    assertTrue(open().isVacant() || !open().hasSnapshots());
    append(SCHEMA, 3);
    assertArrayEquals(new long[] {3}, rows());
  }

  /**
   * Files that were copied with names of managed files would become invisible with the first
   * commit.
   */
  @Test
  void filesCopiedFromAnotherTableStopTheFirstCommit() throws Exception {
    String copied = "0123456789abcdef0123456789abcdef-t-0.placed";
    put(copied, 3, SCHEMA);
    assertArrayEquals(new long[] {3}, rows());
    String message = assertThrows(IOException.class, () -> begin(SCHEMA)).getMessage();
    assertTrue(message.contains(copied), message);
    assertArrayEquals(new long[] {3}, rows());
  }
}
