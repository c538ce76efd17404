package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.WriteBuilder;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableProperties;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The property that decides whether files that no snapshot lists are visible. */
class ForeignPropertyTest extends ForeignFilesContract {
  /** Rows that are visible before the first commit are so after it, and have a history. */
  @Test
  void theFirstCommitListsWhatIsThere() throws Exception {
    root = dir.resolve("bare");
    table = DataSet.at(FileStores.local(), root.toString());
    put("a.placed", "ID: int64, other: string", 1L, "x");
    put("b.placed", "id: int64", 2L);
    Schema schema = Schema.parse("ID: int64, more: int32");
    write(at(root.toString(), schema).mergeSchema(), row(3L, 7));
    assertEquals("[[1, x, null], [2, null, null], [3, null, 7]]", rows());
    SnapshotInfo first = table.history().get(0);
    assertEquals(3, first.filesAdded());
    assertEquals(3, first.rowsAdded());
    Files.writeString(root.resolve("damaged.placed"), "this is not looked at");
    assertEquals("[[1, x, null], [2, null, null], [3, null, 7]]", rows());
    table.alter(List.of(new ColumnChange.Rename("ID", "key")), Map.of());
    assertEquals("[[2, null, null]]", rows(Predicate.parse("key = 2"), -1));
  }

  @Test
  void theFirstCommitMayReplaceSomeOfThem() throws Exception {
    root = dir.resolve("bare");
    table = DataSet.at(FileStores.local(), root.toString());
    put("p=1/a.placed", "id: int64", 1L);
    put("p=2/b.placed", "id: int64", 2L);
    Schema schema = Schema.parse("id: int64, p: int32");
    table.begin(schema, List.of("p"), null).delete(Predicate.parse("p = 1"));
    assertEquals("[[2, 2]]", rows());
    table.alter(List.of(), ON);
    assertEquals("[[2, 2]]", rows());
    assertEquals(List.of("p=1/a.placed"), vacuum(1).filesRemoved());
  }

  /** A table of Hive goes on to be one. */
  @Test
  void filesOfHiveKeepThePropertyOn() throws Exception {
    root = dir.resolve("bare");
    table = DataSet.at(FileStores.local(), root.toString());
    put("000000_0", "id: int64", 1L);
    write(at(root.toString(), Schema.parse("id: int64")), row(2L));
    assertTrue(TableProperties.showForeignFiles(table.current().properties()));
    put("000000_0_copy_1", "id: int64", 3L);
    assertEquals("[[1], [2], [3]]", rows());
    write(at(root.toString(), Schema.parse("k: int64")).overwrite().overwriteSchema(), row(4L));
    put("part-00000-c000", "k: int64", 5L);
    assertEquals("[[4], [5]]", rows());
  }

