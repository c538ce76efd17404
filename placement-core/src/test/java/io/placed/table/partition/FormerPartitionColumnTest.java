package io.placed.table.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.DeletionPlan;
import io.placed.table.rewrite.RemainderTask;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.Batch;
import io.placed.vector.TaskMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows are deleted from files whose partition columns are no longer those of the table. */
class FormerPartitionColumnTest {
  private static final Schema SCHEMA = Schema.parse("id: int64, q: string, p: string");

  @TempDir Path dir;
  private String path;
  private DataSet table;

  @BeforeEach
  void newTable() throws IOException {
    path = dir.resolve("t").toString();
    table = DataSet.at(FileStores.local(), path);
  }

  private void write(String by) throws IOException {
    try (TableWriter out = Placed.write(path, SCHEMA).partitionedBy(by).open()) {
      for (long id = 0; id < 20; id++) {
        out.write(id, q(id), p(id));
      }
      out.commit();
    }
  }

  private static String q(long id) {
    return id % 2 == 0 ? "a" : null;
  }

  private static String p(long id) {
    return id % 3 == 0 ? null : "x" + id % 3;
  }

  private List<List<Object>> rows(Predicate where) throws IOException {
    List<List<Object>> rows = new ArrayList<>();
    var read = Placed.read(path);
    try (TableScan scan = (where == null ? read : read.where(where)).open()) {
      for (Batch batch : scan) {
        for (int i = 0; i < batch.rows(); i++) {
          rows.add(Arrays.asList(batch.row(i)));
        }
      }
    }
    rows.sort((a, b) -> Long.compare((Long) a.get(0), (Long) b.get(0)));
    return rows;
  }

  private static List<List<Object>> expected(int from, LongPredicate which) {
    List<List<Object>> rows = new ArrayList<>();
    for (long id = from; id < 20; id++) {
      if (which.test(id)) {
        rows.add(Arrays.asList(id, q(id), p(id)));
      }
    }
    return rows;
  }

  private void deletedFrom(String before, String after) throws IOException {
    write(before);
    table.alter(PartitionSpec.parse(after));
    assertEquals(12, table.deleteRows(Predicate.lt("id", 12L)).rows());
    assertEquals(expected(12, id -> true), rows(null), before + " to " + after);
    assertEquals(expected(12, id -> q(id) != null), rows(Predicate.eq("q", "a")));
    assertEquals(expected(12, id -> q(id) == null), rows(Predicate.isNull("q")));
    assertEquals(expected(12, id -> "x1".equals(p(id))), rows(Predicate.eq("p", "x1")));
    assertEquals(expected(12, id -> p(id) == null), rows(Predicate.isNull("p")));
  }

  @Test
  void anotherColumn() throws IOException {
    deletedFrom("q", "p");
  }

  @Test
  void otherOrder() throws IOException {
    deletedFrom("q, p", "p, bucket(2, q)");
  }

  @Test
  void transformOfTheFormerColumn() throws IOException {
    deletedFrom("q", "bucket(2, q), p");
  }

  @Test
  void transformsBefore() throws IOException {
    deletedFrom("bucket(2, id), q", "p, truncate(10, id)");
  }

  @Test
  void afterTwoChanges() throws IOException {
    write("q");
    table.alter(PartitionSpec.parse("p"));
    table.deleteRows(Predicate.lt("id", 8L));
    table.alter(PartitionSpec.parse("q"));
    table.deleteRows(Predicate.lt("id", 15L));
    assertEquals(expected(15, id -> true), rows(null));
  }

  @Test
  void copiesWithoutValuesAreNotCommitted() throws IOException {
    write("q");
    table.alter(PartitionSpec.parse("p"));
    Snapshot read = table.current();
    DataFile file = read.files().get(0);
    RowBitmap deleted = new RowBitmap();
    deleted.addRange(0, file.rows() - 1);
    DeletionPlan plan = new DeletionPlan(table.directory(), read, 0, Map.of(file, deleted));
    Commit commit =
        table.begin(ColumnBinding.of(read.schema(), read), PartitionSpec.parse("p"), null);
    List<DataFile> copies = new ArrayList<>();
    for (RemainderTask t : plan.tasks(commit.basedOn(read), Map.of())) {
      for (String json : t.run(FileStores.local(), "1", null, TaskMemory.UNLIMITED)) {
        DataFile copy = DataFile.fromJson(json);
        Map<String, String> others = new HashMap<>(copy.partition());
        assertTrue(others.containsKey("q"));
        others.remove("q");
        copies.add(copy.with(others, copy.statistics(), copy.names()));
      }
    }
    Exception e =
        assertThrows(
            IllegalStateException.class, () -> plan.commit(commit, "delete", copies, List.of()));
    assertTrue(e.getMessage().contains(copies.get(0).path()), e.getMessage());
    assertTrue(e.getMessage().contains("q"), e.getMessage());
    assertEquals(expected(0, id -> true), rows(null));
  }
}
