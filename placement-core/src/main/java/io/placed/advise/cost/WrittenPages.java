package io.placed.advise.cost;

import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.ColumnGroups;
import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.RowGroups;
import io.placed.scan.BatchReader;
import io.placed.scan.FileLayout;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sizes and decode times of columns under an order, measured on pages that were written to a
 * temporary file.
 *
 * @param columns by name
 * @param rows that were written
 * @param writeNanosPerRow to sort, encode and write
 */
public record WrittenPages(Map<String, ColumnCost> columns, long rows, double writeNanosPerRow) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int BATCH_ROWS = 4096;

  /** The fastest counts: others were disturbed, or not compiled yet. */
  private static final int SCANS = 3;

  private static final int MAX_SCANS = 20;

  /** Difference of sizes up to which columns are taken to be encoded alike. */
  private static final double ALIKE = 0.1;

  /** Time of the scans of a column after which no further one begins. */
  private static final long SCAN_NANOS = 20_000_000;

  public WrittenPages {
    columns = Map.copyOf(columns);
  }

  /**
   * Writes rows and reads them back.
   *
   * @param reordering of the layout. Sorts are done by the writer, since keys do not order the rows
   *     of one code
   * @param options of the table
   * @param pageRows rows of a page
   * @param directory for the file; null = {@code java.io.tmpdir}
   */
  public static WrittenPages measure(
      KeptRows kept, Reordering reordering, WriteOptions options, int pageRows, String directory)
      throws IOException {
    Path parent = Path.of(directory != null ? directory : System.getProperty("java.io.tmpdir"));
    Path temporary = Files.createTempDirectory(parent, "placed-advise");
    LocalFileStore store = new LocalFileStore();
    try {
      String path = temporary.resolve("pages.placed").toString();
      Placement placement =
          new Placement(
              reordering instanceof Reordering.Sort ? reordering : Reordering.NONE,
              new RowGroups.OfRows(RowGroups.MAX_ROWS),
              ColumnGroups.NONE,
              new Packing.FilePerSubset());
      Schema schema = kept.rows().schema();
      long start = processorNanos();
      int rows = write(kept, path, store, options.withPlacement(placement).withPageRows(pageRows));
      double nanos = (double) (processorNanos() - start) / Math.max(1, rows);
      Map<String, ColumnCost> columns = new LinkedHashMap<>();
      try (FileReader reader = FileReader.open(store.input(path), new IoCounters())) {
        for (FileLayout.ColumnLayout c : reader.layout().columns()) {
          double pages = c.storedBytes() - c.dictionaryBytes();
          double time = nanos(reader, schema, c.name());
          columns.put(c.name(), new ColumnCost(pages / rows, c.dictionaryBytes(), time / rows));
        }
      }
      return new WrittenPages(columns, rows, nanos);
    } finally {
      store.delete(temporary.toString(), true);
    }
  }

  /**
   * The same with less noise in decode times: columns that are about as large in several orders
   * have the same encodings, and the fastest scan of them counts.
   *
   * @param all elements may be null
   */
  public static List<WrittenPages> smoothed(List<WrittenPages> all) {
    List<WrittenPages> out = new ArrayList<>();
    for (WrittenPages w : all) {
      if (w == null) {
        out.add(null);
        continue;
      }
      Map<String, ColumnCost> columns = new LinkedHashMap<>();
      w.columns.forEach((name, cost) -> columns.put(name, fastest(name, cost, all)));
      out.add(new WrittenPages(columns, w.rows, w.writeNanosPerRow));
    }
    return out;
  }

  private static ColumnCost fastest(String name, ColumnCost cost, List<WrittenPages> all) {
    double nanos = cost.nanosPerRow();
    for (WrittenPages w : all) {
      ColumnCost other = w == null ? null : w.columns.get(name);
      boolean alike =
          other != null
              && Math.abs(other.bytesPerRow() - cost.bytesPerRow()) <= ALIKE * cost.bytesPerRow();
      nanos = alike ? Math.min(nanos, other.nanosPerRow()) : nanos;
    }
    return new ColumnCost(cost.bytesPerRow(), cost.dictionaryBytes(), nanos);
  }

  private static int write(KeptRows kept, String path, LocalFileStore store, WriteOptions options)
      throws IOException {
    int[] order = kept.order();
    Batch batch = Batch.of(kept.rows().schema());
    try (FileWriter out = FileWriter.create(store, path, batch.schema(), options)) {
      for (int from = 0; from < order.length; from += BATCH_ROWS) {
        int[] some = Arrays.copyOfRange(order, from, Math.min(order.length, from + BATCH_ROWS));
        batch.clear();
        batch.appendSelected(kept.rows(), some, some.length);
        out.write(batch);
      }
      out.finish();
    }
    return order.length;
  }

  private static double nanos(FileReader reader, Schema schema, String column) throws IOException {
    long best = Long.MAX_VALUE;
    long sum = 0;
    for (int k = 0; k < MAX_SCANS && (k < SCANS || sum < SCAN_NANOS); k++) {
      long start = processorNanos();
      try (BatchReader in =
          reader.read(ReadRequest.all().withColumns(schema.select(List.of(column))))) {
        while (in.next()) {
          in.batch();
        }
      }
      long nanos = processorNanos() - start;
      best = Math.min(best, nanos);
      sum += nanos;
    }
    return best;
  }

  /** Time of this thread on a processor, which other processes do not disturb as much. */
  private static long processorNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }
}
