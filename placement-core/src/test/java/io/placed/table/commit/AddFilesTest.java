package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CommitConflictException;
import io.placed.error.CorruptFileException;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.stream.BatchLimit;
import io.placed.table.stream.StreamPosition;
import io.placed.table.stream.StreamedRows;
import io.placed.table.stream.TableStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Files that lie in a table's directory and become files of the table. */
class AddFilesTest extends ForeignFilesContract {
  @Test
  void filesBecomeFilesOfTheTable() throws Exception {
    String file = put("p=2/by-hand.placed", "id: int64, name: string", 2L, "b");
    assertEquals("[[1, a, 1]]", rows());
    AddFilesResult result = add(file);
    assertEquals(List.of("p=2/by-hand.placed"), result.added());
    assertEquals(2, result.snapshot());
    assertEquals(1, result.rows());
    assertEquals("[[1, a, 1], [2, b, 2]]", rows());
    assertEquals("[[1, a, 1]]", rows(null, 1));
    assertEquals("[[2, b, 2]]", rows(Predicate.parse("p = 2 and id > 1"), -1));
    SnapshotInfo last = table.history(1).get(0);
    assertEquals("addFiles", last.operation());
    assertEquals(1, last.filesAdded());
    assertTrue(table.current().files().stream().noneMatch(DataFile::foreign));
    assertEquals(2, table.current().rows());
    AddFilesResult again = add(root.toString());
    assertEquals(List.of(), again.added());
    assertEquals(List.of("p=2/by-hand.placed"), again.listed());
    assertEquals(2, table.newestId());
  }

  @Test
  void directoriesAndNamesThatHiveGives() throws Exception {
    put("p=2/000000_0", "ID: int32", 2);
    put("P=3/deep/x.placed", "NAME: string, id: int64, other: double", "c", 3L, 0.5);
    put("p=4/_hidden", "id: int64", 9L);
    Files.writeString(Files.createDirectories(root.resolve("p=5")).resolve("000001_0"), "");
    assertEquals(2, add(root.resolve("p=2").toString(), root.resolve("P=3").toString()).rows());
    assertEquals("[[1, a, 1], [2, null, 2], [3, c, 3]]", rows());
    // What is not the table's stays hidden if a column of that name is added.
    table.alter(
        List.of(
            new ColumnChange.Add(List.of("other"), Type.DOUBLE, ColumnChange.LAST),
            new ColumnChange.Rename("name", "title")),
        Map.of());
    assertEquals("[[1, a, 1, null], [2, null, 2, null], [3, c, 3, null]]", rows());
    table.alter(
        List.of(new ColumnChange.Add(List.of("name"), Type.STRING, ColumnChange.LAST)), Map.of());
    assertEquals("[[3, c, 3, null, null]]", rows(Predicate.parse("title = 'c'"), -1));
    assertEquals("[]", rows(Predicate.parse("name = 'c' or other > 0.0"), -1));
  }

  @Test
  void whatIsRefused() throws Exception {
    String outside = dir.resolve("o.placed").toString();
    write(at(outside, TABLE), row(5L, "e", 5));
    assertTrue(refused(outside).contains("is not in the table's directory " + root));
    assertTrue(refused(outside).contains("placed convert"), refused(outside));
    String parquet = root.resolve("p=1/x.parquet").toString();
    Files.writeString(Path.of(parquet), "PAR1 and so on PAR1");
    String message = refused(parquet);
    assertTrue(message.contains("is a Parquet file; only Placed files can be added"), message);
    assertTrue(message.contains("placed convert " + parquet), message);
    assertTrue(refused(root.resolve("p=1").toString()).contains("x.parquet: is a Parquet file"));
    Files.delete(Path.of(parquet));
    String orc = root.resolve("p=1/000000_0").toString();
    Files.writeString(Path.of(orc), "ORC and so on");
    assertTrue(refused(orc).contains("is an ORC file"));
    Files.writeString(Path.of(orc), "hm");
    assertTrue(refused(orc).contains("is not a Placed file"));
    Files.delete(Path.of(orc));
    assertTrue(refused(put("p=1/_x.placed", "id: int64", 9L)).contains("begins with '_' or '.'"));
    assertTrue(refused(put("_x/y.placed", "id: int64", 9L)).contains("rename _x"));
    String managed = "p=1/0123456789abcdef0123456789abcdef-0.placed";
    assertTrue(refused(put(managed, "id: int64", 9L)).contains("a file of a commit"));
    assertTrue(refused(put("x.placed", "id: int64", 9L)).contains("is in no partition"));
    message = refused(put("p=1/wrong.placed", "id: string", "x"));
    assertTrue(message.contains("p=1/wrong.placed: column id is string in the file"), message);
    Path nested = root.resolve("p=1/nested");
    write(at(nested.toString(), Schema.parse("id: int64")), row(9L));
    String inside = put("p=1/nested/y.placed", "id: int64", 9L);
    assertTrue(refused(inside).contains("belongs to another table, " + nested));
    assertThrows(
        IOException.class, () -> add(put("p=text/z.placed", "id: int64", 9L)), "partition value");
    assertThrows(FileNotFoundException.class, () -> add(root.resolve("none").toString()));
    // One that is wrong keeps all others out.
    String good = put("p=1/good.placed", "id: int64", 9L);
    refused(good, root.resolve("p=1/wrong.placed").toString());
    assertEquals("[[1, a, 1]]", rows());
  }

