package io.placed.spark.read.task;

import io.placed.schema.Type;
import io.placed.spark.internal.Frames;
import io.placed.spark.write.RowAppender;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.math.BigInteger;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;

/**
 * One value for every row of a batch: partition values and defaults. Ordinary columns, so that
 * Spark's code meets one class of vectors only.
 */
public final class ConstantColumns {
  private ConstantColumns() {}

  /**
   * @param bound as of {@link io.placed.table.file.PartitionValues}
   */
  public static Column of(Type type, Object bound, int rows) {
    Column column = Column.of(type);
    append(column, bound, rows);
    return column;
  }

  /**
   * @param value in Spark's internal form
   */
  public static Column ofSpark(DataType sparkType, Type type, Object value, int rows) {
    Column column = Column.of(type);
    RowAppender appender = RowAppender.of(sparkType, column, new RowAppender.ByteCount());
    InternalRow row = Frames.row(new Object[] {value});
    for (int i = 0; i < rows; i++) {
      appender.append(row, 0);
    }
    return column;
  }

  public static void append(Column column, Object bound, int rows) {
    if (bound instanceof byte[] bytes && column instanceof BytesColumn c && rows > 0) {
      // The bytes once, and every row refers to them.
      int first = c.size();
      c.append(bytes);
      c.setSize(first + rows);
      java.util.Arrays.fill(c.starts(), first, first + rows, c.starts()[first]);
      java.util.Arrays.fill(c.lengths(), first, first + rows, bytes.length);
      return;
    }
    for (int i = 0; i < rows; i++) {
      appendOne(column, bound);
    }
  }

  private static void appendOne(Column column, Object bound) {
    if (bound == null) {
      column.appendNull();
    } else if (column instanceof IntColumn c) {
      c.append(((Long) bound).intValue());
    } else if (column instanceof LongColumn c) {
      c.append((Long) bound);
    } else if (column instanceof BooleanColumn c) {
      c.append((Long) bound != 0);
    } else if (column instanceof DoubleColumn c) {
      c.append((Double) bound);
    } else if (column instanceof FloatColumn c) {
      c.append(((Double) bound).floatValue());
    } else if (column instanceof Int128Column c) {
      c.append((BigInteger) bound);
    } else {
      throw new IllegalArgumentException(column.type() + " cannot be a partition column");
    }
  }
}
