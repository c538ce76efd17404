package io.placed.formats.orc;

import io.placed.formats.FormatException;
import io.placed.schema.DecimalType;
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
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.Decimal64ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.orc.TypeDescription;

/** Appends values of ORC's vectors to columns. */
abstract class OrcValues {
  /** Appends values that are not null; returns the bytes of their strings. */
  abstract long appendPresent(ColumnVector from, int start, int count, Column to);

  /** Appends the values of rows; returns the bytes of their strings. */
  final long append(ColumnVector from, int start, int count, Column to) {
    if (from.isRepeating) {
      long bytes = 0;
      for (int i = 0; i < count; i++) {
        if (!from.noNulls && from.isNull[0]) {
          to.appendNull();
        } else {
          bytes += appendPresent(from, 0, 1, to);
        }
      }
      return bytes;
    }
    if (from.noNulls) {
      return appendPresent(from, start, count, to);
    }
    long bytes = 0;
    int end = start + count;
    for (int at = start; at < end; ) {
      if (from.isNull[at]) {
        to.appendNull();
        at++;
      } else {
        int run = at;
        while (run < end && !from.isNull[run]) {
          run++;
        }
        bytes += appendPresent(from, at, run - at, to);
        at = run;
      }
    }
    return bytes;
  }

  private interface Plain {
    void append(ColumnVector from, int start, int count, Column to);
  }

  private static OrcValues plain(Plain p) {
    return new OrcValues() {
      @Override
      long appendPresent(ColumnVector from, int start, int count, Column to) {
        p.append(from, start, count, to);
        return 0;
      }
    };
  }

  static OrcValues of(String name, TypeDescription type) {
    return switch (type.getCategory()) {
      case BOOLEAN -> plain(OrcValues::appendBooleans);
      case BYTE, SHORT, INT, DATE -> plain(OrcValues::appendInts);
      case LONG -> plain(OrcValues::appendLongs);
      case FLOAT -> plain(OrcValues::appendFloats);
      case DOUBLE -> plain(OrcValues::appendDoubles);
      case TIMESTAMP, TIMESTAMP_INSTANT ->
          plain((from, start, count, to) -> appendTimes(name, from, start, count, to));
      case DECIMAL -> plain(OrcValues::appendDecimals);
      case STRING, CHAR, VARCHAR, BINARY -> new Bytes();
      case STRUCT -> new Struct(name, type);
      case LIST -> new Lists(of(name, type.getChildren().get(0)));
      case MAP ->
          new Maps(name, of(name, type.getChildren().get(0)), of(name, type.getChildren().get(1)));
      default -> throw new IllegalArgumentException("type " + type);
    };
  }

  private static void appendBooleans(ColumnVector from, int start, int count, Column to) {
    long[] values = ((LongColumnVector) from).vector;
    BooleanColumn column = (BooleanColumn) to;
    for (int i = start; i < start + count; i++) {
      column.append(values[i] != 0);
    }
  }

  private static void appendInts(ColumnVector from, int start, int count, Column to) {
    long[] values = ((LongColumnVector) from).vector;
    int at = to.size();
    to.setSize(at + count);
    int[] into = ((IntColumn) to).values();
    for (int i = 0; i < count; i++) {
      into[at + i] = (int) values[start + i];
    }
  }

  private static void appendLongs(ColumnVector from, int start, int count, Column to) {
    int at = to.size();
    to.setSize(at + count);
    System.arraycopy(
        ((LongColumnVector) from).vector, start, ((LongColumn) to).values(), at, count);
  }

  private static void appendFloats(ColumnVector from, int start, int count, Column to) {
    double[] values = ((DoubleColumnVector) from).vector;
    int at = to.size();
    to.setSize(at + count);
    float[] into = ((FloatColumn) to).values();
    for (int i = 0; i < count; i++) {
      into[at + i] = (float) values[start + i];
    }
  }

  private static void appendDoubles(ColumnVector from, int start, int count, Column to) {
    int at = to.size();
    to.setSize(at + count);
    System.arraycopy(
        ((DoubleColumnVector) from).vector, start, ((DoubleColumn) to).values(), at, count);
  }

