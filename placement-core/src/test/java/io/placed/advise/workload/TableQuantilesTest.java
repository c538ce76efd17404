package io.placed.advise.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Distributions from samples of tables, compared with all rows. */
class TableQuantilesTest {
  private static final Schema SCHEMA =
      Schema.parse("id: int64, x: double, s: string, l: list<int32>");

  @TempDir Path directory;

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private void write(String path, long from, int rows, Random r) throws Exception {
    try (TableWriter out = Placed.write(path, SCHEMA).open()) {
      for (long id = from; id < from + rows; id++) {
        Object x = r.nextInt(10) == 0 ? null : r.nextGaussian();
        out.write(id, x, r.nextInt(4) == 0 ? "frequent" : "v" + r.nextInt(100_000), List.of(1));
      }
      out.commit();
    }
  }

  private TableQuantiles open(String path, TableQuantiles.Limits limits) throws Exception {
    DataSet table = DataSet.at(FileStores.local(), path);
    return limits == null
        ? new TableQuantiles(table, table.current())
        : new TableQuantiles(table, table.current(), limits);
  }

  @Test
  void samplesOfPagesAndFilesAreLikeTheTable() throws Exception {
    long seed = System.nanoTime();
    Random r = new Random(seed);
    TableQuantiles.Limits few = new TableQuantiles.Limits(20_000, 300_000, 150_000, 3, 64 << 20);
    for (TableQuantiles.Limits limits : Arrays.asList(few, null)) {
      String path = path("pages" + (limits == null));
      for (int f = 0; f < 6; f++) {
        write(path, f * 100_000L, 100_000, r);
      }
      TableQuantiles quantiles = open(path, limits);
      double most = limits == null ? 0.005 : 0.2;
      for (double share : new double[] {0.1, 0.5, 0.9}) {
        RankRange found = quantiles.quantiles("id").orElseThrow().of((long) (share * 600_000));
        assertEquals(share, found.from(), most, "seed " + seed);
      }
      ColumnQuantiles x = quantiles.quantiles("x").orElseThrow();
      assertEquals(0.5, x.of(0).from(), 0.02);
      assertEquals(0.841, x.of(1).from(), 0.02);
      assertEquals(0.1, x.nullShare(), 0.02);
      assertEquals(0.25, quantiles.quantiles("s").orElseThrow().of("frequent").share(), 0.02);
      assertTrue(quantiles.quantiles("l").isEmpty());
      assertTrue(quantiles.quantiles("none").isEmpty());
    }
  }

  /** A history is written while queries run: long texts must not fill the heap. */
  @Test
  void fewerOfLongValuesAreKept() throws Exception {
    String path = path("texts");
    try (TableWriter out = Placed.write(path, Schema.parse("t: string")).open()) {
      for (int i = 0; i < 4000; i++) {
        out.write(String.format(java.util.Locale.ROOT, "%05d", i * 7919 % 4000) + "x".repeat(1000));
      }
      out.commit();
    }
    TableQuantiles.Limits limits =
        new TableQuantiles.Limits(1 << 18, 1 << 24, 1 << 21, 256, 500_000);
    ColumnQuantiles texts = open(path, limits).quantiles("t").orElseThrow();
    assertTrue(texts.memoryBytes() <= 500_000 && texts.size() > 200, "" + texts.size());
    assertEquals(0.5, texts.of("02000").from(), 0.05);
  }

  @Test
  void distributionsAreKeptUntilTheTableHasGrown() throws Exception {
    Random r = new Random(1);
    String path = path("grows");
    write(path, 0, 1000, r);
    ColumnQuantiles first = open(path, null).quantiles("id").orElseThrow();
    write(path, 1000, 400, r);
    assertTrue(first == open(path, null).quantiles("id").orElseThrow());
    write(path, 1400, 600, r);
    assertEquals(0.5, open(path, null).quantiles("id").orElseThrow().of(1000).from(), 1e-9);
    DataSet table = DataSet.at(FileStores.local(), path);
    table.alter(List.of(new ColumnChange.Rename("id", "was_id")), Map.of());
    assertTrue(open(path, null).quantiles("id").isEmpty());
    assertEquals(0.5, open(path, null).quantiles("was_id").orElseThrow().of(1000).from(), 1e-9);
  }

  /** As many rows are not the same rows. */
  @Test
  void distributionsOfReplacedRowsAreForgotten() throws Exception {
    Random r = new Random(1);
    String path = path("window");
    write(path, 0, 1000, r);
    assertEquals(1, open(path, null).quantiles("id").orElseThrow().of(5500).from(), 1e-9);
    DataSet table = DataSet.at(FileStores.local(), path);
    table.begin(SCHEMA, List.of(), null).overwrite(List.of());
    write(path, 5000, 1000, r);
    assertEquals(0.5, open(path, null).quantiles("id").orElseThrow().of(5500).from(), 1e-9);
    // Another table at the path.
    FileStores.local().forPath(path).delete(path, true);
    write(path, 9000, 1000, r);
    assertEquals(0.5, open(path, null).quantiles("id").orElseThrow().of(9500).from(), 1e-9);
    FileStores.local().forPath(path).delete(path, true);
    try (TableWriter out = Placed.write(path, Schema.parse("id: string")).open()) {
      for (int i = 1000; i < 2000; i++) {
        out.write("v" + i);
      }
      out.commit();
    }
    assertEquals(0.5, open(path, null).quantiles("id").orElseThrow().of("v1500").from(), 1e-9);
  }
}
