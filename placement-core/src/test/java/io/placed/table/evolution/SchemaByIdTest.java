package io.placed.table.evolution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CommitConflictException;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.DataSetContract;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Columns that change during a write: single cases of {@link SchemaByIdRandomTest}. */
class SchemaByIdTest extends DataSetContract {
  private static final Schema MORE = Schema.parse("id: int64, name: string, x: int32");

  private static final String INLINE_FILES = "placed.log.inline-files";

  private Snapshot alter(ColumnChange... changes) throws Exception {
    return open().alter(List.of(changes), Map.of());
  }

  private static ColumnChange.Rename rename(String from, String to) {
    return new ColumnChange.Rename(from, to);
  }

  private static ColumnChange.Add add(String column) {
    return new ColumnChange.Add(List.of(column), Type.INT32, ColumnChange.LAST);
  }

  private List<String> columns() throws Exception {
    return open().current().schema().fields().stream().map(Field::name).toList();
  }

  private DataFile file(long rows) throws Exception {
    return open().current().files().stream().filter(f -> f.rows() == rows).findFirst().get();
  }

  @Test
  void anAppendFollowsARename() throws Exception {
    append(SCHEMA, 1);
    Commit late = begin(SCHEMA).mergeSchema(true);
    DataFile file = write(late, "t", 5, SCHEMA);
    alter(rename("id", "key"), add("id"));
    late.append(List.of(file));
    assertEquals(List.of("key", "name", "id"), columns());
    assertEquals("id", file(5).names().get("key"));
    assertTrue(file(5).names().containsKey("id"));
    assertNull(file(5).names().get("id"));
    assertEquals(5L, file(5).statistics().get("key").max());
    assertNull(file(5).statistics().get("id"));
  }

  @Test
  void aColumnThatWasDroppedIsAConflict() throws Exception {
    append(SCHEMA, 1);
    Commit append = begin(SCHEMA).mergeSchema(true);
    DataFile file = write(append, "t", 5, SCHEMA);
    alter(new ColumnChange.Drop("name"));
    String message =
        assertThrows(CommitConflictException.class, () -> append.append(List.of(file)))
            .getMessage();
    assertTrue(message.contains("column name was dropped after the write was planned"), message);
    alter(new ColumnChange.Add(List.of("name"), Type.STRING, ColumnChange.LAST));
    message =
        assertThrows(CommitConflictException.class, () -> append.append(List.of(file)))
            .getMessage();
    assertTrue(message.contains("the column with that name is a new one"), message);
    append.abort();
    assertArrayEquals(new long[] {1}, rows());
    assertEquals(List.of("id", "name"), columns());
  }

  /** Manifests keep names by the ids of columns, which dropped ones have no more. */
  @Test
  void whatWasDroppedBeforeItsNameWasTakenStaysHidden() throws Exception {
    append(SCHEMA, 1);
    alter(new ColumnChange.Drop("id"), rename("name", "id"));
    System.setProperty(INLINE_FILES, "0");
    try {
      append(Schema.parse("id: string"), 2);
    } finally {
      System.clearProperty(INLINE_FILES);
    }
    assertEquals(2, open().directory().log().newest().files().manifests().size());
    alter(rename("id", "title"), add("id"));
    assertEquals("name", file(1).names().get("title"));
    assertTrue(file(1).names().containsKey("id"));
    assertNull(file(1).names().get("id"));
    assertEquals("id", file(2).names().get("title"));
    assertNull(file(2).names().get("id"));
  }

  @Test
  void idsAreNotGivenTwice() throws Exception {
    append(SCHEMA, 1);
    alter(new ColumnChange.Drop("name"));
    assertEquals(3, alter(add("name")).schema().require("name").id());
    alter(new ColumnChange.Drop("name"));
    Commit over = begin(MORE).overwriteSchema(true);
    over.overwrite(List.of(write(over, "t", 5, MORE)));
    assertEquals("id#1: int64, name#4: string, x#5: int32", open().current().schema().toString());
  }

  /** A rewrite succeeds if a column was dropped in the meantime. */
  @Test
  void aRewriteFollowsADrop() throws Exception {
    append(SCHEMA, 1, 2);
    Snapshot read = open().current();
    Commit rewrite = begin(SCHEMA).basedOn(read);
    DataFile file = write(rewrite, "t", 3, SCHEMA);
    alter(new ColumnChange.Drop("id"), rename("name", "id"), add("name"));
    Set<String> paths = Set.of(read.files().get(0).path(), read.files().get(1).path());
    rewrite.replaceFiles(paths, List.of(file));
    assertEquals(List.of("id", "name"), columns());
    assertEquals("name", file(3).names().get("id"));
    assertNull(file(3).names().get("name"));
    assertTrue(file(3).names().containsKey("name"));
    assertNull(file(3).statistics().get("id"));
  }

