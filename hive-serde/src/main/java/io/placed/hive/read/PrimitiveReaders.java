package io.placed.hive.read;

import io.placed.hive.type.HostHive;
import io.placed.hive.type.ZoneShift;
import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.math.BigInteger;
import java.time.ZoneId;
import java.util.function.Supplier;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.common.type.TimestampTZ;
import org.apache.hadoop.hive.serde2.io.ByteWritable;
import org.apache.hadoop.hive.serde2.io.DateWritableV2;
import org.apache.hadoop.hive.serde2.io.DoubleWritable;
import org.apache.hadoop.hive.serde2.io.HiveCharWritable;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.hive.serde2.io.HiveVarcharWritable;
import org.apache.hadoop.hive.serde2.io.ShortWritable;
import org.apache.hadoop.hive.serde2.io.TimestampLocalTZWritable;
import org.apache.hadoop.hive.serde2.io.TimestampWritableV2;
import org.apache.hadoop.hive.serde2.typeinfo.BaseCharTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;

/** Readers of primitive values that are not null. */
final class PrimitiveReaders {
  private static final long MICROS = 1_000_000;

  private PrimitiveReaders() {}

  /** Stores a value in its writable object. */
  interface Setter<W> {
    void set(W object, Column column, int i);
  }

  /**
   * @param single whether one object can be reused for all values
   */
  static CellReader of(PrimitiveTypeInfo hive, Type read, boolean single, ZoneId zone) {
    return switch (hive.getPrimitiveCategory()) {
      case BOOLEAN ->
          reader(single, BooleanWritable::new, (w, c, i) -> w.set(((BooleanColumn) c).get(i)));
      case BYTE ->
          reader(single, ByteWritable::new, (w, c, i) -> w.set((byte) ((IntColumn) c).get(i)));
      case SHORT ->
          reader(single, ShortWritable::new, (w, c, i) -> w.set((short) ((IntColumn) c).get(i)));
      case INT -> reader(single, IntWritable::new, (w, c, i) -> w.set(((IntColumn) c).get(i)));
      case LONG -> reader(single, LongWritable::new, (w, c, i) -> w.set(((LongColumn) c).get(i)));
      case FLOAT ->
          reader(single, FloatWritable::new, (w, c, i) -> w.set(((FloatColumn) c).get(i)));
      case DOUBLE ->
          reader(single, DoubleWritable::new, (w, c, i) -> w.set(((DoubleColumn) c).get(i)));
      case DATE ->
          HostHive.BEFORE_4
              ? SqlTimeReaders.date(single)
              : reader(single, DateWritableV2::new, (w, c, i) -> w.set(((IntColumn) c).get(i)));
      case STRING -> reader(single, Text::new, PrimitiveReaders::text);
      case BINARY ->
          reader(
              single,
              BytesWritable::new,
              (w, c, i) -> {
                BytesColumn b = (BytesColumn) c;
                w.set(b.arena(), b.starts()[i], b.lengths()[i]);
              });
      case CHAR -> {
        int length = ((BaseCharTypeInfo) hive).getLength();
        yield reader(
            single,
            HiveCharWritable::new,
            (w, c, i) -> w.set(((BytesColumn) c).getString(i), length));
      }
      case VARCHAR -> {
        int length = ((BaseCharTypeInfo) hive).getLength();
        yield reader(
            single,
            HiveVarcharWritable::new,
            (w, c, i) -> w.set(((BytesColumn) c).getString(i), length));
      }
      case DECIMAL -> decimal(single, ((DecimalType) read).scale());
      case TIMESTAMP -> {
        boolean isPoint = read.equals(Type.TIMESTAMP);
        yield HostHive.BEFORE_4
            ? SqlTimeReaders.timestamp(single, isPoint)
            : timestamp(single, isPoint, zone);
      }
      case TIMESTAMPLOCALTZ -> pointInTime(single, read.equals(Type.TIMESTAMP), zone);
      default -> throw new IllegalArgumentException(read + " cannot be read as " + hive);
    };
  }

  static <W> CellReader reader(boolean single, Supplier<W> make, Setter<W> setter) {
    W one = make.get();
    return (column, i) -> {
      W object = single ? one : make.get();
      setter.set(object, column, i);
      return object;
    };
  }

  private static void text(Text to, Column column, int i) {
    BytesColumn b = (BytesColumn) column;
    to.set(b.arena(), b.starts()[i], b.lengths()[i]);
  }

  private static CellReader decimal(boolean single, int scale) {
    return reader(
        single,
        HiveDecimalWritable::new,
        (w, c, i) -> {
          if (c instanceof LongColumn l) {
            w.setFromLongAndScale(l.get(i), scale);
          } else {
            BigInteger unscaled = ((Int128Column) c).get(i);
            w.set(HiveDecimal.create(unscaled, scale));
          }
        });
  }

  /**
   * @param isPoint whether the stored value is an instant
   */
  private static CellReader timestamp(boolean single, boolean isPoint, ZoneId zone) {
    ZoneShift shift = isPoint ? ZoneShift.toClock(zone) : null;
    return reader(
        single,
        TimestampWritableV2::new,
        (w, c, i) -> {
          long stored = ((LongColumn) c).get(i);
          long micros = shift == null ? stored : shift.shift(stored);
          w.set(Timestamp.ofEpochSecond(Math.floorDiv(micros, MICROS), nanos(micros)));
        });
  }

  private static CellReader pointInTime(boolean single, boolean isPoint, ZoneId zone) {
    ZoneShift shift = isPoint ? null : ZoneShift.fromClock(zone);
    return reader(
        single,
        TimestampLocalTZWritable::new,
        (w, c, i) -> {
          long stored = ((LongColumn) c).get(i);
          long micros = shift == null ? stored : shift.shift(stored);
          w.set(new TimestampTZ(Math.floorDiv(micros, MICROS), nanos(micros), zone));
        });
  }

  private static int nanos(long micros) {
    return (int) Math.floorMod(micros, MICROS) * 1_000;
  }
}