  @Test
  void aDirectoryWithoutSnapshotsGetsOne() throws Exception {
    root = dir.resolve("bare");
    table = DataSet.at(FileStores.local(), root.toString());
    assertThrows(IOException.class, () -> add(root.toString()));
    put("p=1/x.placed", "id: int64", 1L);
    put("p=2/y.placed", "id: int64", 2L);
    AddFilesResult result = add(root.resolve("p=2/y.placed").toString());
    assertEquals(List.of("p=2/y.placed"), result.listed());
    assertEquals("[[1, 1], [2, 2]]", rows());
    assertEquals(1, table.newestId());
    put("p=3/z.placed", "id: int64", 3L);
    assertEquals("[[1, 1], [2, 2]]", rows());
  }

  /** A file that is listed is not also a foreign one. */
  @Test
  void noRowIsThereTwice() throws Exception {
    table.alter(List.of(), ON);
    String file = put("p=2/by-hand.placed", "id: int64", 2L);
    assertEquals("[[1, a, 1], [2, null, 2]]", rows());
    assertEquals(2, table.current().rows());
    add(file);
    assertEquals(2, table.current().rows());
    assertEquals(2, table.current().files().size());
    table.alter(List.of(new ColumnChange.Rename("name", "title")), Map.of());
    Commit over = table.begin(table.current().schema(), List.of("p"), null);
    over.overwrite(List.of());
    assertEquals(2, table.history(1).get(0).filesRemoved());
    assertEquals("[]", rows());
  }

  @Test
  void removedFilesAreVacuumedAndNotAddedAgain() throws Exception {
    String file = put("p=2/by-hand.placed", "id: int64", 2L);
    String never = put("p=2/never.placed", "id: int64", 3L);
    add(file);
    assertEquals(List.of(), vacuum(9).filesRemoved());
    Rewrite.prepare(
            FileStores.local(),
            root.toString(),
            RewriteOptions.of(Map.of("placement", "orc")).withWhere(Predicate.parse("p = 2")))
        .run(done -> {});
    assertEquals("[[1, a, 1], [2, null, 2]]", rows());
    assertEquals("[[1, a, 1], [2, null, 2]]", rows(null, 2));
    String message = refused(file);
    assertTrue(message.contains("was replaced or deleted"), message);
    assertEquals(List.of(), vacuum(9).filesRemoved());
    assertEquals(List.of("p=2/by-hand.placed"), vacuum(1).filesRemoved());
    assertEquals(0, table.directory().log().newest().excluded().size());
    assertTrue(Files.exists(Path.of(never)));
    assertEquals("[[1, a, 1], [2, null, 2]]", rows());
    // A new file of that name is another one.
    add(put("p=2/by-hand.placed", "id: int64", 4L));
    assertEquals("[[1, a, 1], [2, null, 2], [4, null, 2]]", rows());
    vacuum(1);
    assertEquals("[[1, a, 1], [2, null, 2], [4, null, 2]]", rows());
  }

