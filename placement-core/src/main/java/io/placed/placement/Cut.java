package io.placed.placement;

import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.vector.Column;
import io.placed.vector.Values;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;

/**
 * A comparison of a column with a value, as in queries. Text: {@code price < 12.5}, {@code mode =
 * 'AIR'}, {@code day >= '1995-01-01'}. Never true for a null.
 *
 * @param column name of a top-level column
 * @param value a {@link BigDecimal} of at most 60 digits before and after the point, a {@link
 *     Boolean}, or a {@link String}, also for dates and timestamps
 */
public record Cut(String column, Operator operator, Object value) implements Serializable {
  /** Maximum digits of a number before, and after, the point: more than any type has. */
  static final int MAX_DIGITS = 60;

  /** Comparison operator. */
  public enum Operator {
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    EQUAL("=");

    private final String text;

    Operator(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }

    /**
     * Whether the comparison is true.
     *
     * @param order sign of comparing the column's value with this value
     */
    public boolean holds(int order) {
      return switch (this) {
        case LESS -> order < 0;
        case LESS_OR_EQUAL -> order <= 0;
        case GREATER -> order > 0;
        case GREATER_OR_EQUAL -> order >= 0;
        case EQUAL -> order == 0;
      };
    }
  }

  public Cut {
    if (column == null || column.isEmpty()) {
      throw new IllegalArgumentException(
          Reordering.SETTING + ": the column of a predicate must not be empty");
    }
    if (value instanceof BigDecimal d) {
      if ((long) d.precision() - d.scale() > MAX_DIGITS || d.scale() > MAX_DIGITS) {
        throw new IllegalArgumentException(
            Reordering.SETTING
                + ": "
                + column
                + " is compared with a number of "
                + d.precision()
                + " digits and scale "
                + d.scale()
                + "; allowed are "
                + MAX_DIGITS
                + " digits before the point and as many after it");
      }
      value = d.scale() < 0 ? d.setScale(0) : d;
    } else if (!(value instanceof Boolean || value instanceof String)) {
      throw new IllegalArgumentException(
          Reordering.SETTING
              + ": "
              + column
              + " is compared with "
              + value
              + "; allowed are numbers, strings, true and false");
    }
  }

  /** The same comparison for another column name. */
  Cut withColumn(String name) {
    return new Cut(name, operator, value);
  }

  /**
   * A column of the field's type with only this value.
   *
   * @throws IllegalArgumentException if the value does not fit the field's type
   */
  public Column valueOf(Field field) {
    Column column = Column.of(field.type());
    try {
      Values.append(column, field, typed(field));
      return column;
    } catch (ArithmeticException
        | ClassCastException
        | DateTimeException
        | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          Reordering.SETTING
              + ": "
              + this
              + " does not fit column "
              + Names.quote(field.name())
              + ", which is "
              + field.type()
              + ". Allowed: numbers with no more digits than the type has, 'text',"
              + " '1995-01-31', '1995-01-31T12:00:00' (with a Z at its end where the type has a"
              + " zone), true, false",
          e);
    }
  }

  private Object typed(Field field) {
    return switch (field.type().kind()) {
      case BOOLEAN -> (Boolean) value;
      case INT8 -> ((BigDecimal) value).byteValueExact();
      case INT16 -> ((BigDecimal) value).shortValueExact();
      case INT32 -> ((BigDecimal) value).intValueExact();
      case INT64 -> ((BigDecimal) value).longValueExact();
      case FLOAT -> ((BigDecimal) value).floatValue();
      case DOUBLE -> ((BigDecimal) value).doubleValue();
      case DECIMAL -> ((BigDecimal) value).setScale(((DecimalType) field.type()).scale());
      case STRING -> (String) value;
      case BINARY -> ((String) value).getBytes(StandardCharsets.UTF_8);
      case DATE -> LocalDate.parse((String) value);
      case TIMESTAMP -> Instant.parse((String) value);
      case TIMESTAMP_NTZ -> LocalDateTime.parse((String) value);
      case STRUCT, LIST, MAP -> throw new IllegalArgumentException("no order");
    };
  }

  @Override
  public String toString() {
    String text =
        value instanceof BigDecimal d
            ? d.toPlainString()
            : value instanceof String s ? "'" + s.replace("'", "''") + "'" : value.toString();
    return Names.quote(column) + " " + operator + " " + text;
  }
}
