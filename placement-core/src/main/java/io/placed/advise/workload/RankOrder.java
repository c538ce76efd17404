package io.placed.advise.workload;

import io.placed.schema.Type;
import io.placed.vector.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;

/**
 * The order of a column's values, in which they have ranks. Values and literals are converted to
 * Long (integers, booleans, dates in days, timestamps in microseconds), BigDecimal, Double or bytes
 * (strings in UTF-8); numbers of all classes are comparable. NaN is above all other numbers, and
 * −0.0 equals 0.0, as in SQL.
 */
final class RankOrder {
  /** Bytes of two strings that decide how far a third one is between them. */
  private static final int INTERPOLATED_BYTES = 6;

  private static final double MIDDLE = 0.5;

  private RankOrder() {}

  /** Whether values of the type have an order. */
  static boolean isOrdered(Type type) {
    return !type.isNested();
  }

  /**
   * Converts a value of {@link Values} or a literal of a predicate.
   *
   * @throws IllegalArgumentException if its class has no order
   */
  static Object key(Object value) {
    if (value instanceof Boolean b) {
      return b ? 1L : 0L;
    } else if (value instanceof Double || value instanceof Float) {
      return ((Number) value).doubleValue() + 0.0;
    } else if (value instanceof BigInteger i) {
      return new BigDecimal(i);
    } else if (value instanceof BigDecimal) {
      return value;
    } else if (value instanceof Number n) {
      return n.longValue();
    } else if (value instanceof String s) {
      return s.getBytes(StandardCharsets.UTF_8);
    } else if (value instanceof byte[]) {
      return value;
    } else if (value instanceof ByteBuffer b) {
      byte[] bytes = new byte[b.remaining()];
      b.duplicate().get(bytes);
      return bytes;
    } else if (value instanceof LocalDate d) {
      return d.toEpochDay();
    } else if (value instanceof Instant t) {
      return Values.micros(t);
    } else if (value instanceof LocalDateTime t) {
      return Values.micros(t.toInstant(ZoneOffset.UTC));
    }
    throw new IllegalArgumentException("a value of " + value.getClass().getName() + " has no rank");
  }

  /**
   * Compares two keys.
   *
   * @throws IllegalArgumentException if one is a number and the other is not
   */
  static int compare(Object a, Object b) {
    if (a instanceof Long x && b instanceof Long y) {
      return Long.compare(x, y);
    }
    if (a instanceof byte[] x && b instanceof byte[] y) {
      return Arrays.compareUnsigned(x, y);
    }
    if (a instanceof Number x && b instanceof Number y) {
      boolean floating = a instanceof Double && b instanceof Double || isSpecial(x) || isSpecial(y);
      return floating
          ? Double.compare(x.doubleValue(), y.doubleValue())
          : exact(x).compareTo(exact(y));
    }
    throw new IllegalArgumentException("strings and numbers have no common order");
  }

  /** NaN and infinity have no decimal form. */
  private static boolean isSpecial(Number n) {
    return n instanceof Double d && (d.isNaN() || d.isInfinite());
  }

  private static BigDecimal exact(Number n) {
    return n instanceof BigDecimal d
        ? d
        : n instanceof Double d ? new BigDecimal(d) : BigDecimal.valueOf(n.longValue());
  }

  /** The position of a value between two others, 0 to 1, as if all between were as frequent. */
  static double fraction(Object low, Object value, Object high) {
    double part = MIDDLE;
    if (low instanceof byte[] l && value instanceof byte[] v && high instanceof byte[] h) {
      int common = Arrays.mismatch(l, h);
      double from = bytes(l, common);
      part = (bytes(v, common) - from) / (bytes(h, common) - from);
    } else if (low instanceof Number l && value instanceof Number v && high instanceof Number h) {
      part = (v.doubleValue() - l.doubleValue()) / (h.doubleValue() - l.doubleValue());
    }
    return part >= 0 && part <= 1 ? part : MIDDLE;
  }

  private static double bytes(byte[] value, int from) {
    double number = 0;
    for (int i = Math.max(0, from); i < Math.max(0, from) + INTERPOLATED_BYTES; i++) {
      number = number * 256 + (i < value.length ? value[i] & 0xFF : 0);
    }
    return number;
  }

  /**
   * The smallest key that is above all strings with a prefix.
   *
   * @return null if there is none
   */
  static byte[] afterPrefix(byte[] prefix) {
    int end = prefix.length;
    while (end > 0 && prefix[end - 1] == (byte) 0xFF) {
      end--;
    }
    if (end == 0) {
      return null;
    }
    byte[] next = Arrays.copyOf(prefix, end);
    next[end - 1]++;
    return next;
  }
}
