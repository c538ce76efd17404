package io.placed.predicate;

import io.placed.predicate.Predicate.Op;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Converts comparisons with a literal into sets of internal values. */
final class ValueTests {
  private static final BigInteger INT128_MIN = BigInteger.ONE.shiftLeft(127).negate();
  private static final DoubleRange NO_DOUBLE = doubles(1, 0, false);

  private ValueTests() {}

  /**
   * @param op not NE
   * @return null for a null literal
   * @throws IllegalArgumentException if column and literal are not comparable
   */
  static ValueTest compare(Type type, String column, Op op, Object literal) {
    if (type.isNested()) {
      throw new IllegalArgumentException(
          "column %s of type %s can only be compared with null".formatted(column, type));
    }
    if (literal == null) {
      return null;
    }
    return switch (type.storage()) {
      case FLOAT, DOUBLE -> compareDouble(type, column, op, literal);
      case BYTES -> compareBytes(op, bytes(type, column, literal));
      default -> compareInteger(type, op, IntegerPoint.of(type, column, literal));
    };
  }

  /** Equal to one of the literals, none of them null. */
  static ValueTest in(Type type, String column, List<Object> literals) {
    if (type.isNested()) {
      compare(type, column, Op.EQ, null);
    }
    if (type.storage() == Storage.BYTES) {
      return new BytesSet(literals.stream().map(v -> bytes(type, column, v)).toList());
    }
    if (type.storage() == Storage.FLOAT || type.storage() == Storage.DOUBLE) {
      List<Double> values = new ArrayList<>();
      for (Object v : literals) {
        requireNumber(type, column, v);
        if (exact(v)) {
          values.add(((Number) v).doubleValue());
        }
      }
      return new DoubleSet(values.stream().mapToDouble(d -> d).toArray());
    }
    if (type.storage() == Storage.LONG && type.kind() == TypeKind.INT64 && allLongs(literals)) {
      return new LongSet(literals.stream().mapToLong(v -> (Long) v).toArray());
    }
    List<BigInteger> points = new ArrayList<>();
    for (Object v : literals) {
      IntegerPoint p = IntegerPoint.of(type, column, v);
      BigInteger at = p.exact() ? p.floor() : null;
      if (at != null && at.compareTo(lowest(type)) >= 0 && at.compareTo(highest(type)) <= 0) {
        points.add(at);
      }
    }
    if (type.storage() == Storage.INT128) {
      return new Int128Set(
          points.stream().sorted().distinct().map(v -> new Int128Set.Range(v, v)).toList());
    }
    return new LongSet(points.stream().mapToLong(BigInteger::longValue).toArray());
  }

  /** Without intermediate objects, because lists of keys can be long. */
  private static boolean allLongs(List<Object> literals) {
    return literals.stream().allMatch(Long.class::isInstance);
  }

  private static ValueTest compareInteger(Type type, Op op, IntegerPoint p) {
    BigInteger low = lowest(type);
    BigInteger high = highest(type);
    boolean empty = false;
    if (p.side() != 0) {
      // Above all values < and <= are always TRUE, below all values > and >= are.
      empty = p.side() > 0 ? op != Op.LT && op != Op.LE : op != Op.GT && op != Op.GE;
    } else {
      BigInteger floor = p.floor();
      switch (op) {
        case LT -> high = high.min(p.exact() ? floor.subtract(BigInteger.ONE) : floor);
        case LE -> high = high.min(floor);
        case GT -> low = low.max(floor.add(BigInteger.ONE));
        case GE -> low = low.max(p.exact() ? floor : floor.add(BigInteger.ONE));
        default -> {
          low = low.max(floor);
          high = high.min(floor);
          empty = !p.exact();
        }
      }
    }
    empty |= low.compareTo(high) > 0;
    if (type.storage() == Storage.INT128) {
      return new Int128Set(empty ? List.of() : List.of(new Int128Set.Range(low, high)));
    }
    return empty ? new LongRange(1, 0) : new LongRange(low.longValue(), high.longValue());
  }