  @Test
  void switchingThePropertyLosesNoRow() throws Exception {
    put("p=2/by-hand.placed", "id: int64", 2L);
    assertEquals("[[1, a, 1]]", rows());
    table.alter(List.of(), ON);
    assertEquals("[[1, a, 1], [2, null, 2]]", rows());
    Snapshot off = table.alter(List.of(), OFF);
    assertEquals(2, off.rows());
    assertEquals(1, table.history(1).get(0).filesAdded());
    put("p=2/later.placed", "id: int64", 3L);
    assertEquals("[[1, a, 1], [2, null, 2]]", rows());
    // What was listed and removed does not come back.
    table.begin(TABLE, List.of("p"), null).delete(Predicate.parse("p = 2"));
    assertEquals("[[1, a, 1]]", rows());
    table.alter(List.of(), ON);
    assertEquals("[[1, a, 1], [3, null, 2]]", rows());
    // Off by a write, too, and by removing the property.
    write(at(root.toString(), TABLE).partitionBy("p"), row(4L, "d", 1));
    table.begin(TABLE, List.of("p"), null).properties(OFF).append(List.of());
    assertEquals("[[1, a, 1], [3, null, 2], [4, d, 1]]", rows());
    assertTrue(table.current().files().stream().noneMatch(DataFile::foreign));
    for (String wrong : List.of("yes", "", "TRUE")) {
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> table.alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, wrong)))
              .getMessage();
      assertTrue(message.contains("must be true or false, found '" + wrong + "'"), message);
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> table.alter(List.of(), Map.of("Placed.Foreign-Files", "true")));
  }

  /** It could neither be read nor be dropped. */
  @Test
  void aNewColumnThatForeignFilesHaveOfAnotherTypeIsRefused() throws Exception {
    table.alter(List.of(), ON);
    put("p=2/x.placed", "ID: int64, Z: string, s: struct<a: int32>", 2L, "z", new Object[] {1});
    List<ColumnChange> wrong =
        List.of(
            new ColumnChange.Add(List.of("z"), Type.INT32, ColumnChange.LAST),
            new ColumnChange.Add(
                List.of("s"), Schema.parse("s: struct<A: string>").field(0).type(), null));
    for (ColumnChange change : wrong) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> table.alter(List.of(change), Map.of()))
              .getMessage();
      assertTrue(message.contains("the foreign file p=2/x.placed has a column"), message);
    }
    assertEquals("[[1, a, 1], [2, null, 2]]", rows());
    Schema written = Schema.parse("id: int64, name: string, p: int32, z: int32");
    WriteBuilder append = at(root.toString(), written).partitionBy("p").mergeSchema();
    String refused =
        assertThrows(IllegalArgumentException.class, () -> write(append, row(3L, "c", 3, 4)))
            .getMessage();
    assertTrue(refused.contains("the foreign file p=2/x.placed has a column"), refused);
    assertEquals("[[1, a, 1], [2, null, 2]]", rows());
    ColumnChange right = new ColumnChange.Add(List.of("z"), Type.STRING, ColumnChange.LAST);
    table.alter(List.of(right), Map.of());
    assertEquals("[[1, a, 1, null], [2, null, 2, z]]", rows());
    table.rollback(2);
    // What is replaced need not be readable.
    write(
        at(root.toString(), written).partitionBy("p").mergeSchema().overwrite(),
        row(3L, "c", 3, 4));
    assertEquals("[[3, c, 3, 4]]", rows());
  }

  /** Of columns that differ in case only each file has its own. */
  @Test
  void newColumnsBesideColumnsThatDifferInCase() throws Exception {
    root = dir.resolve("alike");
    table = DataSet.at(FileStores.local(), root.toString());
    write(at(root.toString(), Schema.parse("a: int64, A: string")), row(1L, "x"));
    table.alter(List.of(), ON);
    put("x.placed", "a: int64, A: string, Zy: int32, zY: string", 2L, "y", 5, "z");
    table.alter(List.of(new ColumnChange.Add(List.of("n"), Type.INT32, null)), Map.of());
    assertEquals("[[null, 1, x], [null, 2, y]]", rows());
    // Which of the two it would be is not known: the file does not have it.
    table.alter(List.of(new ColumnChange.Add(List.of("zy"), Type.INT32, null)), Map.of());
    assertEquals("[[null, null, 1, x], [null, null, 2, y]]", rows());
    Schema more = Schema.parse("a: int64, A: string, m: int32");
    write(at(root.toString(), more).mergeSchema(), row(3L, "w", 7));
    assertEquals(
        "[[null, null, 1, x, null], [null, null, 2, y, null], [null, null, 3, w, 7]]", rows());
  }

  @Test
  void anOverwriteWithOtherColumnsReplacesWhatIsDamaged() throws Exception {
    table.alter(List.of(), ON);
    Files.writeString(root.resolve("damaged.placed"), "this is not looked at");
    Schema other = Schema.parse("id: int64, z: int32");
    write(at(root.toString(), other).overwrite().overwriteSchema(), row(3L, 4));
    assertEquals("[[3, 4]]", rows());
  }
}
