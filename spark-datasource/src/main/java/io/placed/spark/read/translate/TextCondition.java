package io.placed.spark.read.translate;

import io.placed.predicate.Predicate;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.connector.expressions.Cast;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Rewrites that the text of a value is one of some texts as a condition on the value, so that
 * statistics and stored values can be used. Without ANSI mode this is what Spark makes of {@code
 * day IN ('2024-01-03')} for a date.
 */
final class TextCondition {
  /** The text of earlier dates depends on a setting of Spark, and that of later ones has a sign. */
  private static final int FIRST_YEAR = 1583;

  private TextCondition() {}

  /** Null for other expressions and operators. */
  static Predicate of(String name, Expression left, Expression right, ColumnTypes types) {
    if (!name.equals("=") && !name.equals("<>")) {
      return null;
    }
    Predicate equal = in(new Expression[] {left, right}, types);
    return equal == null || name.equals("=") ? equal : Predicate.not(equal);
  }

  /**
   * Null for other expressions, and if a text is not that of any value.
   *
   * @param args the text of a value, and the texts that it is compared with
   */
  static Predicate in(Expression[] args, ColumnTypes types) {
    if (args.length < 2
        || !(args[0] instanceof Cast cast)
        || !(cast.dataType() instanceof StringType)
        || !ColumnTypes.comparable(cast.dataType())
        || !(cast.expression() instanceof NamedReference ref)) {
      return null;
    }
    List<Object> values = new ArrayList<>();
    for (Expression arg : Arrays.asList(args).subList(1, args.length)) {
      Object value =
          arg instanceof Literal<?> l && l.value() instanceof UTF8String text
              ? value(text.toString(), types.of(ref))
              : null;
      if (value == null) {
        return null;
      }
      values.add(value);
    }
    return Predicate.in(types.path(ref), values);
  }

  /** The only value of a type that has this text; null if none is known. */
  private static Object value(String text, DataType type) {
    try {
      Object value = null;
      if (type instanceof DateType) {
        LocalDate day = LocalDate.parse(text);
        value = day.getYear() < FIRST_YEAR || day.getYear() > 9999 ? null : day;
      } else if (type instanceof IntegerType) {
        value = Integer.valueOf(text);
      } else if (type instanceof LongType) {
        value = Long.valueOf(text);
      }
      return value != null && value.toString().equals(text) ? value : null;
    } catch (DateTimeException | NumberFormatException e) {
      return null;
    }
  }
}
