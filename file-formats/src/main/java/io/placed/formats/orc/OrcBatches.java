package io.placed.formats.orc;

import io.placed.formats.FormatException;
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
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import java.math.BigDecimal;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MultiValuedColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * Converts batches to those of ORC's writer, version 2: decimals of up to 18 digits are longs.
 * Dates and times use the proleptic Gregorian calendar and UTC; the writer must be configured
 * accordingly.
 */
public final class OrcBatches {
  private static final long MILLI_MICROS = 1000;
  private static final long SECOND_MICROS = 1_000_000;

  /**
   * From here to 1970 a timestamp cannot be stored. ORC has the seconds rounded toward zero, and
   * fractions that count forward, so that readers know of seconds below zero alone that they were
   * rounded up; fractions of less than a millisecond are not rounded.
   */
  private static final long FIRST_UNSTORABLE = -999_000;

  private OrcBatches() {}

  /**
   * The columns of a file.
   *
   * @throws FormatException if ORC has no equivalent type
   */
  public static TypeDescription type(Schema schema) {
    TypeDescription out = TypeDescription.createStruct();
    schema.fields().forEach(f -> out.addField(f.name(), type(f)));
    return out;
  }

  private static TypeDescription type(Field field) {
    Type type = field.type();
    return switch (type.kind()) {
      case BOOLEAN -> TypeDescription.createBoolean();
      case INT8 -> TypeDescription.createByte();
      case INT16 -> TypeDescription.createShort();
      case INT32 -> TypeDescription.createInt();
      case INT64 -> TypeDescription.createLong();
      case FLOAT -> TypeDescription.createFloat();
      case DOUBLE -> TypeDescription.createDouble();
      // The scale first, because it must never exceed the precision.
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
      case LIST -> TypeDescription.createList(type(type.children().get(0)));
      case MAP ->
          TypeDescription.createMap(type(type.children().get(0)), type(type.children().get(1)));
      case STRUCT -> {
        TypeDescription out = TypeDescription.createStruct();
        type.children().forEach(f -> out.addField(f.name(), type(f)));
        yield out;
      }
    };
  }

  /**
   * The rows of a batch; values are copied, so that the batch may be reused.
   *
   * @throws FormatException if ORC cannot store a value
   */
  public static VectorizedRowBatch toOrc(Batch batch, TypeDescription type) {
    return toOrc(batch, 0, batch.rows(), type);
  }

  /** A range of rows of a batch. */
  static VectorizedRowBatch toOrc(Batch batch, int from, int n, TypeDescription type) {
    VectorizedRowBatch out =
        type.createRowBatch(TypeDescription.RowBatchVersion.USE_DECIMAL64, Math.max(1, n));
    out.size = n;
    for (int c = 0; c < out.numCols; c++) {
      fill(type.getFieldNames().get(c), batch.column(c), from, n, out.cols[c]);
    }
    return out;
  }

  /**
   * Copies a range of values to the start of a vector.
   *
   * @param name of the column
   */
  private static void fill(String name, Column from, int first, int n, ColumnVector to) {
    to.ensureSize(n, false);
    if (from.hasNulls()) {
      for (int i = 0; i < n; i++) {
        to.isNull[i] = from.isNull(first + i);
        to.noNulls &= !to.isNull[i];
      }
    }
    switch (from.type().kind()) {
      case BOOLEAN -> {
        long[] v = ((LongColumnVector) to).vector;
        for (int i = 0; i < n; i++) {
          v[i] = ((BooleanColumn) from).get(first + i) ? 1 : 0;
        }
      }
      case DATE -> {
        ((DateColumnVector) to).changeCalendar(true, false);
        integers((IntColumn) from, first, n, ((LongColumnVector) to).vector);
      }
      case INT8, INT16, INT32 ->
          integers((IntColumn) from, first, n, ((LongColumnVector) to).vector);
      case INT64 ->
          System.arraycopy(
              ((LongColumn) from).values(), first, ((LongColumnVector) to).vector, 0, n);
      case FLOAT -> {
        double[] v = ((DoubleColumnVector) to).vector;
        for (int i = 0; i < n; i++) {
          v[i] = ((FloatColumn) from).get(first + i);
        }
      }
      case DOUBLE ->
          System.arraycopy(
              ((DoubleColumn) from).values(), first, ((DoubleColumnVector) to).vector, 0, n);
      case DECIMAL -> decimals(from, first, n, to);
      case STRING, BINARY -> strings((BytesColumn) from, first, n, (BytesColumnVector) to);
      case TIMESTAMP, TIMESTAMP_NTZ ->
          times(name, (LongColumn) from, first, n, (TimestampColumnVector) to);
      case LIST -> {
        ListColumn list = (ListColumn) from;
        ListColumnVector out = (ListColumnVector) to;
        spans(out, list.offsets(), first, n);
        fill(name, list.elements(), list.offsets()[first], out.childCount, out.child);
      }
      case MAP -> {
        MapColumn map = (MapColumn) from;
        MapColumnVector out = (MapColumnVector) to;
        spans(out, map.offsets(), first, n);
        fill(name, map.keys(), map.offsets()[first], out.childCount, out.keys);
        fill(name, map.values(), map.offsets()[first], out.childCount, out.values);
      }
      case STRUCT -> {
        StructColumn struct = (StructColumn) from;
        for (int k = 0; k < struct.children().size(); k++) {
          fill(name, struct.child(k), first, n, ((StructColumnVector) to).fields[k]);
        }
      }
    }
  }

  private static void integers(IntColumn from, int first, int n, long[] to) {
    int[] v = from.values();
    for (int i = 0; i < n; i++) {
      to[i] = v[first + i];
    }
  }

  private static void decimals(Column from, int first, int n, ColumnVector to) {
    if (from instanceof LongColumn l) {
      // Decimals of up to 18 digits are in a subclass of LongColumnVector.
      System.arraycopy(l.values(), first, ((LongColumnVector) to).vector, 0, n);
      return;
    }
    int scale = ((DecimalType) from.type()).scale();
    for (int i = 0; i < n; i++) {
      if (!from.isNull(first + i)) {
        BigDecimal value = new BigDecimal(((Int128Column) from).get(first + i), scale);
        ((DecimalColumnVector) to).set(i, HiveDecimal.create(value));
      }
    }
  }

  private static void strings(BytesColumn from, int first, int n, BytesColumnVector to) {
    to.initBuffer();
    for (int i = 0; i < n; i++) {
      if (!from.isNull(first + i)) {
        to.setVal(i, from.arena(), from.starts()[first + i], from.lengths()[first + i]);
      }
    }
  }

  private static void times(
      String name, LongColumn from, int first, int n, TimestampColumnVector to) {
    to.setIsUTC(true);
    to.changeCalendar(true, false);
    for (int i = 0; i < n; i++) {
      long micros = from.get(first + i);
      if (micros < 0 && micros >= FIRST_UNSTORABLE && !from.isNull(first + i)) {
        throw new FormatException(
            ("column '%s' has a timestamp in the last second before 1970, which readers of ORC take"
                    + " for one of the next second")
                .formatted(name));
      }
      to.time[i] = Math.floorDiv(micros, MILLI_MICROS);
      to.nanos[i] = (int) (Math.floorMod(micros, SECOND_MICROS) * 1000);
    }
  }

  private static void spans(MultiValuedColumnVector to, int[] offsets, int first, int n) {
    for (int i = 0; i < n; i++) {
      to.offsets[i] = offsets[first + i] - offsets[first];
      to.lengths[i] = offsets[first + i + 1] - offsets[first + i];
    }
    to.childCount = offsets[first + n] - offsets[first];
  }
}
