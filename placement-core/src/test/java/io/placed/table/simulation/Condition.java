package io.placed.table.simulation;

import io.placed.predicate.Predicate;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A condition on rows, for the table as text and for a model.
 *
 * @param operator {@code =}, {@code >=}, {@code is null}, or {@code between}
 * @param value a number or a string
 * @param end of {@code between}, not included
 */
record Condition(String column, String type, String operator, Object value, long end) {
  /** One that a model understands. */
  static Condition of(Random random, Model model, long lastKey) {
    if (random.nextInt(3) == 0) {
      long from = random.nextInt((int) lastKey + 1);
      return new Condition("k", "int64", "between", from, from + 1 + random.nextInt(8));
    }
    List<Model.Column> columns = model.columns();
    Model.Column c = columns.get(random.nextInt(columns.size()));
    if (c.number() == Model.PARTITION) {
      return new Condition(c.name(), c.type(), "=", random.nextBoolean() ? "a" : "b", 0);
    }
    String operator = List.of("=", ">=", "is null").get(random.nextInt(3));
    int some = random.nextInt(Values.DISTINCT);
    Object value = c.type().equals("string") ? "s" + some : (Object) (long) some;
    return new Condition(c.name(), c.type(), operator, value, 0);
  }

  Predicate predicate() {
    return Predicate.parse(toString());
  }

  /** Whether it can be asked of a table with these columns. */
  boolean fits(Model model) {
    Model.Column c = model.column(column);
    boolean alike = c != null && c.type().equals("string") == type.equals("string");
    return alike || c != null && operator.equals("is null");
  }

  /** Whether it is TRUE of a row of a model that it fits. */
  boolean test(Model model, Map<Integer, Object> row) {
    Object found = row.get(model.column(column).number());
    if (found == null || operator.equals("is null")) {
      return found == null && operator.equals("is null");
    }
    if (type.equals("string")) {
      int compared = found.toString().compareTo(value.toString());
      return operator.equals("=") ? compared == 0 : compared >= 0;
    }
    long number = ((Number) found).longValue();
    long wanted = ((Number) value).longValue();
    return switch (operator) {
      case "=" -> number == wanted;
      case ">=" -> number >= wanted;
      default -> number >= wanted && number < end;
    };
  }

  @Override
  public String toString() {
    String literal = type.equals("string") ? "'" + value + "'" : String.valueOf(value);
    return switch (operator) {
      case "is null" -> column + " is null";
      case "between" -> column + " >= " + literal + " and " + column + " < " + end;
      default -> column + " " + operator + " " + literal;
    };
  }
}
