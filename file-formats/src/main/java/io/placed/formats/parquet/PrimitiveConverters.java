package io.placed.formats.parquet;

import io.placed.formats.FormatException;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.UUID;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/** Appends the primitive values from Parquet's reader to a column. */
final class PrimitiveConverters {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  /** Julian day number of 1970-01-01, the epoch of INT96 timestamps. */
  private static final int JULIAN_EPOCH = 2_440_588;

  private PrimitiveConverters() {}

  /**
   * @param calendar of the file
   */
  static PrimitiveConverter of(
      PrimitiveType type, Column column, FileCalendar calendar, FieldReader.Meter meter) {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    if (logical instanceof DecimalLogicalTypeAnnotation) {
      return column instanceof LongColumn c
          ? new SmallDecimals(c)
          : new Decimals((Int128Column) column);
    }
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> new Booleans((BooleanColumn) column);
      case INT32 ->
          column instanceof LongColumn c
              ? new UnsignedInts(c)
              : logical instanceof DateLogicalTypeAnnotation && calendar.hybridDates()
                  ? new BulkConverter.HybridDates((IntColumn) column)
                  : new BulkConverter.Ints((IntColumn) column);
      case INT64 -> int64(type.getName(), logical, column, calendar.times());
      case INT96 -> new Int96Times(type.getName(), (LongColumn) column, calendar.int96());
      case FLOAT -> new BulkConverter.Floats((FloatColumn) column);
      case DOUBLE -> new BulkConverter.Doubles((DoubleColumn) column);
      case BINARY -> new BulkConverter.Bytes((BytesColumn) column, meter);
      case FIXED_LEN_BYTE_ARRAY ->
          logical instanceof UUIDLogicalTypeAnnotation
              ? new Uuids((BytesColumn) column)
              : logical instanceof Float16LogicalTypeAnnotation
                  ? new HalfFloats((FloatColumn) column)
                  : new BulkConverter.Bytes((BytesColumn) column, meter);
    };
  }

  /**
   * @param hybrid the calendar of timestamps; null = proleptic
   */
  private static PrimitiveConverter int64(
      String name, LogicalTypeAnnotation logical, Column column, HybridCalendar hybrid) {
    if (logical instanceof TimestampLogicalTypeAnnotation t) {
      LongColumn times = (LongColumn) column;
      // Who writes the hybrid calendar has neither timestamps without a zone nor nanoseconds in it.
      HybridCalendar its = t.isAdjustedToUTC() ? hybrid : null;
      return switch (t.getUnit()) {
        case MILLIS -> new Millis(name, times, its);
        case MICROS ->
            its == null
                ? new BulkConverter.Longs(times)
                : new BulkConverter.HybridTimes(times, its);
        case NANOS -> new Nanos(name, times);
      };
    }
    return logical instanceof IntLogicalTypeAnnotation && column instanceof Int128Column c
        ? new UnsignedLongs(c)
        : new BulkConverter.Longs((LongColumn) column);
  }

  /** Microseconds of a timestamp in nanoseconds; throws if it is not exact. */
  static long micros(String column, long nanos) {
    if (nanos % 1000 != 0) {
      throw new FormatException(
          "column '%s' has a timestamp with nanoseconds; the supported precision is microseconds"
              .formatted(column));
    }
    return nanos / 1000;
  }

  /** IEEE 754 binary16 as a float; exact. */
  static float fromHalf(short half) {
    int exponent = half >>> 10 & 0x1f;
    int fraction = half & 0x3ff;
    float magnitude;
    if (exponent == 0x1f) {
      magnitude = fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
    } else if (exponent == 0) {
      magnitude = fraction * 0x1p-24f;
    } else {
      magnitude = Math.scalb(1 + fraction * 0x1p-10f, exponent - 15);
    }
    return half < 0 ? -magnitude : magnitude;
  }

  private static final class Booleans extends PrimitiveConverter {
    private final BooleanColumn column;

    Booleans(BooleanColumn column) {
      this.column = column;
    }

    @Override
    public void addBoolean(boolean value) {
      column.append(value);
    }
  }

  private static final class UnsignedInts extends PrimitiveConverter {
    private final LongColumn column;

    UnsignedInts(LongColumn column) {
      this.column = column;
    }

    @Override
    public void addInt(int value) {
      column.append(Integer.toUnsignedLong(value));
    }
  }

  private static final class UnsignedLongs extends PrimitiveConverter {
    private final Int128Column column;

    UnsignedLongs(Int128Column column) {
      this.column = column;
    }

    @Override
    public void addLong(long value) {
      column.append(0, value);
    }
  }

  private static final class Millis extends PrimitiveConverter {
    private final String name;
    private final LongColumn column;
    private final HybridCalendar hybrid;

    Millis(String name, LongColumn column, HybridCalendar hybrid) {
      this.name = name;
      this.column = column;
      this.hybrid = hybrid;
    }

    @Override
    public void addLong(long value) {
      try {
        long micros = Math.multiplyExact(value, 1000);
        column.append(hybrid == null ? micros : hybrid.micros(micros));
      } catch (ArithmeticException e) {
        throw new FormatException(
            String.format(
                Locale.ROOT,
                "column '%s' has the timestamp %d ms, which overflows 64-bit microseconds",
                name,
                value),
            e);
      }
    }
  }

  private static final class Nanos extends PrimitiveConverter {
    private final String name;
    private final LongColumn column;

    Nanos(String name, LongColumn column) {
      this.name = name;
      this.column = column;
    }

    @Override
    public void addLong(long value) {
      column.append(micros(name, value));
    }
  }

  /** Timestamps of Hive, Impala and old Spark: nanoseconds of the day, then the Julian day. */
  private static final class Int96Times extends PrimitiveConverter {
    private final String name;
    private final LongColumn column;
    private final HybridCalendar hybrid;

    Int96Times(String name, LongColumn column, HybridCalendar hybrid) {
      this.name = name;
      this.column = column;
      this.hybrid = hybrid;
    }

    @Override
    public void addBinary(Binary value) {
      ByteBuffer bytes = value.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
      long nanos = bytes.getLong(bytes.position());
      long day = bytes.getInt(bytes.position() + 8) - (long) JULIAN_EPOCH;
      long micros;
      try {
        micros = Math.addExact(Math.multiplyExact(day, MICROS_PER_DAY), micros(name, nanos));
      } catch (ArithmeticException e) {
        throw new FormatException(
            "column '"
                + name
                + "' has the Julian day "
                + (day + JULIAN_EPOCH)
                + ", which overflows 64-bit microseconds",
            e);
      }
      column.append(hybrid == null ? micros : hybrid.micros(micros));
    }
  }

  private static final class HalfFloats extends PrimitiveConverter {
    private final FloatColumn column;

    HalfFloats(FloatColumn column) {
      this.column = column;
    }

    @Override
    public void addBinary(Binary value) {
      ByteBuffer bytes = value.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
      column.append(fromHalf(bytes.getShort(bytes.position())));
    }
  }

  private static final class Uuids extends PrimitiveConverter {
    private final BytesColumn column;

    Uuids(BytesColumn column) {
      this.column = column;
    }

    @Override
    public void addBinary(Binary value) {
      ByteBuffer bytes = value.toByteBuffer();
      column.append(new UUID(bytes.getLong(), bytes.getLong()).toString());
    }
  }

  private static final class SmallDecimals extends PrimitiveConverter {
    private final LongColumn column;

    SmallDecimals(LongColumn column) {
      this.column = column;
    }

    @Override
    public void addInt(int value) {
      column.append(value);
    }

    @Override
    public void addLong(long value) {
      column.append(value);
    }

    @Override
    public void addBinary(Binary value) {
      column.append(unscaled(value).longValueExact());
    }
  }

  private static final class Decimals extends PrimitiveConverter {
    private final Int128Column column;

    Decimals(Int128Column column) {
      this.column = column;
    }

    @Override
    public void addInt(int value) {
      addLong(value);
    }

    @Override
    public void addLong(long value) {
      column.append(value >> 63, value);
    }

    @Override
    public void addBinary(Binary value) {
      column.append(unscaled(value));
    }
  }

  private static BigInteger unscaled(Binary value) {
    byte[] bytes = value.getBytesUnsafe();
    return bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
  }
}
