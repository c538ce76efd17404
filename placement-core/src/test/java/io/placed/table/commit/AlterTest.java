package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CommitConflictException;
import io.placed.io.FileStores;
import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.AddedFiles;
import io.placed.table.snapshot.FormerColumns;
import io.placed.table.snapshot.Snapshot;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Commits that change columns without files, batches of streams, and row-level operations. */
class AlterTest extends DataSetContract {
  private Snapshot alter(ColumnChange... changes) throws Exception {
    return open().alter(List.of(changes), Map.of());
  }

  private static List<String> columns(Snapshot s) {
    return s.schema().fields().stream().map(Field::name).toList();
  }

  /** Null if the table has the column, or never had it. */
  private String without(String column) throws Exception {
    return FormerColumns.snapshotWithout(dataSet.current(), column, true);
  }

  @Test
  void catalogsThatAreBehindAreToldSo() throws Exception {
    append(SCHEMA, 1);
    alter(new ColumnChange.Rename("id", "key"));
    alter(new ColumnChange.Drop("name"));
    assertEquals("2", without("id"));
    assertEquals("3", without("name"));
    assertNull(without("key"));
    assertNull(without("other"));
    Snapshot now = dataSet.current();
    assertEquals("3", FormerColumns.snapshotWithout(now, "NAME", false));
    assertNull(FormerColumns.snapshotWithout(now, "NAME", true));
    FormerColumns.requireNone(now, List.of("key", "other"), true, "the catalog");
    String refused =
        assertThrows(
                IllegalArgumentException.class,
                () -> FormerColumns.requireNone(now, List.of("key", "name"), true, "the catalog"))
            .getMessage();
    assertTrue(refused.contains("column name of the catalog"), refused);
    assertTrue(refused.contains("since snapshot 3"), refused);
    assertTrue(refused.contains("its columns are [key]"), refused);

    // The names of a write are the table's, and mean new columns.
    Schema more = Schema.parse("key: int64, name: string");
    Commit merge = begin(more).mergeSchema(true);
    merge.append(List.of(write(merge, "m", 1, more)));
    assertNull(without("name"));
    assertEquals("2", without("id"));
    alter(new ColumnChange.Rename("key", "id"));
    assertNull(without("id"));
    assertEquals("5", without("key"));

    open().rollback(3);
    assertEquals("6", without("name"));
    assertEquals("6", without("id"));
    assertNull(without("key"));
    dataSet.undo(dataSet.current());
    assertNull(without("name"));
    assertEquals("5", without("key"));

    Map<String, String> own = Map.of("placed.former-column:x", "1");
    assertThrows(IllegalArgumentException.class, () -> dataSet.alter(List.of(), own));
  }

  @Test
  void formerNamesThatDifferInCaseAreOfTheLastOne() throws Exception {
    append(SCHEMA, 1);
    alter(new ColumnChange.Drop("name"));
    alter(new ColumnChange.Add(List.of("Name"), Type.STRING, ColumnChange.LAST));
    assertNull(FormerColumns.snapshotWithout(dataSet.current(), "name", false));
    assertEquals("2", without("name"));
    Snapshot last = alter(new ColumnChange.Drop("Name"));
    assertEquals("4", FormerColumns.snapshotWithout(last, "name", false));
    assertEquals("2", without("name"));
  }

  @Test
  void filesKnowWhatTheirColumnsAreCalled() throws Exception {
    append(SCHEMA, 1);
    alter(new ColumnChange.Rename("id", "key"));
    append(Schema.parse("key: int64, name: string"), 2);
    Snapshot s =
        alter(
            new ColumnChange.Add(List.of("id"), Type.INT32, null),
            new ColumnChange.Drop("name"),
            new ColumnChange.Add(List.of("name"), Type.STRING, "key"));
    assertEquals(List.of("id", "key", "name"), columns(s));
    Map<String, String> old = new HashMap<>();
    old.put("key", "id");
    old.put("id", null);
    old.put("name", null);
    Map<String, String> young = new HashMap<>();
    young.put("name", null);
    for (DataFile f : open().current().files()) {
      assertEquals(f.rows() == 1 ? old : young, f.names(), f.path());
      assertTrue(f.statistics().containsKey("key"), f.statistics().toString());
      assertNull(f.statistics().get("name"));
      assertEquals(f, DataFile.fromJson(f.toJson()));
    }
    // Existing rows are unchanged.
    assertEquals(List.of("id", "name"), columns(open().snapshot(1)));
    assertEquals(Map.of(), open().snapshot(1).files().get(0).names());
    // Renamed and renamed back.
    alter(new ColumnChange.Drop("id"), new ColumnChange.Rename("key", "id"));
    assertNull(open().current().files().get(0).names().get("key"));
    assertEquals(
        1,
        open().current().files().stream()
            .filter(f -> f.rows() == 1 && !f.names().containsKey("id"))
            .count());
    // To the name that it has.
    List<DataFile> before = open().current().files();
    alter(new ColumnChange.Rename("id", "id"));
    assertEquals(before, open().current().files());
  }

