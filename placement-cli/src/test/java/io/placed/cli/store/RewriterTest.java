package io.placed.cli.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.error.CommitConflictException;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.write.options.WriteOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table that is written again in its own place, while others commit. */
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

  /** Makes a change while the first rows are copied. */
  private static void rewrite(String path, Change change) throws Exception {
    boolean[] changed = {false};
    new Rewriter(
            FileStores.local(),
            path,
            fraction -> {
              try {
                if (!changed[0]) {
                  changed[0] = true;
                  change.run();
                }
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            })
        .toDataSet(path, WriteOptions.defaults(), 1 << 20);
  }

  @Test
  void rowsThatAreAppendedMeanwhileStay() throws Exception {
    String path = table("t");
    assertThrows(CommitConflictException.class, () -> rewrite(path, () -> append(path, 100, 150)));
    assertEquals(150, rows(path));
    rewrite(path, () -> {});
    assertEquals(150, rows(path));
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

  private static long count(String path, Predicate where) throws Exception {
    try (TableScan in = Placed.read(path).where(where).open()) {
      return in.rows().count();
    }
  }
}
