package io.placed.datasets;

import io.placed.formats.BatchSource;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.DoubleColumn;
import java.util.Random;
import java.util.stream.IntStream;

/** A table of many columns of doubles with two digits behind the point, as measurements have. */
final class WideSource implements BatchSource {
  private static final int SEED = 1;
  private static final int RANGE = 100_000;

  private final Random random = new Random(SEED);
  private final Batch batch;
  private final int batches;
  private final int rows;
  private int done;

  /**
   * @param batches batches of {@code rows} rows each
   */
  WideSource(int columns, int batches, int rows) {
    this.batches = batches;
    this.rows = rows;
    Type type = Type.parse("double");
    batch =
        Batch.of(
            Schema.of(IntStream.range(0, columns).mapToObj(i -> Field.of("c" + i, type)).toList()));
  }

  @Override
  public Schema schema() {
    return batch.schema();
  }

  @Override
  public boolean next() {
    batch.clear();
    if (done == batches) {
      return false;
    }
    done++;
    for (int c = 0; c < batch.schema().size(); c++) {
      DoubleColumn column = (DoubleColumn) batch.column(c);
      for (int i = 0; i < rows; i++) {
        column.append(random.nextInt(RANGE) / 100.0);
      }
    }
    batch.setRows(rows);
    return true;
  }

  @Override
  public Batch batch() {
    return batch;
  }

  @Override
  public double fraction() {
    return (double) done / batches;
  }

  @Override
  public void close() {}
}