  @Test
  void streamsSeeTheAddedRows() throws Exception {
    TableStream stream = new TableStream(table.directory(), StreamedRows.ADDED, null);
    StreamPosition first = stream.latest(stream.initial(0), BatchLimit.NONE, stream.newest());
    add(put("p=2/by-hand.placed", "id: int64", 2L));
    StreamPosition next = stream.latest(first, BatchLimit.NONE, stream.newest());
    var files = stream.files(first, next, List.of("id", "name", "p"), true);
    assertEquals(1, files.size());
    assertTrue(files.get(0).path().endsWith("p=2/by-hand.placed"));
  }

  /** Columns are bound when it is planned. */
  @Test
  void aRenameThatCommitsMeanwhileIsFollowed() throws Exception {
    String file = put("p=2/by-hand.placed", "id: int64, name: string", 2L, "b");
    AddFiles planned = planned(file);
    table.alter(
        List.of(
            new ColumnChange.Rename("name", "title"),
            new ColumnChange.Add(List.of("name"), Type.STRING, ColumnChange.LAST)),
        Map.of());
    publish(planned);
    assertEquals("[[1, a, 1, null], [2, b, 2, null]]", rows());
  }

  /** The file stores a column under a name that a later column has. */
  @Test
  void whatIsStoredInAnotherCaseIsNoLaterColumn() throws Exception {
    AddFiles meanwhile = planned(put("p=3/c.placed", "ID: int64", 3L));
    add(put("p=2/by-hand.placed", "ID: int64, NAME: string", 2L, "b"));
    assertEquals("[[1, a, 1], [2, b, 2]]", rows());
    table.alter(
        List.of(new ColumnChange.Rename("id", "number"), new ColumnChange.Drop("name")), Map.of());
    publish(meanwhile);
    table.alter(
        List.of(
            new ColumnChange.Add(List.of("ID"), Type.INT64, ColumnChange.LAST),
            new ColumnChange.Add(List.of("NAME"), Type.STRING, ColumnChange.LAST)),
        Map.of());
    assertEquals("[[1, 1, null, null], [2, 2, null, null], [3, 3, null, null]]", rows());
    assertEquals(0, table.deleteRows(Predicate.parse("ID in (2, 3) or NAME = 'b'")).rows());
    assertEquals("[[3, 3, null, null]]", rows(Predicate.parse("number = 3"), -1));
  }

  /** Whoever gives a column its name back, or the one that a file has, gets its values back. */
  @Test
  void whatIsStoredInAnotherCaseComesBackWithItsColumn() throws Exception {
    add(put("p=2/by-hand.placed", "ID: int32, NAME: string", 2, "b"));
    table.alter(List.of(new ColumnChange.Rename("id", "number")), Map.of());
    table.alter(
        List.of(new ColumnChange.Add(List.of("ID"), Type.INT64, ColumnChange.LAST)), Map.of());
    assertEquals("[[1, a, 1, null], [2, b, 2, null]]", rows());
    table.alter(List.of(new ColumnChange.Drop("ID")), Map.of());
    table.alter(List.of(new ColumnChange.Rename("number", "ID")), Map.of());
    assertEquals("[[1, a, 1], [2, b, 2]]", rows());
    assertEquals("[[2, b, 2]]", rows(Predicate.parse("ID = 2"), -1));
    table.alter(List.of(new ColumnChange.Rename("ID", "id")), Map.of());
    assertEquals("[[2, b, 2]]", rows(Predicate.parse("id = 2"), -1));
    table.alter(List.of(new ColumnChange.Drop("name")), Map.of());
    table.alter(
        List.of(new ColumnChange.Add(List.of("NAME"), Type.STRING, ColumnChange.LAST)), Map.of());
    assertEquals("[[1, 1, null], [2, 2, null]]", rows());
    table.rollback(table.newestId() - 2);
    assertEquals("[[1, a, 1], [2, b, 2]]", rows());
    table.alter(List.of(new ColumnChange.Rename("name", "NAME")), Map.of());
    assertEquals("[[1, a, 1], [2, b, 2]]", rows());
    assertEquals("[[2, b, 2]]", rows(Predicate.parse("NAME = 'b'"), -1));
  }