  /** The files that it replaces are still there, but its copies have the type of before. */
  @Test
  void aRewriteDoesNotUndoARollback() throws Exception {
    Schema schema = Schema.parse("c: int32, s: struct<a: int32>");
    append(schema, 1);
    assertRefused(
        new ColumnChange.Widen(List.of("c"), Type.INT64), "column c had another type than int32");
    assertRefused(
        new ColumnChange.Widen(List.of("s", "a"), Type.DOUBLE),
        "column s.a had another type than int32");
    // Whoever adds a field of that name again would see the values of this one.
    assertRefused(
        new ColumnChange.Add(List.of("s", "b"), Type.INT32, ColumnChange.LAST),
        "column s.b was dropped");
    assertEquals(schema, open().current().schema());
    assertArrayEquals(new long[] {1}, rows());
  }

  /** A rewrite that is planned between a change and a rollback of it. */
  private void assertRefused(ColumnChange change, String message) throws Exception {
    long before = open().newestId();
    Snapshot read = alter(change);
    Commit rewrite = begin(read.schema()).basedOn(read);
    DataFile file = write(rewrite, "t", 1, read.schema());
    open().rollback(before);
    Set<String> paths = Set.of(read.files().get(0).path());
    CommitConflictException e =
        assertThrows(
            CommitConflictException.class, () -> rewrite.replaceFiles(paths, List.of(file)));
    assertTrue(e.getMessage().contains(message), e::toString);
    // A change that is not undone is no conflict.
    Snapshot stays = alter(new ColumnChange.Widen(List.of("c"), Type.INT32));
    Commit next = begin(stays.schema()).basedOn(stays);
    DataFile copy = write(next, "t", 1, stays.schema());
    alter(new ColumnChange.Move("c", ColumnChange.LAST), new ColumnChange.Move("c", null));
    next.replaceFiles(paths, List.of(copy));
  }

