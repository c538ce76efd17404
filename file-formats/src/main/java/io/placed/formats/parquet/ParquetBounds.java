package io.placed.formats.parquet;

import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Parquet's statistics as those of this library. */
final class ParquetBounds {
  private static final long MICROS_OF_MILLI = 1000;
  private static final long NANOS_OF_MICRO = 1000;

  private ParquetBounds() {}

  /**
   * Of a column chunk.
   *
   * @param type of the column here
   * @param calendar of the file
   * @param rows of the row group
   * @return null if nothing is known
   */
  static ColumnStatistics of(
      Type type, PrimitiveType stored, FileCalendar calendar, long rows, Statistics<?> s) {
    if (s == null || s.isEmpty()) {
      return null;
    }
    long nulls = s.isNumNullsSet() ? s.getNumNulls() : 0;
    boolean any = s.hasNonNullValue();
    Object min = any ? s.genericGetMin() : null;
    Object max = any ? s.genericGetMax() : null;
    return of(type, stored, calendar, rows, nulls, min, max);
  }

  /** Of a page, whose bounds are encoded plainly; null if all of its values are null. */
  static ColumnStatistics of(
      Type type,
      PrimitiveType stored,
      FileCalendar calendar,
      long rows,
      long nulls,
      ByteBuffer min,
      ByteBuffer max) {
    Object low = min == null ? null : plain(stored, min);
    Object high = max == null ? null : plain(stored, max);
    return of(type, stored, calendar, rows, nulls, low, high);
  }

  /** Null if the bounds have another order than the values here. */
  private static ColumnStatistics of(
      Type type,
      PrimitiveType stored,
      FileCalendar calendar,
      long rows,
      long nulls,
      Object min,
      Object max) {
    if (nulls >= rows) {
      return ColumnStatistics.of(rows, rows, 0, -1, null, null, false, false);
    }
    Object low = bound(type, stored, calendar, min);
    Object high = bound(type, stored, calendar, max);
    if (low == null || high == null || ColumnStatistics.compareBounds(low, high) > 0) {
      return null;
    }
    return ColumnStatistics.of(rows, nulls, 0, -1, low, high, false, false);
  }

  private static Object plain(PrimitiveType stored, ByteBuffer bytes) {
    ByteBuffer b = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    return switch (stored.getPrimitiveTypeName()) {
      case BOOLEAN -> b.get() != 0;
      case INT32 -> b.getInt();
      case INT64 -> b.getLong();
      case FLOAT -> b.getFloat();
      case DOUBLE -> b.getDouble();
      default -> Binary.fromConstantByteBuffer(b);
    };
  }

  /** The bound as {@link ColumnStatistics} has it; null if it has none. */
  private static Object bound(Type type, PrimitiveType stored, FileCalendar calendar, Object raw) {
    if (raw == null || stored.getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> raw instanceof Boolean b ? (Object) (b ? 1L : 0L) : null;
      case INT8, INT16, INT32, INT64 -> integer(stored, raw);
      case DATE -> date(calendar, raw);
      case TIMESTAMP -> timestamp(stored, calendar, raw);
      case TIMESTAMP_NTZ -> micros(stored, raw);
      case FLOAT, DOUBLE ->
          raw instanceof Number n && !Double.isNaN(n.doubleValue()) ? n.doubleValue() : null;
      case DECIMAL -> decimal((DecimalType) type, stored, raw);
      case STRING, BINARY ->
          // UUIDs are text here.
          stored.getPrimitiveTypeName() == PrimitiveTypeName.BINARY && raw instanceof Binary b
              ? b.getBytes()
              : null;
      default -> null;
    };
  }

  private static boolean isUnsigned(PrimitiveType stored) {
    return stored.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation i && !i.isSigned();
  }

  private static Object integer(PrimitiveType stored, Object raw) {
    if (!(raw instanceof Number n)) {
      return null;
    }
    return raw instanceof Integer i && isUnsigned(stored)
        ? Integer.toUnsignedLong(i)
        : n.longValue();
  }

  private static Object date(FileCalendar calendar, Object raw) {
    if (!(raw instanceof Integer days)) {
      return null;
    }
    // Later days stay later, or become the same.
    return (long) (calendar.hybridDates() ? HybridCalendar.days(days) : days);
  }

  /** Hybrid ones are no bounds: noon of 1500-02-29 comes after the midnight that follows it. */
  private static Object timestamp(PrimitiveType stored, FileCalendar calendar, Object raw) {
    Object micros = micros(stored, raw);
    HybridCalendar hybrid = calendar.times();
    return hybrid == null || micros == null || hybrid.isSame((Long) micros) ? micros : null;
  }

  private static Object micros(PrimitiveType stored, Object raw) {
    if (!(raw instanceof Number n)
        || !(stored.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation t)) {
      return null;
    }
    long value = n.longValue();
    return t.getUnit() == TimeUnit.MILLIS
        ? value * MICROS_OF_MILLI
        : t.getUnit() == TimeUnit.NANOS ? Math.floorDiv(value, NANOS_OF_MICRO) : value;
  }

  private static Object decimal(DecimalType type, PrimitiveType stored, Object raw) {
    BigInteger unscaled;
    if (raw instanceof Binary b) {
      unscaled = b.length() == 0 ? BigInteger.ZERO : new BigInteger(b.getBytes());
    } else if (raw instanceof Number n) {
      unscaled = BigInteger.valueOf(n.longValue());
      if (isUnsigned(stored) && unscaled.signum() < 0) {
        unscaled = unscaled.add(BigInteger.ONE.shiftLeft(Long.SIZE));
      }
    } else {
      return null;
    }
    return type.precision() <= DecimalType.MAX_LONG_PRECISION
        ? (Object) unscaled.longValue()
        : unscaled;
  }
}
