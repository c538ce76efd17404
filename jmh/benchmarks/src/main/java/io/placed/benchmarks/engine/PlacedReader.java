package io.placed.benchmarks.engine;

import io.placed.Placed;
import io.placed.ReadBuilder;
import io.placed.TableScan;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.List;

/** Placed through its public API: arrays and bitmaps of a batch, summed as they are. */
final class PlacedReader implements Reader {
  private final boolean filters;

  PlacedReader() {
    this(true);
  }

  /**
   * @param filters false: filters are left to the user, as other engines do
   */
  PlacedReader(boolean filters) {
    this.filters = filters;
  }

  @Override
  public Scan prepare(String file, Query query) {
    if (query.sampled()) {
      return () -> sampled(file, query);
    }
    boolean byRows = query.product() || query.byRows() && !filters;
    String[] columns = (byRows ? query.columnsRead() : query.columns()).toArray(String[]::new);
    Filtering left = new Filtering(query, filters ? List.of() : query.filters());
    return () -> {
      Totals totals = query.totals();
      try (TableScan scan = read(file, query).select(columns).open()) {
        for (Batch batch : scan) {
          if (byRows) {
            left.add(BatchCells.of(batch), batch.rows(), totals);
          } else {
            BatchSums.add(batch, totals, query.loop());
          }
        }
      }
      return totals;
    };
  }

  private static Totals sampled(String file, Query query) throws IOException {
    Totals totals = query.totals();
    ReadRequest request =
        ReadRequest.all().withColumns(query.schema()).withChoice(new Sampling(query.sample()));
    try (FileReader reader = FileReader.open(new LocalFileStore().input(file), new IoCounters());
        BatchReader batches = reader.read(request)) {
      while (batches.next()) {
        BatchSums.add(batches.batch(), totals, query.loop());
      }
    }
    return totals;
  }

  private ReadBuilder read(String file, Query query) {
    ReadBuilder read = Placed.read(file);
    for (Filter f : filters ? query.filters() : List.<Filter>of()) {
      read.where(f.predicate());
    }
    return read;
  }

  /** All conditions of a query as one. */
  static Predicate predicate(Query query) {
    return Predicate.and(query.filters().stream().map(Filter::predicate).toArray(Predicate[]::new));
  }
}
