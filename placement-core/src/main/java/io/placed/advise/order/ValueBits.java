package io.placed.advise.order;

import io.placed.schema.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Values as 64 bits in their order, as Iceberg's Z-order interleaves them: integers and seconds
 * with the sign flipped, the bits of floating point, the first 8 bytes of strings. 0 is null.
 */
final class ValueBits {
  private ValueBits() {}

  /** Whether values of the type have such bits. */
  static boolean has(Type type) {
    return switch (type.kind()) {
      case DECIMAL, STRUCT, LIST, MAP -> false;
      default -> true;
    };
  }

  /**
   * The bits, as an unsigned number.
   *
   * @param value as of {@link io.placed.vector.Values}; null has 0
   */
  static long of(Object value) {
    if (value == null) {
      return 0;
    } else if (value instanceof Boolean b) {
      return b ? 0x81L << 56 : 0;
    } else if (value instanceof Float || value instanceof Double) {
      long bits = Double.doubleToLongBits(((Number) value).doubleValue());
      return bits ^ (bits >> 63 | Long.MIN_VALUE);
    } else if (value instanceof LocalDate d) {
      return signed(d.atStartOfDay().toEpochSecond(ZoneOffset.UTC));
    } else if (value instanceof Instant i) {
      return signed(i.getEpochSecond());
    } else if (value instanceof LocalDateTime t) {
      return signed(t.toEpochSecond(ZoneOffset.UTC));
    } else if (value instanceof BigDecimal || value instanceof BigInteger) {
      throw new IllegalArgumentException("decimals have no bits in a Z-order of values");
    } else if (value instanceof Number n) {
      return signed(n.longValue());
    }
    byte[] bytes =
        value instanceof byte[] b ? b : value.toString().getBytes(StandardCharsets.UTF_8);
    long out = 0;
    for (int k = 0; k < Long.BYTES; k++) {
      out = out << 8 | (k < bytes.length ? bytes[k] & 0xff : 0);
    }
    return out;
  }

  private static long signed(long value) {
    return value ^ Long.MIN_VALUE;
  }
}
