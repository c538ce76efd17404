package io.placed.jmh.engine;

import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.StructColumn;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** ORC's columns in memory, in version 2 of its batches: decimals up to 18 digits are longs. */
final class OrcColumns {
  private static final long MICROS = 1_000_000;

  private OrcColumns() {}

  static TypeDescription type(Schema schema) {
    TypeDescription out = TypeDescription.createStruct();
    for (Field f : schema.fields()) {
      out.addField(f.name(), type(f.type()));
    }
    return out;
  }

  private static TypeDescription type(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> TypeDescription.createBoolean();
      case INT8 -> TypeDescription.createByte();
      case INT16 -> TypeDescription.createShort();
      case INT32 -> TypeDescription.createInt();
      case INT64 -> TypeDescription.createLong();
      case FLOAT -> TypeDescription.createFloat();
      case DOUBLE -> TypeDescription.createDouble();
      case DECIMAL ->
          TypeDescription.createDecimal()
              .withScale(0)
              .withPrecision(((DecimalType) type).precision())
              .withScale(((DecimalType) type).scale());
      case STRING -> TypeDescription.createString();
      case BINARY -> TypeDescription.createBinary();
      case DATE -> TypeDescription.createDate();
      case TIMESTAMP -> TypeDescription.createTimestampInstant();
      case TIMESTAMP_NTZ -> TypeDescription.createTimestamp();
      case STRUCT -> {
        TypeDescription out = TypeDescription.createStruct();
        type.children().forEach(f -> out.addField(f.name(), type(f.type())));
        yield out;
      }
      default -> throw new IllegalArgumentException(type + " is not benchmarked");
    };
  }

  static VectorizedRowBatch toOrc(Batch batch, TypeDescription type) {
    VectorizedRowBatch out =
        type.createRowBatch(TypeDescription.RowBatchVersion.USE_DECIMAL64, batch.rows());
    out.size = batch.rows();
    for (int c = 0; c < out.numCols; c++) {
      fill(batch.column(c), out.size, out.cols[c]);
    }
    return out;
  }

  private static void fill(Column from, int n, ColumnVector to) {
    if (from instanceof StructColumn s) {
      // None is missing.
      for (int k = 0; k < s.children().size(); k++) {
        fill(s.child(k), n, ((StructColumnVector) to).fields[k]);
      }
      return;
    }
    if (to instanceof BytesColumnVector b) {
      b.initBuffer();
    }
    for (int i = 0; i < n; i++) {
      if (from.isNull(i)) {
        to.noNulls = false;
        to.isNull[i] = true;
      } else {
        put(from, i, to);
      }
    }
  }

  private static void put(Column from, int i, ColumnVector to) {
    switch (from.type().kind()) {
      case BOOLEAN -> ((LongColumnVector) to).vector[i] = ((BooleanColumn) from).get(i) ? 1 : 0;
      case INT8, INT16, INT32, DATE ->
          ((LongColumnVector) to).vector[i] = ((IntColumn) from).get(i);
      // Decimals are of a subclass of LongColumnVector.
      case INT64, DECIMAL -> ((LongColumnVector) to).vector[i] = ((LongColumn) from).get(i);
      case FLOAT -> ((DoubleColumnVector) to).vector[i] = ((FloatColumn) from).get(i);
      case DOUBLE -> ((DoubleColumnVector) to).vector[i] = ((DoubleColumn) from).get(i);
      case STRING, BINARY -> {
        BytesColumn b = (BytesColumn) from;
        ((BytesColumnVector) to).setVal(i, b.arena(), b.starts()[i], b.lengths()[i]);
      }
      case TIMESTAMP, TIMESTAMP_NTZ -> {
        long micros = ((LongColumn) from).get(i);
        TimestampColumnVector t = (TimestampColumnVector) to;
        t.time[i] = Math.floorDiv(micros, 1000);
        t.nanos[i] = (int) Math.floorMod(micros, MICROS) * 1000;
      }
      default -> throw new IllegalArgumentException(from.type() + " is not benchmarked");
    }
  }

  /** Adds a column's values from the arrays of the batch. */
  static void add(ColumnVector v, int n, int c, Totals totals, Loop loop) {
    // One value for all rows.
    v.flatten(false, null, n);
    int count = n;
    if (!v.noNulls) {
      for (int i = 0; i < n; i++) {
        count -= v.isNull[i] ? 1 : 0;
      }
    }
    boolean[] missing = v.noNulls ? null : v.isNull;
    if (v instanceof LongColumnVector l) {
      totals.add(c, longs(l.vector, missing, n, loop), count);
    } else if (v instanceof DoubleColumnVector d) {
      totals.add(c, doubles(d.vector, missing, n, loop), count);
    } else if (v instanceof BytesColumnVector b) {
      long sum = 0;
      for (int i = 0; i < n; i++) {
        if (missing == null || !missing[i]) {
          sum += Sums.text(b.vector[i], b.start[i], b.length[i]);
        }
      }
      totals.add(c, sum, count);
    } else if (v instanceof TimestampColumnVector t) {
      long sum = 0;
      for (int i = 0; i < n; i++) {
        if (missing == null || !missing[i]) {
          sum += Math.floorDiv(t.time[i], 1000) * MICROS + t.nanos[i] / 1000;
        }
      }
      totals.add(c, sum, count);
    } else {
      throw new IllegalArgumentException(v.type + " is not summed");
    }
  }

  private static long longs(long[] v, boolean[] missing, int n, Loop loop) {
    if (missing == null) {
      return Sums.longs(v, null, n, loop);
    }
    long a = 0;
    long b = 0;
    int i = 0;
    if (loop == Loop.WIDE) {
      for (; i + 2 <= n; i += 2) {
        a += missing[i] ? 0 : v[i];
        b += missing[i + 1] ? 0 : v[i + 1];
      }
    }
    for (; i < n; i++) {
      a += missing[i] ? 0 : v[i];
    }
    return a + b;
  }

  private static double doubles(double[] v, boolean[] missing, int n, Loop loop) {
    if (missing == null) {
      return Sums.doubles(v, null, n, loop);
    }
    double a = 0;
    double b = 0;
    int i = 0;
    if (loop == Loop.WIDE) {
      for (; i + 2 <= n; i += 2) {
        a += missing[i] ? 0 : v[i];
        b += missing[i + 1] ? 0 : v[i + 1];
      }
    }
    for (; i < n; i++) {
      a += missing[i] ? 0 : v[i];
    }
    return a + b;
  }
}