  @Test
  void rowsThatReplaceOthersHaveAllColumns() throws Exception {
    append(MORE, 1);
    Snapshot read = open().current();
    Commit change = begin(SCHEMA).basedOn(read);
    DataFile file = write(change, "t", 3, SCHEMA);
    Set<String> paths = Set.of(read.files().get(0).path());
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> change.changeRows("update", paths, List.of(file)))
            .getMessage();
    assertTrue(message.contains("column x of the table is missing"), message);
  }

  @Test
  void twoWritersAddTheSameColumn() throws Exception {
    append(SCHEMA, 1);
    Commit first = begin(MORE).mergeSchema(true);
    Commit second = begin(MORE).mergeSchema(true);
    first.append(List.of(write(first, "t", 2, MORE)));
    second.append(List.of(write(second, "t", 3, MORE)));
    assertEquals(List.of("id", "name", "x"), columns());
    Commit third = begin(Schema.parse("id: int64, name: string, y: int32")).mergeSchema(true);
    alter(rename("x", "y"));
    String message =
        assertThrows(CommitConflictException.class, () -> third.append(List.of())).getMessage();
    assertTrue(message.contains("another column was renamed to y"), message);
  }

  @Test
  void fieldsOfStructsHaveIdsToo() throws Exception {
    Schema before = Schema.parse("s: struct<a: int32>");
    Schema after = Schema.parse("s: struct<a: int32, b: int32>");
    append(before, 1);
    Commit late = begin(before);
    Commit first = begin(after).mergeSchema(true);
    Commit second = begin(after).mergeSchema(true);
    first.append(List.of(write(first, "t", 2, after)));
    second.append(List.of(write(second, "t", 3, after)));
    late.append(List.of(write(late, "t", 4, before)));
    assertEquals("s#1: struct<a#2: int32, b#3: int32>", open().current().schema().toString());
    Commit lost = begin(after);
    Commit over = begin(before).overwriteSchema(true);
    over.overwrite(List.of(write(over, "t", 5, before)));
    String message =
        assertThrows(CommitConflictException.class, () -> lost.append(List.of())).getMessage();
    assertTrue(message.contains("column s.b was dropped"), message);
  }

  /**
   * Both start before the table exists; the columns of the slower one are matched with those of the
   * faster one.
   */
  @Test
  void twoCreators() throws Exception {
    Commit first = begin(SCHEMA);
    Commit second = begin(SCHEMA).mergeSchema(true);
    Commit third = begin(MORE).mergeSchema(true);
    DataFile file = write(second, "t", 5, SCHEMA);
    first.append(List.of(write(first, "t", 1, SCHEMA)));
    alter(rename("name", "title"));
    second.append(List.of(file));
    third.append(List.of(write(third, "t", 7, MORE)));
    assertEquals(List.of("id", "title", "x"), columns());
    assertEquals("name", file(5).names().get("title"));
    Commit fourth = open().begin(ColumnBinding.of(SCHEMA, null), List.of(), null);
    alter(new ColumnChange.Drop("title"));
    assertThrows(CommitConflictException.class, () -> fourth.append(List.of()));
  }

  @Test
  void aTableThatWasMadeAgain() throws Exception {
    append(SCHEMA, 1);
    Commit late = begin(SCHEMA).mergeSchema(true);
    store.delete(root, true);
    assertThrows(CommitConflictException.class, () -> late.append(List.of()));
    dataSet = open();
    append(Schema.parse("name: string, id: int64"), 1);
    String message =
        assertThrows(CommitConflictException.class, () -> late.append(List.of())).getMessage();
    assertTrue(message.contains("dropped and recreated"), message);
  }

  @Test
  void conditionsAreInTheNamesOfThePlan() throws Exception {
    append(SCHEMA, 1, 9);
    Commit delete = begin(SCHEMA);
    Commit late = begin(SCHEMA);
    alter(rename("id", "other"), new ColumnChange.Add(List.of("id"), Type.INT64, null));
    // The new column of that name is null in all rows.
    delete.delete(Predicate.parse("id >= 1"));
    assertArrayEquals(new long[] {}, rows());
    alter(new ColumnChange.Drop("other"));
    String message =
        assertThrows(CommitConflictException.class, () -> late.delete(Predicate.parse("id > 100")))
            .getMessage();
    assertTrue(message.contains("column id of the condition"), message);
  }

  /** A file keeps its value of a column that partitioned the table before. */
  @Test
  void conditionsOnFormerPartitionColumnsAreInTheNamesOfThePlan() throws Exception {
    Schema schema = Schema.parse("p: int32, x: int32");
    Commit create = begin(schema, "p");
    create.append(List.of(ofPartition(create, 1, 7, 70), ofPartition(create, 2, 1, 10)));
    open().alter(PartitionSpec.NONE);
    Commit swapped = begin(schema);
    alter(rename("p", "t"), rename("x", "p"), rename("t", "x"));
    swapped.delete(Predicate.eq("x", 1L));
    assertArrayEquals(new long[] {70}, rows());
    Commit renamed = begin(open().current().schema());
    alter(rename("x", "q"));
    renamed.delete(Predicate.eq("x", 1L));
    assertArrayEquals(new long[0], rows());
  }

  private static DataFile ofPartition(Commit commit, int p, long x, long rows) throws Exception {
    Map<String, String> partition = Map.of("p", String.valueOf(p));
    return write(commit, "t" + p, rows, Schema.parse("x: int32"), partition)
        .with(partition, Map.of("x", ColumnStatistics.ofConstant(Type.INT32, x, rows)), Map.of());
  }

  @Test
  void aPlacementThatNamesARenamedColumnIsAConflict() throws Exception {
    append(SCHEMA, 1);
    Placement sorted = Placement.parse("reorder=sort(id)");
    Commit one = dataSet.begin(SCHEMA, List.of(), sorted);
    Commit two = dataSet.begin(SCHEMA, List.of(), sorted);
    alter(rename("name", "title"));
    one.overwrite(List.of(write(one, "t", 5, SCHEMA)));
    assertEquals(sorted, open().current().placement());
    Commit other = dataSet.begin(SCHEMA, List.of(), null).overwriteSchema(true);
    other.overwrite(List.of(write(other, "t", 5, SCHEMA)));
    Commit three = dataSet.begin(SCHEMA, List.of(), Placement.parse("reorder=sort(name)"));
    alter(rename("name", "title"));
    DataFile file = write(three, "t", 6, SCHEMA);
    String message =
        assertThrows(CommitConflictException.class, () -> three.overwrite(List.of(file)))
            .getMessage();
    assertTrue(message.contains("column name, which the placement"), message);
    assertThrows(
        CommitConflictException.class, () -> two.overwrite(List.of(write(two, "u", 6, SCHEMA))));
  }

  /** Columns that one batch of a stream adds are known to the next one. */
  @Test
  void laterCommitsOfTheSameColumns() throws Exception {
    append(SCHEMA, 1);
    ColumnBinding plan = ColumnBinding.of(MORE, open().current());
    Commit first = dataSet.begin(plan, List.of(), null).mergeSchema(true);
    assertThrows(IllegalStateException.class, first::nextColumns);
    first.append(List.of(write(first, "t", 2, MORE)));
    alter(rename("x", "y"), rename("id", "key"));
    Commit second = dataSet.begin(first.nextColumns(), List.of(), null).mergeSchema(true);
    second.append(List.of(write(second, "t", 3, MORE)));
    assertEquals(List.of("key", "name", "y"), columns());
    assertEquals(Map.of("key", "id", "y", "x"), named(file(3)));
    alter(rename("y", "z"));
    Commit third = dataSet.begin(second.nextColumns(), List.of(), null).mergeSchema(true);
    third.append(List.of(write(third, "t", 4, MORE)));
    assertEquals(Map.of("key", "id", "z", "x"), named(file(4)));
  }

  private static Map<String, String> named(DataFile f) {
    return f.names().entrySet().stream()
        .filter(e -> e.getValue() != null)
        .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** An INSERT OVERWRITE preserves the result of an ALTER. */
  @Test
  void anOverwriteThatWasPlannedKeepsUp() throws Exception {
    append(SCHEMA, 1);
    Commit planned =
        dataSet
            .begin(ColumnBinding.of(SCHEMA, open().current()), List.of(), null)
            .overwriteSchema(true);
    Commit blind = begin(SCHEMA).overwriteSchema(true);
    alter(rename("id", "key"), add("x"));
    planned.overwrite(List.of(write(planned, "t", 5, SCHEMA)));
    assertEquals(List.of("key", "name", "x"), columns());
    assertEquals("id", file(5).names().get("key"));
    blind.overwrite(List.of(write(blind, "t", 6, SCHEMA)));
    assertEquals(List.of("id", "name"), columns());
    assertEquals(Map.of(), file(6).names());
  }

  /** Values of the former type are none of the new one, so it is another column. */
  @Test
  void aColumnThatIsReplacedByOneOfAnotherTypeHasANewId() throws Exception {
    Schema before = Schema.parse("id: int64, name: string, s: struct<a: int32, r: list<int32>>");
    append(before, 1);
    Commit late = begin(before);
    Schema wider = Schema.parse("id: int64, name: string, s: struct<a: int64, r: list<int32>>");
    Commit over = begin(wider).overwriteSchema(true);
    over.overwrite(List.of(write(over, "t", 2, wider)));
    assertEquals(
        "id#1: int64, name#2: string, s#3: struct<a#4: int64, r#5: list<element#6: int32>>",
        open().current().schema().toString());
    Schema other = Schema.parse("id: int32, name: string, s: struct<a: int64, r: list<string>>");
    over = begin(other).overwriteSchema(true);
    over.overwrite(List.of(write(over, "t", 3, other)));
    Schema now = open().current().schema();
    assertEquals(List.of(7, 2, 8), now.fields().stream().map(Field::id).toList());
    assertEquals(before, open().rollback(1).schema());
    over = begin(other).overwriteSchema(true);
    over.overwrite(List.of(write(over, "t", 4, other)));
    String message =
        assertThrows(CommitConflictException.class, () -> late.append(List.of())).getMessage();
    assertTrue(message.contains("column id was dropped"), message);
    assertTrue(open().current().schema().require("id").id() > 8);
  }

  /** A stream that replaces all rows goes on with the column that it made. */
  @Test
  void laterCommitsOfAColumnOfAnotherType() throws Exception {
    append(SCHEMA, 1);
    Schema other = Schema.parse("id: int32, name: string");
    ColumnBinding columns = ColumnBinding.of(other, open().current());
    for (int batch = 2; batch < 5; batch++) {
      Commit over = dataSet.begin(columns, List.of(), null).overwriteSchema(true);
      over.overwrite(List.of(write(over, "t", batch, other)));
      assertEquals("id#3: int32, name#2: string", open().current().schema().toString());
      columns = over.nextColumns();
    }
  }
}
