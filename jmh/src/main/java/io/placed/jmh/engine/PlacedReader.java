package io.placed.jmh.engine;

import io.placed.Placed;
import io.placed.ReadBuilder;
import io.placed.TableScan;
import io.placed.vector.Batch;
import java.nio.file.Path;

/** Placed through its public face: arrays and bitmaps of a batch, summed as they are. */
final class PlacedReader implements Reader {
  @Override
  public Scan prepare(Path file, Query query) {
    String[] columns = query.columns().toArray(String[]::new);
    return () -> {
      Totals totals = new Totals(query.columns());
      try (TableScan scan = read(file, query).select(columns).open()) {
        for (Batch batch : scan) {
          BatchSums.add(batch, totals, query.loop());
        }
      }
      return totals;
    };
  }

  private static ReadBuilder read(Path file, Query query) {
    ReadBuilder read = Placed.read(file.toString());
    return query.filter() == null ? read : read.where(query.filter().predicate());
  }
}
