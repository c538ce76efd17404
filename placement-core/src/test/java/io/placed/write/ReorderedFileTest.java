package io.placed.write;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Batch;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reorderings of whole files, with spilling. */
class ReorderedFileTest {
  private static final Schema SCHEMA =
      Schema.parse("d: date, n: int64, s: string, p: decimal(38,2), l: list<int32>");
  private static final int ROWS = 30_000;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none",
        "sort(s, n desc)",
        "sort-buffer(n; 200KiB)",
        "z-order(d, n, s; 100 ranges)",
        "hilbert(d, n, s, p)",
        "hilbert(d, n; values)",
        "rising-cardinality(*)",
        "multiple-lists(d, s; 500KiB)",
        "vortex(*; 500KiB)",
        "qd-tree(n < 500 and s = 's1'; d >= '1970-06-01'; 1000 rows)"
      })
  void rowsAreKeptAndTheFileIsTheSameForAnyMemory(String reorder) throws IOException {
    Placement placement = Placement.parse("reorder=" + reorder + "; row-group=8192 rows");
    List<String> small = rows(write(placement, 1 << 20));
    List<String> large = rows(write(placement, 1 << 28));
    assertEquals(large, small);
    assertEquals(
        rows(write(Placement.DEFAULT, 1 << 28)).stream().sorted().toList(),
        small.stream().sorted().toList());
    try (var files = Files.list(directory)) {
      assertArrayEquals(new Object[] {directory.resolve("t.placed")}, files.toArray());
    }
  }

  @Test
  void aSortNeedsMemory() {
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> WriteOptions.of(Map.of("sort-memory", "1000B")));
    assertEquals("sort-memory must be at least 1MiB, found 1000B", e.getMessage());
  }

  /**
   * A page of a Hilbert curve has a narrow range in every column, one of a sort only in the first.
   */
  @Test
  void pagesOfACurveAreNarrowInAllColumns() throws IOException {
    double[] sort = widths("sort(n)");
    double[] hilbert = widths("hilbert(n, d)");
    assertTrue(sort[0] < hilbert[0] && hilbert[0] < 0.5, Arrays.toString(hilbert));
    assertTrue(sort[1] > 0.95 && hilbert[1] < 0.5, Arrays.toString(hilbert));
  }

  /** Average fraction of all values that are between the minimum and maximum of a page. */
  private double[] widths(String reorder) throws IOException {
    Placement placement = Placement.parse("reorder=" + reorder + "; row-group=1024 rows");
    double[] sum = new double[2];
    try (FileReader file =
        FileReader.open(new LocalFileStore().input(write(placement, 1 << 28)), new IoCounters())) {
      int groups = file.rowGroups().size();
      for (int g = 0; g < groups; g++) {
        sum[0] += width(file.rowGroupStatistics(g, "n")) / 1000.0 / groups;
        sum[1] += width(file.rowGroupStatistics(g, "d")) / 365.0 / groups;
      }
    }
    return sum;
  }

  private static long width(ColumnStatistics s) {
    boolean missing = s.min() == null;
    return missing ? 0 : ((Number) s.max()).longValue() - ((Number) s.min()).longValue();
  }

  private String write(Placement placement, long memory) throws IOException {
    String path = directory.resolve("t.placed").toString();
    WriteOptions options =
        WriteOptions.defaults()
            .withPlacement(placement)
            .withSortMemory(memory)
            .withTemporaryDirectory(directory.toString());
    Random random = new Random(3);
    try (FileWriter out = FileWriter.replace(new LocalFileStore(), path, SCHEMA, options)) {
      Batch batch = Batch.of(SCHEMA);
      for (int i = 1; i <= ROWS; i++) {
        batch.appendRow(
            LocalDate.ofEpochDay(random.nextInt(365)),
            random.nextInt(20) == 0 ? null : (long) random.nextInt(1000),
            "s" + random.nextInt(30),
            random.nextInt(9) == 0 ? null : new BigDecimal(random.nextInt()).movePointLeft(2),
            List.of(i));
        if (i % 1000 == 0) {
          out.write(batch);
          batch.clear();
        }
      }
      out.finish();
    }
    return path;
  }

  private static List<String> rows(String path) throws IOException {
    List<String> rows = new ArrayList<>();
    try (FileReader file = FileReader.open(new LocalFileStore().input(path), new IoCounters());
        BatchReader in = file.read(ReadRequest.all())) {
      while (in.next()) {
        for (int i = 0; i < in.batch().rows(); i++) {
          rows.add(Arrays.toString(in.batch().row(i)));
        }
      }
    }
    return rows;
  }
}
