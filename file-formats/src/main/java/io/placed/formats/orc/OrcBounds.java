package io.placed.formats.orc;

import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.orc.BooleanColumnStatistics;
import org.apache.orc.DateColumnStatistics;
import org.apache.orc.DecimalColumnStatistics;
import org.apache.orc.DoubleColumnStatistics;
import org.apache.orc.IntegerColumnStatistics;
import org.apache.orc.StringColumnStatistics;
import org.apache.orc.TimestampColumnStatistics;

/** ORC's statistics as those of this library. */
final class OrcBounds {
  private static final long MICROS = 1_000_000;
  private static final long MILLIS = 1_000;
  private static final int NANOS_OF_MICRO = 1_000;

  private OrcBounds() {}

  /**
   * Of some rows.
   *
   * @return null if nothing is known
   */
  static ColumnStatistics of(Type type, long rows, org.apache.orc.ColumnStatistics s) {
    if (s == null || s.getNumberOfValues() > rows) {
      return null;
    }
    long nulls = rows - s.getNumberOfValues();
    if (s.getNumberOfValues() == 0) {
      return ColumnStatistics.of(rows, rows, 0, -1, null, null, false, false);
    }
    Object[] bounds = bounds(type, s);
    if (bounds[0] == null
        || bounds[1] == null
        || ColumnStatistics.compareBounds(bounds[0], bounds[1]) > 0) {
      return null;
    }
    return ColumnStatistics.of(rows, nulls, 0, -1, bounds[0], bounds[1], false, false);
  }

  private static Object[] bounds(Type type, org.apache.orc.ColumnStatistics s) {
    if (s instanceof BooleanColumnStatistics b) {
      return pair(b.getFalseCount() > 0 ? 0L : 1L, b.getTrueCount() > 0 ? 1L : 0L);
    } else if (s instanceof IntegerColumnStatistics i) {
      return pair(i.getMinimum(), i.getMaximum());
    } else if (s instanceof DoubleColumnStatistics d) {
      boolean known = !Double.isNaN(d.getMinimum()) && !Double.isNaN(d.getMaximum());
      return known ? pair(d.getMinimum(), d.getMaximum()) : pair(null, null);
    } else if (s instanceof StringColumnStatistics t) {
      return pair(bytes(t.getLowerBound()), bytes(t.getUpperBound()));
    } else if (s instanceof DateColumnStatistics d) {
      return d.getMinimumLocalDate() == null
          ? pair(null, null)
          : pair(d.getMinimumDayOfEpoch(), d.getMaximumDayOfEpoch());
    } else if (s instanceof TimestampColumnStatistics t) {
      return pair(micros(t.getMinimumUTC()), micros(t.getMaximumUTC()));
    } else if (s instanceof DecimalColumnStatistics d && type instanceof DecimalType of) {
      return pair(unscaled(of, d.getMinimum()), unscaled(of, d.getMaximum()));
    }
    return pair(null, null);
  }

  private static Object[] pair(Object min, Object max) {
    return new Object[] {min, max};
  }

  private static Object bytes(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  private static Object micros(Timestamp t) {
    return t == null
        ? null
        : Math.floorDiv(t.getTime(), MILLIS) * MICROS + t.getNanos() / NANOS_OF_MICRO;
  }

  private static Object unscaled(DecimalType type, HiveDecimal d) {
    if (d == null) {
      return null;
    }
    BigInteger value = d.bigDecimalValue().setScale(type.scale()).unscaledValue();
    return type.precision() <= DecimalType.MAX_LONG_PRECISION ? (Object) value.longValue() : value;
  }
}
