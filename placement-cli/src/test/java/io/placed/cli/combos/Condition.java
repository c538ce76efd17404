package io.placed.cli.combos;

import io.placed.cli.combos.Model.Col;
import io.placed.predicate.Predicate;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A predicate and its evaluation on rows of the model: true, false or null.
 *
 * @param predicate for the reader
 * @param test for the model
 */
record Condition(Predicate predicate, Test test) {
  /** Three-valued logic of SQL. */
  interface Test {
    Boolean of(Map<Integer, Object> row);
  }

  static Condition random(List<Col> columns, Random random, int depth) {
    if (depth > 0 && random.nextInt(3) == 0) {
      Condition a = random(columns, random, depth - 1);
      Condition b = random(columns, random, depth - 1);
      return switch (random.nextInt(3)) {
        case 0 ->
            new Condition(
                Predicate.and(a.predicate, b.predicate),
                r -> not(or(not(a.test.of(r)), not(b.test.of(r)))));
        case 1 ->
            new Condition(
                Predicate.or(a.predicate, b.predicate), r -> or(a.test.of(r), b.test.of(r)));
        default -> new Condition(Predicate.not(a.predicate), r -> not(a.test.of(r)));
      };
    }
    List<Col> flat = columns.stream().filter(c -> !c.type().isNested()).toList();
    Col c = columns.get(random.nextInt(columns.size()));
    if (flat.isEmpty() || random.nextInt(5) == 0) {
      return random.nextBoolean()
          ? new Condition(Predicate.isNull(c.name()), r -> r.get(c.key()) == null)
          : new Condition(Predicate.isNotNull(c.name()), r -> r.get(c.key()) != null);
    }
    return ofColumn(flat.get(random.nextInt(flat.size())), random);
  }

  private static Condition ofColumn(Col c, Random random) {
    Object v = literal(c, random);
    Col col = c;
    return switch (random.nextInt(8)) {
      case 0 ->
          new Condition(
              Predicate.equalNullSafe(c.name(), v),
              r -> value(r, col) != null && compare(value(r, col), v) == 0);
      case 1 -> {
        List<Object> values = new ArrayList<>(List.of(v, literal(c, random), literal(c, random)));
        yield new Condition(
            Predicate.in(c.name(), values),
            r ->
                value(r, col) == null
                    ? null
                    : values.stream().anyMatch(x -> compare(value(r, col), x) == 0));
      }
      case 2 -> compared(Predicate.ne(c.name(), v), c, v, d -> d != 0);
      case 3 -> compared(Predicate.lt(c.name(), v), c, v, d -> d < 0);
      case 4 -> compared(Predicate.le(c.name(), v), c, v, d -> d <= 0);
      case 5 -> compared(Predicate.gt(c.name(), v), c, v, d -> d > 0);
      case 6 -> compared(Predicate.ge(c.name(), v), c, v, d -> d >= 0);
      default -> compared(Predicate.eq(c.name(), v), c, v, d -> d == 0);
    };
  }

  private static Condition compared(
      Predicate p, Col c, Object v, java.util.function.IntPredicate outcome) {
    return new Condition(
        p, r -> value(r, c) == null ? null : outcome.test(compare(value(r, c), v)));
  }

  private static Object literal(Col c, Random random) {
    Object v = RandomValues.required(c.type(), random);
    if (random.nextBoolean()) {
      Object p =
          RandomValues.PARTITION_TYPES.contains(c.type())
              ? RandomValues.partition(c.type(), random)
              : null;
      v = p == null ? v : p;
    }
    return v;
  }

  private static Object value(Map<Integer, Object> row, Col c) {
    return Model.widened(row.get(c.key()), c.type());
  }

  private static Boolean not(Boolean b) {
    return b == null ? null : !b;
  }

  private static Boolean or(Boolean a, Boolean b) {
    if (Boolean.TRUE.equals(a) || Boolean.TRUE.equals(b)) {
      return true;
    }
    return a == null || b == null ? null : Boolean.FALSE;
  }

  /**
   * Compares as Spark does: NaN is the greatest value, both zeros are equal, strings compare by
   * bytes.
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static int compare(Object a, Object b) {
    if (a instanceof Float || a instanceof Double) {
      double x = ((Number) a).doubleValue();
      double y = ((Number) b).doubleValue();
      return x == y ? 0 : Double.compare(x, y);
    }
    if (a instanceof String s) {
      return Arrays.compareUnsigned(
          s.getBytes(StandardCharsets.UTF_8), ((String) b).getBytes(StandardCharsets.UTF_8));
    }
    if (a instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) b);
    }
    if (a instanceof BigDecimal d) {
      return d.compareTo((BigDecimal) b);
    }
    return ((Comparable) a).compareTo(b);
  }
}