  @Test
  void conflicts() throws Exception {
    String file = put("p=2/by-hand.placed", "id: int64, name: string", 2L, "b");
    AddFiles first = planned(file);
    AddFiles second = planned(file);
    publish(first);
    publish(second);
    assertEquals("[[1, a, 1], [2, b, 2]]", rows());
    AddFiles third = planned(put("p=3/c.placed", "name: string", "c"));
    table.alter(List.of(new ColumnChange.Drop("name")), Map.of());
    String dropped = assertThrows(CommitConflictException.class, () -> publish(third)).getMessage();
    assertTrue(dropped.contains("column name was dropped"), dropped);
    String gone = put("p=3/d.placed", "id: int64", 4L);
    AddFiles fourth = planned(gone);
    table.alter(List.of(), Map.of("owner", "somebody"));
    Files.delete(Path.of(gone));
    assertThrows(CommitConflictException.class, () -> publish(fourth));
    table.alter(List.of(), ON);
    String replaced = put("p=3/e.placed", "id: int64", 5L);
    AddFiles fifth = planned(replaced);
    table.begin(table.current().schema(), List.of("p"), null).overwrite(List.of());
    assertThrows(CommitConflictException.class, () -> publish(fifth));
    assertEquals("[]", rows());
    assertFalse(table.current().files().stream().anyMatch(f -> f.rows() > 0));
  }

  @Test
  void aChangeOfPartitioningMeanwhileIsAConflict() throws Exception {
    String file = put("p=2/by-hand.placed", "id: int64, name: string", 2L, "b");
    AddFiles planned = planned(file);
    table.alter(PartitionSpec.NONE);
    table.alter(List.of(new ColumnChange.Rename("p", "q")), Map.of());
    assertThrows(CommitConflictException.class, () -> publish(planned));
    assertEquals("[[1, a, 1]]", rows());
    // A rename alone is followed.
    String other = put("by-hand.placed", "id: int64, q: int32", 3L, 3);
    AddFiles renamed = planned(other);
    table.alter(List.of(new ColumnChange.Rename("q", "r")), Map.of());
    publish(renamed);
    assertEquals("[[1, a, 1], [3, null, 3]]", rows());
  }

  /** The names of files that somebody put there do not say which files they are. */
  @Test
  void aRollbackIsRefusedIfAnotherFileIsInThePlace() throws Exception {
    String file = put("p=2/by-hand.placed", "id: int64", 2L);
    add(file);
    long with = table.current().id();
    table.deleteRows(Predicate.parse("p = 2"));
    Files.delete(Path.of(file));
    add(put("p=2/by-hand.placed", "id: int64", 4L));
    assertEquals("[[1, a, 1], [4, null, 2]]", rows());
    assertThrows(CorruptFileException.class, () -> table.rollback(with));
    assertEquals("[[1, a, 1], [4, null, 2]]", rows());
  }

  private AddFiles planned(String file) throws IOException {
    return new FileAddition(table.directory(), List.of(file)).plan("f".repeat(32)).operation();
  }

  private void publish(AddFiles operation) throws IOException {
    new Publisher(table.directory(), operation.commitId(), Long.MAX_VALUE).publish(operation);
  }

  @Test
  void manyFilesGoToManifests() throws Exception {
    for (int i = 0; i < 70; i++) {
      put("p=" + i % 3 + "/n" + i + ".placed", "id: int64, extra: int32", 100L + i, i);
    }
    assertEquals(70, add(root.toString()).rows());
    assertFalse(table.directory().log().newest().files().manifestPaths().isEmpty());
    table.alter(
        List.of(new ColumnChange.Add(List.of("extra"), Type.INT32, ColumnChange.LAST)), Map.of());
    assertEquals("[[169, null, 0, null]]", rows(Predicate.parse("id = 169"), -1));
    assertEquals("[]", rows(Predicate.parse("extra = 3"), -1));
    table.begin(table.current().schema(), List.of("p"), null).delete(Predicate.parse("p = 0"));
    table.alter(List.of(), ON);
    assertEquals(1 + 46, table.current().rows());
    assertArrayEquals(
        new long[] {0},
        new long[] {table.current().files().stream().filter(DataFile::foreign).count()});
  }
}
