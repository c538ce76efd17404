package io.placed.jmh.engine;

import io.placed.cli.table.BatchSource;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * No reading at all: the same primitive arrays, whole columns that lie in memory already, with the
 * same bitmaps.
 */
final class PlainReader implements Reader {
  @Override
  public Scan prepare(Path file, Query query) throws IOException {
    Schema wanted = query.table().select(query.columnsRead());
    Batch all = Batch.of(wanted);
    try (BatchSource in = new SourceFile(file, wanted)) {
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
    if (query.filter() != null) {
      Filtering filtering = new Filtering(query.filter());
      Cells[] cells = all.columns().stream().map(BatchCells::new).toArray(Cells[]::new);
      Cells[] summed = Arrays.copyOf(cells, query.columns().size());
      return () -> {
        Totals totals = new Totals(query.columns());
        filtering.add(cells[query.keyPosition()], summed, query.types(), all.rows(), totals);
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
