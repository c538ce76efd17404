package io.placed.statistics;

import io.placed.schema.DecimalType;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.schema.Widening;
import io.placed.vector.Values;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** Order, text and conversions of single bounds. */
final class Bounds {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  /** More digits than any decimal has: longer text is refused before it is parsed. */
  private static final int MAX_DIGITS = 40;

  private Bounds() {}

  /** Compares two bounds of the same class. */
  static int compare(Object a, Object b) {
    if (a instanceof byte[] x) {
      return Arrays.compareUnsigned(x, (byte[]) b);
    }
    if (a instanceof Double x) {
      return Double.compare(x, (Double) b);
    }
    if (a instanceof BigInteger x) {
      return x.compareTo((BigInteger) b);
    }
    return Long.compare((Long) a, (Long) b);
  }

  static Serializable checked(Object bound) {
    if (bound == null || bound instanceof Long || bound instanceof BigInteger) {
      return (Serializable) bound;
    }
    if (bound instanceof byte[] b) {
      return b;
    }
    if (bound instanceof Double d && !d.isNaN()) {
      return d;
    }
    throw new IllegalArgumentException(
        "a bound must be a Long, a Double other than NaN, a BigInteger or a byte[], found "
            + bound.getClass().getSimpleName()
            + " "
            + bound);
  }

  /**
   * @throws IllegalArgumentException if the value has not the class or the range of the type
   */
  static void requireFits(Type type, Object value) {
    boolean fits =
        switch (type.storage()) {
          case BITS -> value instanceof Long v && (v == 0 || v == 1);
          case INT -> value instanceof Long v && v >= lowest(type) && v <= -1 - lowest(type);
          case LONG -> value instanceof Long;
          case FLOAT -> value instanceof Double d && (d.isNaN() || d == (double) d.floatValue());
          case DOUBLE -> value instanceof Double;
          case INT128 -> value instanceof BigInteger v && v.bitLength() <= 127;
          case BYTES -> value instanceof byte[];
          case LENGTHS, NONE -> false;
        };
    if (!fits) {
      throw new IllegalArgumentException(
          value.getClass().getSimpleName()
              + " "
              + plain(value)
              + " is not a bound of type "
              + type);
    }
  }

  private static long lowest(Type type) {
    return switch (type.kind()) {
      case INT8 -> Byte.MIN_VALUE;
      case INT16 -> Short.MIN_VALUE;
      default -> Integer.MIN_VALUE;
    };
  }

  static String text(Type type, Object bound) {
    requireFits(type, bound);
    return bound instanceof byte[] b ? Base64.getEncoder().encodeToString(b) : bound.toString();
  }

  static Object parse(Type type, String text) {
    Object value;
    try {
      if (type.storage() != Storage.BYTES && text.length() > MAX_DIGITS) {
        throw new NumberFormatException("too long");
      }
      value =
          switch (type.storage()) {
            case BITS, INT, LONG -> (Object) Long.parseLong(text);
            case FLOAT, DOUBLE -> Double.parseDouble(text);
            case INT128 -> new BigInteger(text);
            case BYTES -> Base64.getDecoder().decode(text);
            case LENGTHS, NONE -> throw new IllegalArgumentException("a nested type has no bounds");
          };
    } catch (IllegalArgumentException e) {
      String shown = text.length() > MAX_DIGITS ? text.substring(0, MAX_DIGITS) + "…" : text;
      throw new IllegalArgumentException("'" + shown + "' is not a bound of type " + type, e);
    }
    requireFits(type, value);
    return value;
  }

  static Object javaValue(Type type, Object bound) {
    if (bound == null) {
      return null;
    }
    requireFits(type, bound);
    return switch (type.kind()) {
      case BOOLEAN -> (Long) bound != 0;
      case INT8 -> ((Long) bound).byteValue();
      case INT16 -> ((Long) bound).shortValue();
      case INT32 -> ((Long) bound).intValue();
      case FLOAT -> ((Double) bound).floatValue();
      case INT64, DOUBLE, BINARY -> bound;
      case DECIMAL -> {
        int scale = ((DecimalType) type).scale();
        yield bound instanceof Long v
            ? BigDecimal.valueOf(v, scale)
            : new BigDecimal((BigInteger) bound, scale);
      }
      case STRING -> new String((byte[]) bound, StandardCharsets.UTF_8);
      case DATE -> LocalDate.ofEpochDay((Long) bound);
      case TIMESTAMP -> Values.instant((Long) bound);
      case TIMESTAMP_NTZ -> LocalDateTime.ofInstant(Values.instant((Long) bound), ZoneOffset.UTC);
      case STRUCT, LIST, MAP -> throw new IllegalStateException();
    };
  }

  static String describe(Type type, Object bound) {
    if (type.kind() == TypeKind.BINARY || (bound instanceof byte[] b && !isUtf8(b))) {
      return plain(bound);
    }
    Object value = javaValue(type, bound);
    return value instanceof BigDecimal d
        ? d.toPlainString()
        : value instanceof String s ? "'" + s + "'" : value.toString();
  }

  /** Without knowledge of the type. */
  static String plain(Object bound) {
    return bound instanceof byte[] b
        ? "x'" + HexFormat.of().formatHex(b) + "'"
        : String.valueOf(bound);
  }

  static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** The bound in the wider type; null (not known) where the wider type cannot hold it. */
  static Serializable widened(Object bound, Type stored, Type wanted) {
    if (!Widening.allowed(stored, wanted)) {
      throw new IllegalArgumentException(stored + " cannot be read as " + wanted);
    }
    if (bound == null) {
      return null;
    }
    if (wanted instanceof DecimalType w) {
      int scale = stored instanceof DecimalType s ? s.scale() : 0;
      BigInteger unscaled = bound instanceof Long v ? BigInteger.valueOf(v) : (BigInteger) bound;
      BigInteger scaled = unscaled.multiply(BigInteger.TEN.pow(w.scale() - scale));
      if (w.storage() == Storage.INT128) {
        return scaled.bitLength() <= 127 ? scaled : null;
      }
      return scaled.bitLength() <= 63 ? (Long) scaled.longValue() : null;
    }
    return switch (wanted.kind()) {
      case FLOAT, DOUBLE -> bound instanceof Long v ? (Double) v.doubleValue() : (Double) bound;
      case TIMESTAMP_NTZ -> {
        long days = (Long) bound;
        boolean fits = Math.abs(days) <= Long.MAX_VALUE / MICROS_PER_DAY;
        yield fits ? days * MICROS_PER_DAY : null;
      }
      default -> (Serializable) bound;
    };
  }
}
