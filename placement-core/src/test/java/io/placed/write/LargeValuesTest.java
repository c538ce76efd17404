package io.placed.write;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.io.LocalFileStore;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.options.WriteOptions;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values of a megabyte in the heap of the tests, which is 1 GiB. */
@Tag("long")
class LargeValuesTest {
  private static final Schema SCHEMA = Schema.parse("blob: binary");
  private static final int ROWS = 260;

  @TempDir Path dir;

  @Test
  void theyAreWrittenWithTheDefaultOptions() throws Exception {
    String path = dir.resolve("f.placed").toString();
    Random random = new Random(1);
    FileSummary summary;
    try (FileWriter writer =
        FileWriter.create(new LocalFileStore(), path, SCHEMA, WriteOptions.defaults())) {
      Batch batch = Batch.of(SCHEMA);
      for (int i = 0; i < ROWS; i++) {
        byte[] blob = new byte[1_000_000];
        random.nextBytes(blob);
        batch.appendRow((Object) blob);
        if (i % 8 == 7 || i == ROWS - 1) {
          writer.write(batch);
          batch.clear();
        }
      }
      summary = writer.finish();
    }
    List<Long> bytes = summary.rowGroups().stream().map(RowGroupSummary::length).toList();
    assertTrue(bytes.stream().allMatch(b -> b <= 66L << 20), bytes::toString);
    assertTrue(bytes.get(0) >= 50L << 20, bytes::toString);
    Random again = new Random(1);
    byte[] expected = new byte[1_000_000];
    try (TableScan scan = Placed.read(path).open()) {
      int rows = 0;
      for (Iterator<Object[]> all = scan.rows().iterator(); all.hasNext(); rows++) {
        again.nextBytes(expected);
        assertArrayEquals(expected, (byte[]) all.next()[0]);
      }
      assertEquals(ROWS, rows);
    }
  }
}
