package io.placed.datasets;

import io.placed.formats.BatchSource;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import java.util.stream.IntStream;

/**
 * Very many columns of the same values again and again, as in the paper: metadata is what counts.
 */
public final class RepeatedSource implements BatchSource {
  /** Row groups of a file. */
  public static final int GROUPS = 10;

  private static final String TEXT = "some text of a usual length";

  private final Batch batch;
  private final int rows;
  private int done;

  /**
   * @param strings rather than doubles
   * @param rows of a row group; a batch has as many
   */
  public RepeatedSource(int columns, boolean strings, int rows) {
    this.rows = rows;
    Type type = strings ? Type.STRING : Type.DOUBLE;
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
    if (done == GROUPS) {
      return false;
    }
    for (Column c : batch.columns()) {
      for (int i = 0; i < rows; i++) {
        if (c instanceof DoubleColumn d) {
          d.append(3.25 + done);
        } else {
          ((BytesColumn) c).append(TEXT + done);
        }
      }
    }
    batch.setRows(rows);
    done++;
    return true;
  }

  @Override
  public Batch batch() {
    return batch;
  }

  @Override
  public double fraction() {
    return (double) done / GROUPS;
  }

  @Override
  public void close() {}
}
