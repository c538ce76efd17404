package io.placed.predicate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.HexFormat;

/** Canonical form and text of literals. */
final class Literals {
  /** Far beyond every double and decimal; bounds the length of plain notation. */
  private static final int MAX_DIGITS = 400;

  private Literals() {}

  /**
   * @throws IllegalArgumentException if the type of the value is not supported
   */
  static Object normal(Object value) {
    if (value == null
        || value instanceof Boolean
        || value instanceof Long
        || value instanceof Double
        || value instanceof String
        || value instanceof LocalDate
        || value instanceof Instant
        || value instanceof LocalDateTime) {
      return value;
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof Float f) {
      return (double) f;
    }
    if (value instanceof BigInteger i) {
      return integer(i);
    }
    if (value instanceof BigDecimal d) {
      return decimal(d);
    }
    if (value instanceof byte[] b) {
      return b.clone();
    }
    if (value instanceof ByteBuffer b) {
      byte[] out = new byte[b.remaining()];
      b.duplicate().get(out);
      return out;
    }
    if (value instanceof OffsetDateTime t) {
      return t.toInstant();
    }
    if (value instanceof ZonedDateTime t) {
      return t.toInstant();
    }
    throw new IllegalArgumentException(
        "a literal must be null, Boolean, Number, String, byte[], LocalDate, Instant or"
            + " LocalDateTime, found "
            + value.getClass().getName()
            + " "
            + value);
  }

  private static Object integer(BigInteger i) {
    if (i.bitLength() > 4 * MAX_DIGITS) {
      throw new IllegalArgumentException("a number literal has at most " + MAX_DIGITS + " digits");
    }
    return i.bitLength() <= 63 ? (Object) i.longValue() : i;
  }

  private static Object decimal(BigDecimal d) {
    BigDecimal s = d.stripTrailingZeros();
    if (s.precision() > MAX_DIGITS || Math.abs((long) s.scale()) > MAX_DIGITS) {
      throw new IllegalArgumentException("a number literal has at most " + MAX_DIGITS + " digits");
    }
    return s.scale() <= 0 ? integer(s.toBigIntegerExact()) : s;
  }

  static int hash(Object value) {
    return value instanceof byte[] b ? Arrays.hashCode(b) : value == null ? 0 : value.hashCode();
  }

  static String text(Object value) {
    if (value instanceof String s) {
      return quote(s);
    }
    if (value instanceof byte[] b) {
      return "x'" + HexFormat.of().withUpperCase().formatHex(b) + "'";
    }
    if (value instanceof Double d) {
      return d.isNaN() || d.isInfinite() ? "double '" + d + "'" : d + "D";
    }
    if (value instanceof BigDecimal d) {
      return d.toPlainString();
    }
    if (value instanceof LocalDate) {
      return "date '" + value + "'";
    }
    if (value instanceof Instant) {
      return "timestamp '" + value + "'";
    }
    if (value instanceof LocalDateTime) {
      return "timestamp_ntz '" + value + "'";
    }
    return String.valueOf(value);
  }

  static String quote(String s) {
    return "'" + s.replace("'", "''") + "'";
  }

  /** For error messages: class and text, truncated if long. */
  static String describe(Object value) {
    String text = text(value);
    return value.getClass().getSimpleName()
        + " "
        + (text.length() > 80 ? text.substring(0, 80) + "…" : text);
  }
}
