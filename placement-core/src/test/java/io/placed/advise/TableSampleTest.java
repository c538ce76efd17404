package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.placement.reorder.Sample;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples of tables that are too large to be read completely. */
class TableSampleTest {
  private static final int ROWS = 40_000;
  private static final int WANTED = 20_000;

  @TempDir Path directory;

  /** Texts may have 1,024 bytes in a sample, but not all of them without fewer rows. */
  @Test
  void ofLongTextsThereAreFewerRows() throws Exception {
    String path = directory.resolve("t").toString();
    Schema schema = Schema.parse("text: string, short: string, id: int32");
    try (TableWriter out =
        Placed.write(path, schema)
            .option("page-rows", "1024")
            .option("profile", "balanced")
            .open()) {
      for (int i = 0; i < ROWS; i++) {
        out.write(new Object[] {i + "x".repeat(1500), "s" + i, i});
      }
      out.commit();
    }
    AdvisedTable table = PlacedTable.open(DataSet.at(FileStores.local(), path));
    int ofLong = TableSample.of(table, new int[] {0}, WANTED, 0).rows();
    int most = WANTED * Sample.MEAN_BYTES / Sample.MAX_BYTES;
    assertTrue(ofLong > most / 2 && ofLong <= 3 * most, "rows: " + ofLong);
    int both = TableSample.of(table, new int[] {0, 1}, WANTED, 0).rows();
    assertTrue(both >= ofLong && both <= 5 * most, "rows: " + both);
    int ofShort = TableSample.of(table, new int[] {1, 2}, WANTED, 0).rows();
    assertTrue(ofShort >= WANTED / 2, "rows: " + ofShort);
    assertEquals(ofShort, TableSample.of(table, new int[] {2}, WANTED, 0).rows());
  }
}
