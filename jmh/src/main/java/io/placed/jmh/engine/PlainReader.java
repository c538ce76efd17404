package io.placed.jmh.engine;

import io.placed.cli.table.BatchSource;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.IOException;
import java.nio.file.Path;

/**
 * No reading at all: the same primitive arrays, whole columns that lie in memory already, with the
 * same bitmaps.
 */
final class PlainReader implements Reader {
  @Override
  public Scan prepare(Path file, Query query) throws IOException {
    Batch all = Batch.of(query.schema());
    try (BatchSource in = new SourceFile(file, query.schema())) {
      while (in.next()) {
        all.appendRange(in.batch(), 0, in.batch().rows());
      }
    }
    // A column without nulls has no bitmap, as in a batch of Placed.
    for (Column c : all.columns()) {
      if (c.nullCount() == 0) {
        c.dropValidity();
      }
    }
    return () -> {
      Totals totals = new Totals(query.columns());
      BatchSums.add(all, totals, query.loop());
      return totals;
    };
  }
}
