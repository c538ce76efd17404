package io.placed.spark.read.translate;

import io.placed.predicate.Predicate;
import io.placed.predicate.Predicate.Op;
import java.time.LocalDate;
import java.util.List;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Extract;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.DateType;

/**
 * Rewrites a comparison of the year of a date as one of the date, so that statistics and stored
 * values can be used.
 */
final class YearCondition {
  /** Bound of the years of Spark's dates, which are 32-bit numbers of days. */
  private static final int MOST = 6_000_000;

  private YearCondition() {}

  /** Null for other expressions. */
  static Predicate of(String name, Expression[] args, ColumnTypes types) {
    boolean flipped = args[0] instanceof Literal;
    if (!((flipped ? args[1] : args[0]) instanceof Extract x)
        || !x.field().equals("YEAR")
        || !(x.source() instanceof NamedReference ref)
        || !(types.of(ref) instanceof DateType)
        || !((flipped ? args[0] : args[1]) instanceof Literal<?> literal)
        || !(literal.value() instanceof Integer year)
        || Math.abs((long) year) > MOST) {
      return null;
    }
    List<String> column = types.path(ref);
    Predicate notBefore = Predicate.compare(column, Op.GE, LocalDate.of(year, 1, 1));
    Predicate notAfter = Predicate.compare(column, Op.LT, LocalDate.of(year + 1, 1, 1));
    return switch (name) {
      case "=" -> Predicate.and(notBefore, notAfter);
      case "<>" -> Predicate.not(Predicate.and(notBefore, notAfter));
      case "<" -> flipped ? Predicate.not(notAfter) : Predicate.not(notBefore);
      case "<=" -> flipped ? notBefore : notAfter;
      case ">" -> flipped ? Predicate.not(notBefore) : Predicate.not(notAfter);
      case ">=" -> flipped ? notAfter : notBefore;
      default -> null;
    };
  }
}
