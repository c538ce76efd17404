package io.placed.spark.internal;

import io.placed.error.CommitConflictException;
import io.placed.expression.ArithmeticFailure;
import io.placed.expression.Expression.Arithmetic;
import io.placed.expression.Expression.Cast;
import io.placed.expression.Expression.Constant;
import io.placed.expression.Expression.Operator;
import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.spark.read.translate.ColumnBounds;
import io.placed.spark.types.SparkTypes;
import java.math.BigDecimal;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.PartitionsAlreadyExistException;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;

/** Errors in the form that users of Spark and PySpark expect. */
public final class Errors {
  private Errors() {}

  public static RuntimeException pathNotFound(String path) {
    return sneaky(Catalyst.get().pathNotFound(path));
  }

  public static RuntimeException pathExists(String path) {
    return sneaky(Catalyst.get().pathExists(path));
  }

  /** Whether a statement failed because of another commit. */
  public static boolean isConflict(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof CommitConflictException) {
        return true;
      }
    }
    return false;
  }

  /** An AnalysisException with a message of Placed. */
  public static RuntimeException analysis(String message, Throwable cause) {
    return sneaky(Catalyst.get().analysis(message, cause));
  }

  /**
   * @param columns the partition columns
   */
  public static PartitionsAlreadyExistException partitionsExist(
      String table, List<InternalRow> partitions, StructType columns) {
    return Catalyst.get().partitionsExist(table, partitions, columns);
  }

  /** The error of Spark's own expression in ANSI mode for the same failure. */
  public static ArithmeticException arithmetic(ArithmeticFailure failure) {
    if (failure.expression() instanceof Cast cast) {
      return cast(failure, cast.child().type(), cast.type());
    }
    Arithmetic e = (Arithmetic) failure.expression();
    if (failure.isDivisionByZero()) {
      return Catalyst.get().divisionByZero(e.operator() == Operator.REMAINDER);
    }
    String function =
        switch (e.operator()) {
          case ADD -> "try_add";
          case SUBTRACT -> "try_subtract";
          default -> "try_multiply";
        };
    boolean small = e.type().kind() == TypeKind.INT8 || e.type().kind() == TypeKind.INT16;
    if (small && !isNegation(e)) {
      return Catalyst.get()
          .overflow(
              failure.left().shortValueExact(),
              e.operator().symbol(),
              failure.right().shortValueExact(),
              function);
    }
    String type = e.type().kind() == TypeKind.INT64 ? "long" : "integer";
    return Catalyst.get().overflow(type, function);
  }

  /** Whether the difference is the translation of Spark's unary minus. */
  private static boolean isNegation(Arithmetic e) {
    return e.operator() == Operator.SUBTRACT
        && e.left() instanceof Constant zero
        && Long.valueOf(0).equals(zero.value());
  }

  private static ArithmeticException cast(ArithmeticFailure failure, Type from, Type to) {
    if (to instanceof DecimalType decimal) {
      int scale = from instanceof DecimalType d ? d.scale() : 0;
      Decimal value = Decimal.apply(new BigDecimal(failure.left(), scale));
      return Catalyst.get().decimalOverflow(value, decimal.precision(), decimal.scale());
    }
    if (!from.kind().isInteger()) {
      return failure; // dates outside of the range of timestamps: Spark has no error for them
    }
    return Catalyst.get()
        .castOverflow(
            ColumnBounds.internal(from, failure.left().longValueExact()),
            SparkTypes.toDataType(from),
            SparkTypes.toDataType(to));
  }

  /** Throws a checked exception without declaring it, as Scala code in Spark does. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException sneaky(Throwable error) throws T {
    throw (T) error;
  }
}
