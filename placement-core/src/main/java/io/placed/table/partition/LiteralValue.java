package io.placed.table.partition;

import io.placed.schema.DecimalType;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.vector.BytesColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Literals of predicates as values of a column, and results of transforms as literals. */
final class LiteralValue {
  private LiteralValue() {}

  /** The value of the type that equals a literal; null if there is none, or it is not known. */
  static Object of(Type type, Object literal) {
    try {
      return switch (type.kind()) {
        case INT8 -> whole(literal, Byte.MIN_VALUE, Byte.MAX_VALUE);
        case INT16 -> whole(literal, Short.MIN_VALUE, Short.MAX_VALUE);
        case INT32 -> whole(literal, Integer.MIN_VALUE, Integer.MAX_VALUE);
        case INT64 -> whole(literal, Long.MIN_VALUE, Long.MAX_VALUE);
        case DECIMAL -> decimal((DecimalType) type, literal);
        case STRING -> literal instanceof String s ? BytesColumn.utf8OrNull(s) : null;
        case BINARY -> literal instanceof byte[] bytes ? bytes : null;
        case DATE -> literal instanceof LocalDate d ? (Object) d.toEpochDay() : null;
        case TIMESTAMP -> literal instanceof Instant t ? micros(t) : null;
        case TIMESTAMP_NTZ ->
            literal instanceof LocalDateTime t ? micros(t.toInstant(ZoneOffset.UTC)) : null;
        default -> null;
      };
    } catch (ArithmeticException e) {
      return null;
    }
  }

  private static Object whole(Object literal, long least, long most) {
    return literal instanceof Long v && v >= least && v <= most ? v : null;
  }

  private static Object decimal(DecimalType type, Object literal) {
    BigDecimal value =
        literal instanceof BigDecimal d
            ? d
            : literal instanceof BigInteger b
                ? new BigDecimal(b)
                : literal instanceof Long v ? BigDecimal.valueOf(v) : null;
    if (value == null) {
      return null;
    }
    BigDecimal scaled = value.setScale(type.scale());
    if (scaled.precision() > type.precision()) {
      return null;
    }
    BigInteger unscaled = scaled.unscaledValue();
    return type.storage() == Storage.LONG ? (Object) unscaled.longValueExact() : unscaled;
  }

  private static Object micros(Instant time) {
    if (time.getNano() % 1_000 != 0) {
      return null;
    }
    return Math.addExact(
        Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1_000L);
  }

  /** A literal for a result. */
  static Object literal(Type result, Object value) {
    return switch (result.kind()) {
      case DECIMAL ->
          new BigDecimal(
              value instanceof BigInteger b ? b : BigInteger.valueOf((Long) value),
              ((DecimalType) result).scale());
      case STRING -> new String((byte[]) value, StandardCharsets.UTF_8);
      case DATE -> LocalDate.ofEpochDay((Long) value);
      default -> value;
    };
  }
}