  /**
   * {@code time} has milliseconds, and the whole milliseconds of {@code nanos} once more. Before
   * 1970 the nanoseconds may be negative: so writes Apache Arrow's C++ library.
   */
  private static void appendTimes(String name, ColumnVector from, int start, int count, Column to) {
    TimestampColumnVector times = (TimestampColumnVector) from;
    int at = to.size();
    to.setSize(at + count);
    long[] into = ((LongColumn) to).values();
    for (int i = 0; i < count; i++) {
      int nanos = times.nanos[start + i];
      if (nanos % 1000 != 0) {
        throw new FormatException(
            "column '%s' has a timestamp with nanoseconds; the supported precision is microseconds"
                .formatted(name));
      }
      long seconds = Math.floorDiv(times.time[start + i] - nanos / 1_000_000, 1000L);
      try {
        into[at + i] = Math.addExact(Math.multiplyExact(seconds, 1_000_000L), nanos / 1000);
      } catch (ArithmeticException e) {
        throw new FormatException(
            "column '"
                + name
                + "' has the timestamp "
                + seconds
                + " s, which overflows 64-bit microseconds",
            e);
      }
    }
  }

  private static void appendDecimals(ColumnVector from, int start, int count, Column to) {
    if (from instanceof Decimal64ColumnVector) {
      appendLongs(from, start, count, to);
      return;
    }
    int scale = ((DecimalType) to.type()).scale();
    for (int i = start; i < start + count; i++) {
      BigInteger unscaled =
          ((DecimalColumnVector) from)
              .vector[i]
              .getHiveDecimal()
              .bigDecimalValue()
              .setScale(scale, RoundingMode.UNNECESSARY)
              .unscaledValue();
      if (to instanceof LongColumn l) {
        l.append(unscaled.longValueExact());
      } else {
        ((Int128Column) to).append(unscaled);
      }
    }
  }

  private static final class Bytes extends OrcValues {
    @Override
    long appendPresent(ColumnVector from, int start, int count, Column to) {
      BytesColumnVector v = (BytesColumnVector) from;
      BytesColumn column = (BytesColumn) to;
      long bytes = 0;
      for (int i = start; i < start + count; i++) {
        column.append(v.vector[i], v.start[i], v.length[i]);
        bytes += v.length[i];
      }
      return bytes;
    }
  }

  private static final class Struct extends OrcValues {
    private final OrcValues[] children;

    Struct(String name, TypeDescription type) {
      children = new OrcValues[type.getChildren().size()];
      for (int i = 0; i < children.length; i++) {
        children[i] = of(name + "." + type.getFieldNames().get(i), type.getChildren().get(i));
      }
    }

    @Override
    long appendPresent(ColumnVector from, int start, int count, Column to) {
      StructColumn struct = (StructColumn) to;
      long bytes = 0;
      for (int i = 0; i < children.length; i++) {
        ColumnVector field = ((StructColumnVector) from).fields[i];
        bytes += children[i].append(field, start, count, struct.child(i));
      }
      struct.endRows(count);
      return bytes;
    }
  }

  private static final class Lists extends OrcValues {
    private final OrcValues element;

    Lists(OrcValues element) {
      this.element = element;
    }

    @Override
    long appendPresent(ColumnVector from, int start, int count, Column to) {
      ListColumnVector v = (ListColumnVector) from;
      ListColumn list = (ListColumn) to;
      long bytes = 0;
      for (int i = start; i < start + count; i++) {
        bytes += element.append(v.child, (int) v.offsets[i], (int) v.lengths[i], list.elements());
        list.endList();
      }
      return bytes;
    }
  }

  private static final class Maps extends OrcValues {
    private final String name;
    private final OrcValues key;
    private final OrcValues value;

    Maps(String name, OrcValues key, OrcValues value) {
      this.name = name;
      this.key = key;
      this.value = value;
    }

    @Override
    long appendPresent(ColumnVector from, int start, int count, Column to) {
      MapColumnVector v = (MapColumnVector) from;
      MapColumn map = (MapColumn) to;
      long bytes = 0;
      for (int i = start; i < start + count; i++) {
        int first = (int) v.offsets[i];
        int pairs = (int) v.lengths[i];
        bytes += key.append(v.keys, first, pairs, map.keys());
        bytes += value.append(v.values, first, pairs, map.values());
        map.endMap();
      }
      if (map.keys().hasNulls()) {
        throw new FormatException("column '%s' has a map with a null key".formatted(name));
      }
      return bytes;
    }
  }
}
