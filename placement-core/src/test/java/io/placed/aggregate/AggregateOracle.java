package io.placed.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.aggregate.Aggregate.Function;
import io.placed.expression.Expression;
import io.placed.expression.Expression.Arithmetic;
import io.placed.expression.Expression.Cast;
import io.placed.expression.Expression.Constant;
import io.placed.expression.Expression.Reference;
import io.placed.schema.DecimalType;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * Computes aggregates one value at a time with {@link BigDecimal}.
 *
 * @param schema of the rows
 */
record AggregateOracle(Schema schema) {
  Object of(Aggregate a, List<Object[]> rows) {
    if (a.function() == Function.COUNT_ROWS) {
      return (long) rows.size();
    }
    Object result = a.function() == Function.COUNT ? (Object) 0L : null;
    for (Object[] row : rows) {
      Object v = value(a.argument(), row);
      if (v == null) {
        continue;
      }
      if (a.function() == Function.COUNT) {
        result = (Long) result + 1;
      } else {
        if (a.function() == Function.SUM) {
          v =
              v instanceof Float f
                  ? (Object) (double) f
                  : v instanceof Integer i ? (Object) (long) i : v;
        }
        result = together(a.function(), result, v);
      }
    }
    return result;
  }

  /** Combines the results of two parts of the rows. */
  static Object together(Function f, Object a, Object b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return switch (f) {
      case MIN -> compare(a, b) <= 0 ? a : b;
      case MAX -> compare(a, b) >= 0 ? a : b;
      default ->
          a instanceof Double x
              ? (Object) (x + (Double) b)
              : a instanceof BigDecimal d ? d.add((BigDecimal) b) : (Long) a + (Long) b;
    };
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object a, Object b) {
    return a instanceof Double x
        ? Double.compare(x + 0.0, (Double) b + 0.0)
        : a instanceof Float y
            ? Float.compare(y + 0.0f, (Float) b + 0.0f)
            : ((Comparable<Object>) a).compareTo(b);
  }

  private Object value(Expression e, Object[] row) {
    if (e instanceof Reference v) {
      return row[schema.indexOf(v.path().get(0))];
    }
    if (e instanceof Constant c) {
      return c.type() instanceof DecimalType d
          ? BigDecimal.valueOf((Long) c.value(), d.scale())
          : c.type().equals(Type.INT32) ? (Object) ((Long) c.value()).intValue() : c.value();
    }
    if (e instanceof Cast w) {
      Object v = value(w.child(), row);
      if (v == null) {
        return null;
      }
      BigDecimal d = new BigDecimal(v.toString());
      return switch (w.type().kind()) {
        case DECIMAL -> d.setScale(((DecimalType) w.type()).scale());
        case DOUBLE -> v instanceof Float f ? (double) f : d.doubleValue();
        default -> d.longValueExact();
      };
    }
    Arithmetic a = (Arithmetic) e;
    Object x = value(a.left(), row);
    Object y = value(a.right(), row);
    if (x == null || y == null) {
      return null;
    }
    if (x instanceof Double p) {
      double q = (Double) y;
      return switch (a.operator()) {
        case ADD -> p + q;
        case SUBTRACT -> p - q;
        case MULTIPLY -> p * q;
        default -> p / q;
      };
    }
    BigDecimal p = new BigDecimal(x.toString());
    BigDecimal q = new BigDecimal(y.toString());
    BigDecimal r =
        switch (a.operator()) {
          case ADD -> p.add(q);
          case SUBTRACT -> p.subtract(q);
          default -> p.multiply(q, MathContext.UNLIMITED);
        };
    return x instanceof BigDecimal
        ? r.setScale(((DecimalType) a.type()).scale())
        : x instanceof Integer ? (Object) r.intValueExact() : (Object) r.longValueExact();
  }

  static void requireSame(Object expected, Object found, String message) {
    if (expected instanceof Double d && found != null) {
      double tolerance = 1e-9 * Math.max(1, Math.abs(d));
      assertEquals(d + 0.0, (Double) found + 0.0, tolerance, message);
    } else if (expected instanceof BigDecimal d && found != null) {
      assertEquals(0, d.compareTo((BigDecimal) found), message + " " + d + " " + found);
    } else {
      assertEquals(expected, found, message);
    }
  }
}
