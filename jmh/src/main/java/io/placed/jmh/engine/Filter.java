package io.placed.jmh.engine;

import io.placed.predicate.Predicate;
import io.placed.schema.TypeKind;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;

/**
 * Which rows are wanted: those of which a whole number or a date lies in a range, or a string is
 * equal to a text.
 *
 * @param low the least, if {@code text} is null
 * @param high the largest, if {@code text} is null
 * @param text null: a range
 */
public record Filter(String column, TypeKind kind, long low, long high, String text) {
  /** The condition as Placed takes it. */
  Predicate predicate() {
    if (text != null) {
      return Predicate.eq(column, text);
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
