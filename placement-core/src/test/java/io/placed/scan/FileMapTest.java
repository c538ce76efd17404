package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.plan.ReadPlan;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The map covers every byte of a file, and a plan equals what the scan then does. */
class FileMapTest {
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final List<String> PLACEMENTS =
      List.of(
          "default",
          "row-group=1500 rows",
          "row-group=2048 rows; column-groups=(c0) stride 1024",
          "row-group=1000 rows; packing=one-row-group",
          "row-group=3000 rows; column-groups=all stride 1",
          "row-group=5000 rows; column-groups=all stride 2048");

  @TempDir Path dir;

  @Test
  void everyByteIsOnTheMap() throws IOException {
    long seed = new Random().nextLong();
    for (int i = 0; i < 12; i++) {
      String placement = PLACEMENTS.get(i % PLACEMENTS.size());
      String what = "seed " + seed + ", " + i + ", " + placement;
      RandomTables tables = new RandomTables(seed + i);
      Schema schema = i < PLACEMENTS.size() ? tables.schema() : wide();
      String path = write("a" + i, schema, tables.rows(schema, 7000), placement);
      try (FileReader file = FileReader.open(STORE.input(path), new IoCounters())) {
        for (boolean pages : new boolean[] {false, true}) {
          FileMap map = file.map(pages);
          long at = 0;
          long data = 0;
          for (FileMap.Extent e : map.extents()) {
            assertEquals(at, e.offset(), what + ": " + e);
            assertTrue(e.block() >= 0, what + ": " + e);
            FileMap.Block b = map.blocks().get(e.block());
            assertTrue(b.offset() <= e.offset() && e.end() <= b.end(), what + ": " + e);
            at = e.end();
            data += e.data() ? e.length() : 0;
          }
          assertEquals(file.length(), at, what);
          assertEquals(file.layout().dataBytes(), data, what);
          long count = map.extents().stream().mapToLong(FileMap.Extent::pages).sum();
          long pagesOf = file.layout().columns().stream().mapToLong(c -> c.pages()).sum();
          assertTrue(count <= pagesOf && count > 0, what);
        }
      }
    }
  }

  @Test
  void aPlanIsWhatAScanDoes() throws IOException {
    long seed = new Random().nextLong();
    for (int i = 0; i < 2 * PLACEMENTS.size(); i++) {
      String placement = PLACEMENTS.get(i % PLACEMENTS.size());
      String what = "seed " + seed + ", " + i + ", " + placement;
      Batch rows = new RandomTables(seed + i).rows(wide(), 9000);
      String path = write("b" + i, wide(), rows, placement);
      ReadRequest request = ReadRequest.all().withColumns(wide().select(List.of("c2", "c0")));
      if (i % 2 == 1) {
        request =
            request.withFilter(Predicate.and(Predicate.ge("c1", 100L), Predicate.le("c1", 3000L)));
      }
      ReadPlan plan;
      IoCounters planned = new IoCounters();
      try (FileReader file = FileReader.open(STORE.input(path), planned)) {
        plan = file.plan(request);
      }
      IoCounters scanned = new IoCounters();
      ScanMetrics metrics;
      try (FileReader file = FileReader.open(STORE.input(path), scanned);
          BatchReader reader = file.read(request)) {
        while (reader.next()) {
          assertTrue(reader.batch().rows() > 0);
        }
        metrics = reader.metrics();
      }
      assertEquals(scanned.bytesNeeded(), planned.bytesNeeded() + plan.bytesNeeded(), what);
      assertEquals(scanned.bytesRead(), planned.bytesRead() + plan.bytesRead(), what);
      assertEquals(scanned.requests(), planned.requests() + plan.requests().size(), what);
      long skipped = plan.rowGroups().stream().filter(g -> g.pages().isEmpty()).count();
      assertTrue(metrics.rowGroupsSkipped() <= skipped, what);
      assertEquals(
          metrics.pages() - metrics.pagesSkipped(),
          plan.rowGroups().stream().mapToLong(g -> g.pages().size()).sum(),
          what);
      for (ReadPlan.Part p : plan.parts()) {
        assertTrue(
            plan.requests().stream()
                .anyMatch(
                    r -> r.file() == p.file() && r.offset() <= p.offset() && p.end() <= r.end()),
            what);
      }
    }
  }

  private static Schema wide() {
    return Schema.parse("c0: int64, c1: int32, c2: string, c3: double, c4: date");
  }

  private String write(String name, Schema schema, Batch rows, String placement)
      throws IOException {
    String path = dir.resolve(name + ".placed").toString();
    WriteOptions options =
        WriteOptions.defaults()
            .withPlacement(Placement.parse(placement))
            .withPageRows(1024 * (1 + name.length() % 2));
    try (FileWriter out = FileWriter.create(STORE, path, schema, options)) {
      out.write(rows);
      out.finish();
    }
    return path;
  }
}
