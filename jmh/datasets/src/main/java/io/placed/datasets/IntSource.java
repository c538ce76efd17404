package io.placed.datasets;

import io.placed.formats.BatchSource;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.IntColumn;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** A table of columns of random ints that are not negative. */
final class IntSource implements BatchSource {
  private static final long SEED = 7;
  private static final int BATCH = 1024;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final Batch batch;
  private final long rows;
  private long done;

  IntSource(int columns, long rows) {
    this.rows = rows;
    batch =
        Batch.of(
            Schema.of(
                IntStream.range(0, columns)
                    .mapToObj(i -> Field.required("i" + i, Type.INT32))
                    .toList()));
  }

  @Override
  public Schema schema() {
    return batch.schema();
  }

  @Override
  public boolean next() {
    batch.clear();
    int n = (int) Math.min(BATCH, rows - done);
    for (int c = 0; c < batch.schema().size(); c++) {
      IntColumn column = (IntColumn) batch.column(c);
      for (int i = 0; i < n; i++) {
        column.append(random.nextInt() & Integer.MAX_VALUE);
      }
    }
    batch.setRows(n);
    done += n;
    return n > 0;
  }

  @Override
  public Batch batch() {
    return batch;
  }

  @Override
  public double fraction() {
    return (double) done / rows;
  }

  @Override
  public void close() {}
}
