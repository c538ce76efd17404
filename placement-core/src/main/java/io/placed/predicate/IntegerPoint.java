package io.placed.predicate;

import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Position of a literal among the integers of a column: unscaled values of a decimal, days,
 * microseconds.
 *
 * @param side 1 above all of them (infinity, NaN), −1 below all, 0 among them
 * @param floor the largest integer not above the literal; null unless among them
 * @param exact whether the literal is that integer
 */
record IntegerPoint(int side, BigInteger floor, boolean exact) {

  static IntegerPoint of(Type type, String column, Object literal) {
    switch (type.kind()) {
      case BOOLEAN -> {
        if (literal instanceof Boolean b) {
          return whole(b ? 1 : 0);
        }
      }
      case INT8, INT16, INT32, INT64 -> {
        if (literal instanceof Number n) {
          return number(n, 0, false);
        }
      }
      case DECIMAL -> {
        if (literal instanceof Number n) {
          return number(n, ((DecimalType) type).scale(), true);
        }
      }
      case DATE -> {
        if (literal instanceof LocalDate d) {
          return whole(d.toEpochDay());
        }
      }
      case TIMESTAMP -> {
        if (literal instanceof Instant t) {
          return micros(t);
        }
      }
      case TIMESTAMP_NTZ -> {
        if (literal instanceof LocalDateTime t) {
          return micros(t.toInstant(ZoneOffset.UTC));
        }
      }
      default -> throw new IllegalStateException(type + " is not stored as an integer");
    }
    throw ValueTests.mismatch(type, column, literal);
  }

  private static IntegerPoint whole(long v) {
    return new IntegerPoint(0, BigInteger.valueOf(v), true);
  }

  private static IntegerPoint number(Number n, int scale, boolean asPrinted) {
    if (n instanceof Double d && (d.isNaN() || d.isInfinite())) {
      return new IntegerPoint(d < 0 ? -1 : 1, null, false);
    }
    BigDecimal v;
    if (n instanceof BigDecimal b) {
      v = b;
    } else if (n instanceof BigInteger i) {
      v = new BigDecimal(i);
    } else if (n instanceof Double d) {
      // For a decimal column 0.1 is the decimal that it prints as, not its binary expansion.
      v = asPrinted ? BigDecimal.valueOf(d) : new BigDecimal(d);
    } else {
      v = BigDecimal.valueOf(n.longValue());
    }
    BigDecimal scaled = v.scaleByPowerOfTen(scale);
    BigInteger floor = scaled.setScale(0, RoundingMode.FLOOR).toBigInteger();
    return new IntegerPoint(0, floor, scaled.compareTo(new BigDecimal(floor)) == 0);
  }

  /** BigInteger, because the range of Instant exceeds 64-bit microseconds. */
  private static IntegerPoint micros(Instant t) {
    BigInteger floor =
        BigInteger.valueOf(t.getEpochSecond())
            .multiply(BigInteger.valueOf(1_000_000))
            .add(BigInteger.valueOf(t.getNano() / 1000));
    return new IntegerPoint(0, floor, t.getNano() % 1000 == 0);
  }
}