  @Test
  void typesBecomeWiderOnly() throws Exception {
    append(Schema.parse("a: int32, s: struct<x: int32>"), 1);
    Snapshot s =
        alter(
            new ColumnChange.Widen(List.of("a"), Type.INT64),
            new ColumnChange.Widen(List.of("s", "x"), Type.INT64),
            new ColumnChange.Add(List.of("s", "y"), Type.STRING, ColumnChange.LAST),
            new ColumnChange.Move("s", null));
    assertEquals(List.of("s", "a"), columns(s));
    assertEquals(2, s.schema().require("s").type().children().size());
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> alter(new ColumnChange.Widen(List.of("a"), Type.INT32)))
            .getMessage();
    assertTrue(message.contains("column a of type int64"), message);
    assertEquals(2, open().newestId());
  }

  /** The values of rows that another writer adds meanwhile would be lost. */
  @Test
  void aColumnIsReplacedOnlyIfThereWasNeverARow() throws Exception {
    Schema schema = Schema.parse("s: struct<x: int32>, a: int32");
    DataSet.at(FileStores.local(), root).begin(schema, List.of(), null).append(List.of());
    Type wanted = Schema.parse("s: struct<z: int32>").require("s").type();
    ColumnChange.Replace replace = new ColumnChange.Replace("s", wanted);
    int before = open().current().lastFieldId();
    Snapshot s = alter(replace);
    assertEquals(List.of("s", "a"), columns(s));
    assertTrue(s.schema().require("s").id() > before);
    assertEquals("z", s.schema().require("s").type().children().get(0).name());
    append(s.schema(), 1);
    assertThrows(CommitConflictException.class, () -> alter(replace));
    open().begin(s.schema(), List.of(), null).overwrite(List.of());
    assertThrows(CommitConflictException.class, () -> alter(replace));
    assertEquals(s.schema(), open().current().schema());
  }

  /** Field ids in a given type belong to another schema. */
  @Test
  void whatIsAddedGetsIdsOfItsOwn() throws Exception {
    append(Schema.parse("id: int64, s: struct<x: int32, y: list<int32>>"), 1);
    Type nested =
        Schema.parse("a: int32, b: struct<x: int32, z: map<string, struct<u: int32, v: date>>>")
            .require("b")
            .type();
    Snapshot s =
        alter(
            new ColumnChange.Add(List.of("t"), nested, ColumnChange.LAST),
            new ColumnChange.Add(List.of("s", "n"), nested, ColumnChange.LAST),
            new ColumnChange.Add(List.of("l"), Type.list(nested), null));
    Set<Integer> ids = new HashSet<>();
    assertEquals(ids(s.schema().fields(), ids), ids.size());
    assertEquals(s.lastFieldId(), Collections.max(ids));
    alter(new ColumnChange.Drop("t"));
    Snapshot again = alter(new ColumnChange.Add(List.of("t"), nested, ColumnChange.LAST));
    assertTrue(again.schema().require("t").id() > s.lastFieldId());
  }

  private static int ids(List<Field> fields, Set<Integer> ids) {
    int count = 0;
    for (Field f : fields) {
      ids.add(f.id());
      count += 1 + ids(f.type().children(), ids);
    }
    return count;
  }

  /** A column that the placement names: a rename is followed, a drop is refused. */
  @Test
  void thePlacementFollowsItsColumns() throws Exception {
    Schema schema = Schema.parse("id: int64, name: string, `a b`: int32, c: int32");
    Placement placement =
        Placement.parse(
            "reorder=sort(name desc, `a b`); row-group=efficiency(0.5; column=c);"
                + " column-groups=(id, c),(NAME) order (c, id); packing=copies(one-row-group;"
                + " (name, c); all)");
    DataSet.at(FileStores.local(), root).begin(schema, List.of(), placement).append(List.of());
    Snapshot s =
        alter(
            new ColumnChange.Rename("name", "Title"),
            new ColumnChange.Rename("a b", "n"),
            new ColumnChange.Rename("c", "name"));
    assertEquals(
        Placement.parse(
            "reorder=sort(Title desc, n); row-group=efficiency(0.5; column=name);"
                + " column-groups=(id, name),(Title) order (name, id);"
                + " packing=copies(one-row-group; (Title, name); all)"),
        s.placement());
    for (var e :
        Map.of(
                "Title", "placement.reorder",
                "n", "placement.reorder",
                "name", "placement.row-group",
                "id", "placement.column-groups")
            .entrySet()) {
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> alter(new ColumnChange.Drop(e.getKey())),
                  e.toString())
              .getMessage();
      assertTrue(
          message.contains("column " + e.getKey() + " cannot be dropped: ")
              && message.contains(e.getValue()),
          message);
    }
    assertEquals(s.id(), open().newestId());
    // A preset is stored by its name.
    root = temporary.resolve("preset").toString();
    dataSet = open();
    append(SCHEMA, 1);
    Placement before = open().current().placement();
    assertEquals(before, alter(new ColumnChange.Rename("name", "n")).placement());
  }

  @Test
  void whatIsRefused() throws Exception {
    assertThrows(IllegalArgumentException.class, () -> alter(new ColumnChange.Drop("id")));
    append(SCHEMA, 1);
    for (ColumnChange wrong :
        List.of(
            new ColumnChange.Drop("none"),
            new ColumnChange.Rename("id", "NAME"),
            new ColumnChange.Rename("none", "x"),
            new ColumnChange.Add(List.of("ID"), Type.INT32, ColumnChange.LAST),
            new ColumnChange.Add(List.of("x"), Type.INT32, "none"),
            new ColumnChange.Add(List.of("id", "x"), Type.INT32, ColumnChange.LAST),
            new ColumnChange.Move("none", null))) {
      assertThrows(IllegalArgumentException.class, () -> alter(wrong), wrong.toString());
    }
    showForeignFiles();
    put("by-hand.placed", 2, SCHEMA);
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> alter(new ColumnChange.Rename("id", "key")))
            .getMessage();
    assertTrue(message.contains("by-hand.placed"), message);
    alter(new ColumnChange.Add(List.of("x"), Type.INT32, ColumnChange.LAST));
    assertEquals(3, open().newestId());
  }

  @Test
  void anAppendOfBeforeSurvives() throws Exception {
    append(SCHEMA, 1);
    Commit late = begin(SCHEMA).mergeSchema(true);
    DataFile file = write(late, "t", 5, SCHEMA);
    alter(new ColumnChange.Add(List.of("x"), Type.INT32, ColumnChange.LAST));
    late.append(List.of(file));
    assertArrayEquals(new long[] {1, 5}, rows());
    assertEquals(List.of("id", "name", "x"), columns(open().current()));
  }

  @Test
  void propertiesAreSetAndRemoved() throws Exception {
    append(SCHEMA, 1);
    open().alter(List.of(), Map.of("a", "1", "b", "2"));
    Map<String, String> without = new HashMap<>();
    without.put("a", null);
    assertEquals(Map.of("b", "2"), open().alter(List.of(), without).properties());
    // Settings are found in any case, so that two spellings would contradict each other.
    assertEquals(Map.of("B", "3"), open().alter(List.of(), Map.of("B", "3")).properties());
    without.put("b", null);
    assertEquals(Map.of(), open().alter(List.of(), without).properties());
  }

  @Test
  void aBatchIsCommittedOnce() throws Exception {
    for (long batch : new long[] {0, 1, 1, 0}) {
      Commit commit = begin(SCHEMA).batch("query", batch);
      DataFile file = write(commit, "t", 10 + batch, SCHEMA);
      if (open().newestId() > batch) {
        assertThrows(BatchCommittedException.class, () -> commit.append(List.of(file)));
        commit.abort();
      } else {
        commit.append(List.of(file));
      }
    }
    assertArrayEquals(new long[] {10, 11}, rows());
    assertEquals(2, names().stream().filter(n -> n.matches("[^_].*\\.placed")).count());
    Commit other = begin(SCHEMA).batch("another", 0);
    other.append(List.of(write(other, "t", 99, SCHEMA)));
    assertArrayEquals(new long[] {10, 11, 99}, rows());
  }

  @Test
  void changesOfRowsSeeWhatCameBetween() throws Exception {
    append(SCHEMA, 1, 2);
    Snapshot read = open().current();
    append(SCHEMA, 10);
    Set<String> first = Set.of(read.files().get(0).path());
    Commit strict = begin(SCHEMA).basedOn(read).serializable();
    DataFile file = write(strict, "t", 7, SCHEMA);
    assertThrows(
        CommitConflictException.class, () -> strict.changeRows("update", first, List.of(file)));
    strict.abort();
    Commit snapshot = begin(SCHEMA).basedOn(read);
    snapshot.changeRows("update", first, List.of(write(snapshot, "t", 7, SCHEMA)));
    assertEquals("update", open().current().operation());
    assertEquals(19, open().current().rows() + read.files().get(0).rows() - 1);
    // The file does not exist any more.
    Commit late = begin(SCHEMA).basedOn(read);
    DataFile again = write(late, "t", 8, SCHEMA);
    assertThrows(
        CommitConflictException.class, () -> late.changeRows("delete", first, List.of(again)));
    AddedFiles added = open().added(3);
    assertTrue(added.changes());
    assertEquals(1, added.files().size());
    assertEquals(1, open().added(2).files().size());
  }
}
