package io.placed.benchmarks.engine;

import io.placed.formats.BatchSource;
import io.placed.schema.Schema;
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
  public Scan prepare(String file, Query query) throws IOException {
    Schema wanted = query.schemaRead();
    Batch all = Batch.of(wanted);
    try (BatchSource in = new SourceFile(Path.of(file), wanted)) {
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
    if (query.byRows()) {
      Filtering filtering = new Filtering(query);
      Cells[] cells = BatchCells.of(all);
      return () -> {
        Totals totals = query.totals();
        filtering.start();
        filtering.add(cells, all.rows(), totals);
        return totals;
      };
    }
    return () -> {
      Totals totals = new Totals(query.columns());
      BatchSums.add(all, totals, query.loop());
      return totals;
    };
  }
}
