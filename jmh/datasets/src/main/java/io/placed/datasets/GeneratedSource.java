package io.placed.datasets;

import io.placed.formats.BatchSource;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.util.Iterator;

/** All rows of a generator as batches. */
public final class GeneratedSource implements BatchSource {
  private final Iterator<Object[]> rows;
  private final double expected;
  private final Batch batch;
  private long done;

  public GeneratedSource(Generator generator) {
    rows = generator.rows(0, 1);
    expected = generator.expectedRows();
    batch = Batch.of(generator.schema());
  }

  @Override
  public Schema schema() {
    return batch.schema();
  }

  @Override
  public boolean next() {
    batch.clear();
    int n = 0;
    for (; n < BATCH_ROWS && rows.hasNext(); n++) {
      batch.appendRow(rows.next());
    }
    done += n;
    return n > 0;
  }

  @Override
  public Batch batch() {
    return batch;
  }

  @Override
  public double fraction() {
    return expected > 0 ? Math.min(1, done / expected) : 0;
  }

  @Override
  public void close() {}
}
