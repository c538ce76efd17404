package io.placed.predicate;

import io.placed.predicate.ColumnPredicate.Comparison;
import io.placed.predicate.ColumnPredicate.Contains;
import io.placed.predicate.ColumnPredicate.EndsWith;
import io.placed.predicate.ColumnPredicate.EqualNullSafe;
import io.placed.predicate.ColumnPredicate.In;
import io.placed.predicate.ColumnPredicate.IsNotNull;
import io.placed.predicate.ColumnPredicate.IsNull;
import io.placed.predicate.ColumnPredicate.StartsWith;
import io.placed.predicate.LogicalPredicate.AlwaysTrue;
import io.placed.predicate.LogicalPredicate.And;
import io.placed.predicate.LogicalPredicate.Not;
import io.placed.predicate.LogicalPredicate.Or;
import io.placed.schema.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Three-valued logic on Java objects, row by row, as simply as possible: null is UNKNOWN. */
final class Oracle {
  private Oracle() {}

  static Boolean eval(Predicate p, Object[] row) {
    if (p instanceof And a) {
      Boolean all = true;
      for (Predicate q : a.parts()) {
        Boolean v = eval(q, row);
        all =
            (Boolean.FALSE.equals(v) || Boolean.FALSE.equals(all)) ? (Boolean) false : both(all, v);
      }
      return all;
    }
    if (p instanceof Or o) {
      Boolean any = false;
      for (Predicate q : o.parts()) {
        Boolean v = eval(q, row);
        any = (Boolean.TRUE.equals(v) || Boolean.TRUE.equals(any)) ? (Boolean) true : both(any, v);
      }
      return any;
    }
    if (p instanceof Not n) {
      Boolean v = eval(n.part(), row);
      return v == null ? null : (Boolean) !v;
    }
    if (p instanceof IsNull n) {
      return get(n.column(), row) == null;
    }
    if (p instanceof IsNotNull n) {
      return get(n.column(), row) != null;
    }
    if (p instanceof Comparison c) {
      Object v = get(c.column(), row);
      if (v == null || c.value() == null) {
        return null;
      }
      int order = compare(v, c.value());
      return switch (c.op()) {
        case EQ -> order == 0;
        case NE -> order != 0;
        case LT -> order < 0;
        case LE -> order <= 0;
        case GT -> order > 0;
        case GE -> order >= 0;
      };
    }
    if (p instanceof EqualNullSafe e) {
      Object v = get(e.column(), row);
      return (v == null || e.value() == null) ? v == e.value() : compare(v, e.value()) == 0;
    }
    if (p instanceof In i) {
      Object v = get(i.column(), row);
      if (v == null) {
        return null;
      }
      if (i.values().stream().anyMatch(x -> x != null && compare(v, x) == 0)) {
        return true;
      }
      return i.values().contains(null) ? null : (Boolean) false;
    }
    if (p instanceof StartsWith s) {
      Object v = get(s.column(), row);
      return v == null ? null : (Boolean) ((String) v).startsWith(s.prefix());
    }
    if (p instanceof EndsWith e) {
      Object v = get(e.column(), row);
      return v == null ? null : (Boolean) ((String) v).endsWith(e.suffix());
    }
    if (p instanceof Contains c) {
      Object v = get(c.column(), row);
      return v == null ? null : (Boolean) ((String) v).contains(c.part());
    }
    return p instanceof AlwaysTrue;
  }

  private static Boolean both(Boolean a, Boolean b) {
    return (a == null || b == null) ? null : a;
  }

  private static Object get(List<String> column, Object[] row) {
    List<Field> fields = RandomData.SCHEMA.fields();
    Object[] parts = row;
    Object v = null;
    for (String name : column) {
      if (parts == null) {
        return null;
      }
      int i = fields.stream().map(Field::name).toList().indexOf(name);
      v = parts[i];
      fields = fields.get(i).type().children();
      parts = v instanceof Object[] a ? a : null;
    }
    return v;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static int compare(Object v, Object literal) {
    if (v instanceof String a) {
      return Arrays.compareUnsigned(utf8(a), utf8((String) literal));
    }
    if (v instanceof byte[] a) {
      return Arrays.compareUnsigned(a, (byte[]) literal);
    }
    if (v instanceof Double || v instanceof Float) {
      double a = ((Number) v).doubleValue();
      if (literal instanceof Double || literal instanceof BigDecimal) {
        double b = ((Number) literal).doubleValue();
        return a == b ? 0 : Double.compare(a, b);
      }
      return Double.isNaN(a) || a == 1.0 / 0
          ? 1
          : a == -1.0 / 0 ? -1 : new BigDecimal(a).compareTo(exact(literal));
    }
    if (literal instanceof Double d && !Double.isFinite(d)) {
      return d == -1.0 / 0 ? 1 : -1;
    }
    if (v instanceof BigDecimal a) {
      return a.compareTo(literal instanceof Double d ? BigDecimal.valueOf(d) : exact(literal));
    }
    if (v instanceof Number) {
      return exact(v).compareTo(exact(literal));
    }
    return ((Comparable) v).compareTo(literal);
  }

  private static BigDecimal exact(Object number) {
    return number instanceof BigDecimal d
        ? d
        : number instanceof BigInteger i
            ? new BigDecimal(i)
            : number instanceof Double d
                ? new BigDecimal(d)
                : BigDecimal.valueOf(((Number) number).longValue());
  }

  private static byte[] utf8(String s) {
    return s.getBytes(StandardCharsets.UTF_8);
  }
}
