package io.placed.spark.internal;

import io.placed.expression.ArithmeticFailure;
import io.placed.expression.Expression.Arithmetic;
import io.placed.expression.Expression.Cast;
import io.placed.expression.Expression.Constant;
import io.placed.expression.Expression.Operator;
import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.spark.SparkTypes;
import io.placed.spark.read.translate.ColumnBounds;
import java.math.BigDecimal;
import org.apache.hadoop.fs.Path;
import org.apache.spark.QueryContext;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.errors.QueryCompilationErrors;
import org.apache.spark.sql.errors.QueryExecutionErrors;
import org.apache.spark.sql.types.Decimal;
import scala.Option;

/** Errors in the form in which Spark and PySpark users know them. */
public final class Errors {
  private Errors() {}

  public static RuntimeException pathNotFound(String path) {
    return sneaky(QueryCompilationErrors.dataPathNotExistError(path));
  }

  public static RuntimeException pathExists(String path) {
    return sneaky(QueryCompilationErrors.outputPathAlreadyExistsError(new Path(path)));
  }

  /** An AnalysisException with one sentence of our own. */
  public static RuntimeException analysis(String message, Throwable cause) {
    return sneaky(
        new AnalysisException(
            message,
            Option.empty(),
            Option.empty(),
            Option.apply(cause),
            Option.empty(),
            scala.collection.immutable.Map$.MODULE$.<String, String>empty(),
            new QueryContext[0]));
  }

  /** What Spark says in ANSI mode where one of its own expressions has no value. */
  public static ArithmeticException arithmetic(ArithmeticFailure failure) {
    if (failure.expression() instanceof Cast cast) {
      return cast(failure, cast.child().type(), cast.type());
    }
    Arithmetic e = (Arithmetic) failure.expression();
    if (failure.isDivisionByZero()) {
      return e.operator() == Operator.REMAINDER
          ? QueryExecutionErrors.remainderByZeroError(null)
          : QueryExecutionErrors.divideByZeroError(null);
    }
    String function =
        switch (e.operator()) {
          case ADD -> "try_add";
          case SUBTRACT -> "try_subtract";
          default -> "try_multiply";
        };
    boolean small = e.type().kind() == TypeKind.INT8 || e.type().kind() == TypeKind.INT16;
    if (small && !isNegation(e)) {
      return QueryExecutionErrors.binaryArithmeticCauseOverflowError(
          failure.left().shortValueExact(),
          e.operator().symbol(),
          failure.right().shortValueExact(),
          function);
    }
    String type = e.type().kind() == TypeKind.INT64 ? "long" : "integer";
    return QueryExecutionErrors.arithmeticOverflowError(type + " overflow", function, null);
  }

  /** Spark's unary minus is a difference from zero here. */
  private static boolean isNegation(Arithmetic e) {
    return e.operator() == Operator.SUBTRACT
        && e.left() instanceof Constant zero
        && Long.valueOf(0).equals(zero.value());
  }

  private static ArithmeticException cast(ArithmeticFailure failure, Type from, Type to) {
    if (to instanceof DecimalType decimal) {
      int scale = from instanceof DecimalType d ? d.scale() : 0;
      Decimal value = Decimal.apply(new BigDecimal(failure.left(), scale));
      return QueryExecutionErrors.cannotChangeDecimalPrecisionError(
          value, decimal.precision(), decimal.scale(), null);
    }
    if (!from.kind().isInteger()) {
      return failure; // Dates too far away for a time: Spark has no words of its own for them.
    }
    return QueryExecutionErrors.castingCauseOverflowError(
        ColumnBounds.internal(from, failure.left().longValueExact()),
        SparkTypes.toDataType(from),
        SparkTypes.toDataType(to));
  }

  /** Scala does not declare what it throws; Java has to be talked into it. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException sneaky(Throwable error) throws T {
    throw (T) error;
  }
}
