package io.placed.benchmarks.engine;

import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.spark.types.SparkTypes;
import io.placed.vector.Batch;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.StructColumn;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;

/** Spark's columns in memory ↔ ours. */
final class SparkColumns {
  /** Digits up to which Spark holds a decimal in an int. */
  static final int INT_DIGITS = 9;

  private SparkColumns() {}

  /** A copy in the arrays that Spark's own readers fill. */
  static ColumnarBatch toSpark(Batch batch) {
    int n = batch.rows();
    ColumnVector[] columns = new ColumnVector[batch.schema().size()];
    for (int c = 0; c < columns.length; c++) {
      Column from = batch.column(c);
      var to = new OnHeapColumnVector(Math.max(1, n), SparkTypes.toDataType(from.type()));
      put(from, n, to);
      columns[c] = to;
    }
    return new ColumnarBatch(columns, n);
  }

  private static void put(Column from, int n, WritableColumnVector to) {
    if (from instanceof StructColumn s) {
      // There are no nulls.
      for (int k = 0; k < s.children().size(); k++) {
        put(s.child(k), n, (WritableColumnVector) to.getChild(k));
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      if (from.isNull(i)) {
        to.putNull(i);
      } else {
        putValue(from, i, to);
      }
    }
  }

  private static void putValue(Column from, int i, WritableColumnVector to) {
    switch (from.type().kind()) {
      case BOOLEAN -> to.putBoolean(i, ((BooleanColumn) from).get(i));
      case INT8 -> to.putByte(i, (byte) ((IntColumn) from).get(i));
      case INT16 -> to.putShort(i, (short) ((IntColumn) from).get(i));
      case INT32, DATE -> to.putInt(i, ((IntColumn) from).get(i));
      case INT64, TIMESTAMP, TIMESTAMP_NTZ -> to.putLong(i, ((LongColumn) from).get(i));
      case FLOAT -> to.putFloat(i, ((FloatColumn) from).get(i));
      case DOUBLE -> to.putDouble(i, ((DoubleColumn) from).get(i));
      case DECIMAL -> {
        long unscaled = ((LongColumn) from).get(i);
        if (isIntDecimal(from.type())) {
          to.putInt(i, (int) unscaled);
        } else {
          to.putLong(i, unscaled);
        }
      }
      case STRING, BINARY -> to.putByteArray(i, ((BytesColumn) from).get(i));
      default -> throw new IllegalArgumentException(from.type() + " is not benchmarked");
    }
  }

  /** Appends the values of a column of Spark. */
  static void append(ColumnVector from, int n, Column to) {
    for (int i = 0; i < n; i++) {
      if (from.isNullAt(i)) {
        to.appendNull();
      } else {
        appendValue(from, i, to);
      }
    }
  }

  private static void appendValue(ColumnVector from, int i, Column to) {
    switch (to.type().kind()) {
      case BOOLEAN -> ((BooleanColumn) to).append(from.getBoolean(i));
      case INT8 -> ((IntColumn) to).append(from.getByte(i));
      case INT16 -> ((IntColumn) to).append(from.getShort(i));
      case INT32, DATE -> ((IntColumn) to).append(from.getInt(i));
      case INT64, TIMESTAMP, TIMESTAMP_NTZ -> ((LongColumn) to).append(from.getLong(i));
      case FLOAT -> ((FloatColumn) to).append(from.getFloat(i));
      case DOUBLE -> ((DoubleColumn) to).append(from.getDouble(i));
      case DECIMAL ->
          ((LongColumn) to).append(isIntDecimal(to.type()) ? from.getInt(i) : from.getLong(i));
      case STRING -> ((BytesColumn) to).append(from.getUTF8String(i).getBytes());
      case BINARY -> ((BytesColumn) to).append(from.getBinary(i));
      default -> throw new IllegalArgumentException(to.type() + " is not benchmarked");
    }
  }

  /** Adds a column's values, through the getters that Spark's own code uses. */
  static void add(ColumnVector v, Type type, int n, int c, Totals totals, Loop loop) {
    int count = n - (v.hasNull() ? v.numNulls() : 0);
    switch (type.kind()) {
      case INT32, DATE -> totals.add(c, ints(v, n, loop), count);
      case INT64, TIMESTAMP, TIMESTAMP_NTZ -> totals.add(c, longs(v, n, loop), count);
      case DOUBLE -> totals.add(c, doubles(v, n, loop), count);
      case DECIMAL ->
          totals.add(c, isIntDecimal(type) ? ints(v, n, loop) : longs(v, n, loop), count);
      case STRING -> totals.add(c, texts(v, n), count);
      default -> others(v, type, n, c, totals);
    }
  }

  private static long ints(ColumnVector v, int n, Loop loop) {
    long a = 0;
    long b = 0;
    int i = 0;
    if (!v.hasNull()) {
      if (loop == Loop.WIDE) {
        for (; i + 2 <= n; i += 2) {
          a += v.getInt(i);
          b += v.getInt(i + 1);
        }
      }
      for (; i < n; i++) {
        a += v.getInt(i);
      }
      return a + b;
    }
    if (loop == Loop.WIDE) {
      for (; i + 2 <= n; i += 2) {
        a += v.isNullAt(i) ? 0 : v.getInt(i);
        b += v.isNullAt(i + 1) ? 0 : v.getInt(i + 1);
      }
    }
    for (; i < n; i++) {
      a += v.isNullAt(i) ? 0 : v.getInt(i);
    }
    return a + b;
  }

  private static long longs(ColumnVector v, int n, Loop loop) {
    long a = 0;
    long b = 0;
    int i = 0;
    if (!v.hasNull()) {
      if (loop == Loop.WIDE) {
        for (; i + 2 <= n; i += 2) {
          a += v.getLong(i);
          b += v.getLong(i + 1);
        }
      }
      for (; i < n; i++) {
        a += v.getLong(i);
      }
      return a + b;
    }
    if (loop == Loop.WIDE) {
      for (; i + 2 <= n; i += 2) {
        a += v.isNullAt(i) ? 0 : v.getLong(i);
        b += v.isNullAt(i + 1) ? 0 : v.getLong(i + 1);
      }
    }
    for (; i < n; i++) {
      a += v.isNullAt(i) ? 0 : v.getLong(i);
    }
    return a + b;
  }

  private static double doubles(ColumnVector v, int n, Loop loop) {
    double a = 0;
    double b = 0;
    int i = 0;
    if (!v.hasNull()) {
      if (loop == Loop.WIDE) {
        for (; i + 2 <= n; i += 2) {
          a += v.getDouble(i);
          b += v.getDouble(i + 1);
        }
      }
      for (; i < n; i++) {
        a += v.getDouble(i);
      }
      return a + b;
    }
    if (loop == Loop.WIDE) {
      for (; i + 2 <= n; i += 2) {
        a += v.isNullAt(i) ? 0 : v.getDouble(i);
        b += v.isNullAt(i + 1) ? 0 : v.getDouble(i + 1);
      }
    }
    for (; i < n; i++) {
      a += v.isNullAt(i) ? 0 : v.getDouble(i);
    }
    return a + b;
  }

  private static long texts(ColumnVector v, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      if (!v.isNullAt(i)) {
        sum += text(v.getUTF8String(i));
      }
    }
    return sum;
  }

  /** See {@link Sums#text}. */
  static long text(UTF8String s) {
    return s.numBytes() == 0 ? 0 : s.numBytes() + (s.getByte(0) & 0xff);
  }

  private static void others(ColumnVector v, Type type, int n, int c, Totals totals) {
    for (int i = 0; i < n; i++) {
      if (v.isNullAt(i)) {
        continue;
      }
      switch (type.kind()) {
        case BOOLEAN -> totals.add(c, v.getBoolean(i) ? 1 : 0, 1);
        case INT8 -> totals.add(c, v.getByte(i), 1);
        case INT16 -> totals.add(c, v.getShort(i), 1);
        case FLOAT -> totals.add(c, (double) v.getFloat(i), 1);
        default -> throw new IllegalArgumentException(type + " is not summed");
      }
    }
  }

  static boolean isIntDecimal(Type type) {
    return type instanceof DecimalType d && d.precision() <= INT_DIGITS;
  }
}
