package io.placed.advise.cost;

import io.placed.io.LocalFileStore;
import io.placed.placement.Reordering;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sizes and decode times of columns under an order, measured on pages that were written to a
 * temporary file.
 *
 * @param columns by name
 * @param parents by name the columns from which it is derived, which are read with it
 * @param rows that were written
 * @param writeNanosPerRow to sort, encode and write
 * @param runs of queries, by their numbers
 * @param times of queries, from the runs of all orders in this profile
 */
public record WrittenPages(
    Map<String, ColumnCost> columns,
    Map<String, Set<String>> parents,
    long rows,
    double writeNanosPerRow,
    Map<Integer, PageRun> runs,
    QueryTimes times) {
  private static final int BATCH_ROWS = 4096;

  /** Difference of sizes up to which columns are taken to be encoded alike. */
  private static final double ALIKE = 0.1;

  public WrittenPages {
    columns = Map.copyOf(columns);
    parents = Map.copyOf(parents);
    runs = Map.copyOf(runs);
  }

  /**
   * Writes rows and reads them back.
   *
   * @param reordering of the layout. Sorts are done by the writer, since keys do not order the rows
   *     of one code
   * @param format of the table
   * @param directory for the file; null = {@code java.io.tmpdir}
   * @param queries that are run on the pages
   * @param first whether no pages of this format were measured before in this advice
   */
  public static WrittenPages measure(
      KeptRows kept,
      Reordering reordering,
      PageFormat format,
      String directory,
      List<PageQuery> queries,
      boolean first)
      throws IOException {
    Path parent = Path.of(directory != null ? directory : System.getProperty("java.io.tmpdir"));
    Path temporary = Files.createTempDirectory(parent, "placed-advise");
    try {
      String path = temporary.resolve("pages.placed").toString();
      Reordering sort = reordering instanceof Reordering.Sort ? reordering : Reordering.NONE;
      Schema schema = kept.rows().schema();
      int[] order = kept.order();
      int rows = order.length;
      long start = PageTimer.processorNanos();
      format.write(path, schema, sort, batches(kept, order));
      double nanos = (double) (PageTimer.processorNanos() - start) / Math.max(1, rows);
      Map<String, ColumnCost> columns = new LinkedHashMap<>();
      Map<String, Set<String>> parents = new LinkedHashMap<>();
      Map<Integer, PageRun> runs;
      try (PageFormat.Pages pages = format.open(path, schema)) {
        for (Map.Entry<String, PageFormat.Stored> e : pages.stored().entrySet()) {
          PageFormat.Stored c = e.getValue();
          double nanosPerRow = PageTimer.nanosPerRow(pages, e.getKey(), rows, first);
          columns.put(
              e.getKey(),
              new ColumnCost((double) c.pageBytes() / rows, c.dictionaryBytes(), nanosPerRow));
          parents.put(e.getKey(), pages.parents(e.getKey()));
        }
        runs = PageTimer.runs(pages, queries, first);
      }
      return new WrittenPages(columns, parents, rows, nanos, runs, QueryTimes.NONE);
    } finally {
      new LocalFileStore().delete(temporary.toString(), true);
    }
  }

  /**
   * The same with less noise in decode times: columns that are about as large in several orders
   * have the same encodings, and the fastest scan of them counts. Times of queries come from the
   * runs of all.
   *
   * @param all elements may be null
   * @param queries that were run
   */
  public static List<WrittenPages> smoothed(List<WrittenPages> all, List<PageQuery> queries) {
    List<WrittenPages> out = new ArrayList<>();
    // The first pages are written by code that is not compiled yet.
    double write =
        all.stream()
            .filter(w -> w != null)
            .mapToDouble(WrittenPages::writeNanosPerRow)
            .min()
            .orElse(0);
    for (WrittenPages w : all) {
      if (w == null) {
        out.add(null);
        continue;
      }
      Map<String, ColumnCost> columns = new LinkedHashMap<>();
      w.columns.forEach((name, cost) -> columns.put(name, fastest(name, cost, all)));
      out.add(w.with(columns, write, w.times));
    }
    QueryTimes times = QueryTimes.of(out, queries);
    out.replaceAll(w -> w == null ? null : w.with(w.columns, write, times));
    return out;
  }

  private WrittenPages with(
      Map<String, ColumnCost> newColumns, double writeNanos, QueryTimes ofQueries) {
    return new WrittenPages(newColumns, parents, rows, writeNanos, runs, ofQueries);
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

  private static Iterator<Batch> batches(KeptRows kept, int[] order) {
    Batch batch = Batch.of(kept.rows().schema());
    return new Iterator<>() {
      private int from;

      @Override
      public boolean hasNext() {
        return from < order.length;
      }

      @Override
      public Batch next() {
        int[] some = Arrays.copyOfRange(order, from, Math.min(order.length, from + BATCH_ROWS));
        from += BATCH_ROWS;
        batch.clear();
        batch.appendSelected(kept.rows(), some, some.length);
        return batch;
      }
    };
  }
}