  private static BigInteger lowest(Type type) {
    return switch (type.storage()) {
      case INT128 -> INT128_MIN;
      case LONG -> BigInteger.valueOf(Long.MIN_VALUE);
      default -> BigInteger.valueOf(Integer.MIN_VALUE);
    };
  }

  private static BigInteger highest(Type type) {
    return lowest(type).not();
  }

  private static ValueTest compareDouble(Type type, String column, Op op, Object literal) {
    requireNumber(type, column, literal);
    double v = ((Number) literal).doubleValue();
    double least = Double.NEGATIVE_INFINITY;
    double most = Double.POSITIVE_INFINITY;
    if (Double.isNaN(v)) {
      return switch (op) {
        case LT -> doubles(least, most, false);
        case LE -> doubles(least, most, true);
        case GT -> NO_DOUBLE;
        default -> doubles(1, 0, true);
      };
    }
    // The adjacent doubles of a literal that is not a double, such as 2^53 + 1.
    int rounded = rounding(literal, v);
    double floor = rounded > 0 ? Math.nextDown(v) : v;
    double ceil = rounded < 0 ? Math.nextUp(v) : v;
    boolean exact = rounded == 0;
    return switch (op) {
      case LT ->
          exact && v == least ? NO_DOUBLE : doubles(least, exact ? Math.nextDown(v) : floor, false);
      case LE -> doubles(least, floor, false);
      case GT ->
          exact && v == most
              ? doubles(1, 0, true)
              : doubles(exact ? Math.nextUp(v) : ceil, most, true);
      case GE -> doubles(ceil, most, true);
      default -> exact ? doubles(v, v, false) : NO_DOUBLE;
    };
  }

  private static DoubleRange doubles(double low, double high, boolean withNan) {
    return new DoubleRange(low, high, withNan);
  }

  private static boolean exact(Object literal) {
    return rounding(literal, ((Number) literal).doubleValue()) == 0;
  }

  /** Positive if v is above the literal. Exact for integers only; see bind. */
  private static int rounding(Object literal, double v) {
    if (literal instanceof Double || literal instanceof BigDecimal) {
      return 0;
    }
    if (Double.isInfinite(v)) {
      return v > 0 ? 1 : -1;
    }
    BigDecimal whole =
        literal instanceof BigInteger i
            ? new BigDecimal(i)
            : BigDecimal.valueOf(((Number) literal).longValue());
    return new BigDecimal(v).compareTo(whole);
  }

  private static void requireNumber(Type type, String column, Object literal) {
    if (!(literal instanceof Number)) {
      throw mismatch(type, column, literal);
    }
  }

  private static ValueTest compareBytes(Op op, byte[] v) {
    return switch (op) {
      case LT -> new BytesRange(null, false, v, false);
      case LE -> new BytesRange(null, false, v, true);
      case GT -> new BytesRange(v, false, null, false);
      case GE -> new BytesRange(v, true, null, false);
      default -> new BytesSet(List.of(v));
    };
  }

  private static byte[] bytes(Type type, String column, Object literal) {
    if (type.kind() == TypeKind.STRING && literal instanceof String s) {
      return s.getBytes(StandardCharsets.UTF_8);
    }
    if (type.kind() == TypeKind.BINARY && literal instanceof byte[] b) {
      return b;
    }
    throw mismatch(type, column, literal);
  }

  static IllegalArgumentException mismatch(Type type, String column, Object literal) {
    String takes =
        switch (type.kind()) {
          case BOOLEAN -> "true or false";
          case INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL -> "a number";
          case STRING -> "a string";
          case BINARY -> "binary: x'CAFE'";
          case DATE -> "a date: date '2020-01-31'";
          case TIMESTAMP -> "a timestamp: timestamp '2020-01-31T12:00:00Z'";
          case TIMESTAMP_NTZ -> "a timestamp without zone: timestamp_ntz '2020-01-31T12:00'";
          case STRUCT, LIST, MAP -> "null only";
        };
    return new IllegalArgumentException(
        "column %s of type %s cannot be compared with %s; allowed is %s"
            .formatted(column, type, Literals.describe(literal), takes));
  }
}
