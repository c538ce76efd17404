package io.placed.benchmarks.engine;

import io.placed.predicate.Predicate;
import io.placed.schema.TypeKind;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;

/**
 * Which rows are wanted: those of which a whole number, a double or a date lies in a range, or a
 * string is equal to a text.
 *
 * @param low the least, of all but doubles and strings
 * @param high the largest, of all but doubles and strings
 * @param lowDouble the least, of doubles
 * @param highDouble the largest, of doubles
 * @param text of strings; null: a range
 */
public record Filter(
    String column,
    TypeKind kind,
    long low,
    long high,
    double lowDouble,
    double highDouble,
    String text) {

  public Filter(String column, TypeKind kind, long low, long high, String text) {
    this(column, kind, low, high, 0, 0, text);
  }

  public static Filter ints(String column, int low, int high) {
    return new Filter(column, TypeKind.INT32, low, high, null);
  }

  public static Filter above(String column, double limit) {
    return new Filter(
        column, TypeKind.DOUBLE, 0, 0, Math.nextUp(limit), Double.POSITIVE_INFINITY, null);
  }

  public static Filter below(String column, double limit) {
    return between(column, Double.NEGATIVE_INFINITY, Math.nextDown(limit));
  }

  public static Filter between(String column, double low, double high) {
    return new Filter(column, TypeKind.DOUBLE, 0, 0, low, high, null);
  }

  public static Filter text(String column, String text) {
    return new Filter(column, TypeKind.STRING, 0, 0, text);
  }

  boolean isDouble() {
    return kind == TypeKind.DOUBLE;
  }

  /** The condition as Placed takes it. */
  Predicate predicate() {
    if (text != null) {
      return Predicate.eq(column, text);
    }
    if (isDouble()) {
      // NaN is larger than all others where values are ordered, and in no range.
      if (Double.isInfinite(highDouble)) {
        return Predicate.ge(column, lowDouble);
      }
      return Double.isInfinite(lowDouble)
          ? Predicate.le(column, highDouble)
          : Predicate.and(Predicate.ge(column, lowDouble), Predicate.le(column, highDouble));
    }
    return Predicate.and(Predicate.ge(column, literal(low)), Predicate.le(column, literal(high)));
  }

  private Object literal(long value) {
    return kind == TypeKind.DATE ? (Object) LocalDate.ofEpochDay(value) : (Object) value;
  }

  byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return predicate().toString();
  }
}
