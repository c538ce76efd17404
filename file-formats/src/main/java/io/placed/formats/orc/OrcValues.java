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
  /** Appends the non-null value at {@code at}; returns the bytes of its strings. */
  abstract long appendPresent(ColumnVector from, int at, Column to);

  /** Appends the value of a row; returns the bytes of its strings. */
  final long append(ColumnVector from, int row, Column to) {
    int at = from.isRepeating ? 0 : row;
    if (!from.noNulls && from.isNull[at]) {
      to.appendNull();
      return 0;
    }
    return appendPresent(from, at, to);
  }

  private interface Plain {
    void append(ColumnVector from, int at, Column to);
  }

  private static OrcValues plain(Plain p) {
    return new OrcValues() {
      @Override
      long appendPresent(ColumnVector from, int at, Column to) {
        p.append(from, at, to);
        return 0;
      }
    };
  }

  static OrcValues of(String name, TypeDescription type) {
    return switch (type.getCategory()) {
      case BOOLEAN -> plain((f, at, to) -> ((BooleanColumn) to).append(integer(f, at) != 0));
      case BYTE, SHORT, INT, DATE ->
          plain((f, at, to) -> ((IntColumn) to).append((int) integer(f, at)));
      case LONG -> plain((f, at, to) -> ((LongColumn) to).append(integer(f, at)));
      case FLOAT ->
          plain(
              (f, at, to) ->
                  ((FloatColumn) to).append((float) ((DoubleColumnVector) f).vector[at]));
      case DOUBLE ->
          plain((f, at, to) -> ((DoubleColumn) to).append(((DoubleColumnVector) f).vector[at]));
      case TIMESTAMP, TIMESTAMP_INSTANT ->
          plain(
              (f, at, to) -> ((LongColumn) to).append(micros(name, (TimestampColumnVector) f, at)));
      case DECIMAL -> plain(OrcValues::appendDecimal);
      case STRING, CHAR, VARCHAR, BINARY -> new Bytes();
      case STRUCT -> new Struct(name, type);
      case LIST -> new Lists(of(name, type.getChildren().get(0)));
      case MAP ->
          new Maps(name, of(name, type.getChildren().get(0)), of(name, type.getChildren().get(1)));
      default -> throw new IllegalArgumentException("type " + type);
    };
  }

  private static long integer(ColumnVector from, int at) {
    return ((LongColumnVector) from).vector[at];
  }

  private static long micros(String name, TimestampColumnVector from, int at) {
    int nanos = from.nanos[at];
    if (nanos % 1000 != 0) {
      throw new FormatException(
          "column '%s' has a timestamp with nanoseconds; the supported precision is microseconds"
              .formatted(name));
    }
    return Math.floorDiv(from.time[at], 1000L) * 1_000_000 + nanos / 1000;
  }

  private static void appendDecimal(ColumnVector from, int at, Column to) {
    int scale = ((DecimalType) to.type()).scale();
    BigInteger unscaled =
        ((DecimalColumnVector) from)
            .vector[at]
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

  private static final class Bytes extends OrcValues {
    @Override
    long appendPresent(ColumnVector from, int at, Column to) {
      BytesColumnVector v = (BytesColumnVector) from;
      ((BytesColumn) to).append(v.vector[at], v.start[at], v.length[at]);
      return v.length[at];
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
    long appendPresent(ColumnVector from, int at, Column to) {
      StructColumn struct = (StructColumn) to;
      long bytes = 0;
      for (int i = 0; i < children.length; i++) {
        bytes += children[i].append(((StructColumnVector) from).fields[i], at, struct.child(i));
      }
      struct.endRow();
      return bytes;
    }
  }

  private static final class Lists extends OrcValues {
    private final OrcValues element;

    Lists(OrcValues element) {
      this.element = element;
    }

    @Override
    long appendPresent(ColumnVector from, int at, Column to) {
      ListColumnVector v = (ListColumnVector) from;
      ListColumn list = (ListColumn) to;
      long bytes = 0;
      int start = (int) v.offsets[at];
      for (int k = start; k < start + (int) v.lengths[at]; k++) {
        bytes += element.append(v.child, k, list.elements());
      }
      list.endList();
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
    long appendPresent(ColumnVector from, int at, Column to) {
      MapColumnVector v = (MapColumnVector) from;
      MapColumn map = (MapColumn) to;
      long bytes = 0;
      int start = (int) v.offsets[at];
      for (int k = start; k < start + (int) v.lengths[at]; k++) {
        bytes += key.append(v.keys, k, map.keys());
        if (map.keys().isNull(map.keys().size() - 1)) {
          throw new FormatException("column '%s' has a map with a null key".formatted(name));
        }
        bytes += value.append(v.values, k, map.values());
      }
      map.endMap();
      return bytes;
    }
  }
}
