package io.placed.aggregate;

import io.placed.expression.Expression;
import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import java.io.Serializable;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/**
 * One aggregate.
 *
 * @param function which
 * @param argument what of; null for {@link Function#COUNT_ROWS}
 */
public record Aggregate(Function function, Expression argument) implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Digits that SUM of decimals adds to its argument's, as in Spark. */
  private static final int SUM_DIGITS = 10;

  /** What is made of the values. */
  public enum Function {
    /** Number of rows. */
    COUNT_ROWS,
    /** Number of values that are not missing. */
    COUNT,
    /** Sum of the values that are not missing; missing if there are none. */
    SUM,
    /** Smallest value that is not missing; NaN is greater than every other number. */
    MIN,
    /** Largest. */
    MAX
  }

  public Aggregate {
    if ((function == Function.COUNT_ROWS) != (argument == null)) {
      throw new IllegalArgumentException(function + " of " + argument);
    }
    if (argument != null && !allowed(function, argument.type())) {
      throw new IllegalArgumentException(function + " of " + argument.type() + " is not supported");
    }
  }

  private static boolean allowed(Function function, Type type) {
    return switch (function) {
      case SUM ->
          switch (type.kind()) {
            case INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL -> true;
            default -> false;
          };
      case MIN, MAX -> !type.isNested();
      default -> true;
    };
  }

  public static Aggregate countRows() {
    return new Aggregate(Function.COUNT_ROWS, null);
  }

  public static Aggregate of(Function function, Expression argument) {
    return new Aggregate(function, Objects.requireNonNull(argument));
  }

  /** Names of the columns that are needed. */
  public Set<String> columns() {
    Set<Expression.Reference> references = new LinkedHashSet<>();
    if (argument != null) {
      argument.collectReferences(references);
    }
    Set<String> names = new LinkedHashSet<>();
    references.forEach(r -> names.add(r.path().get(0)));
    return names;
  }

  /** Type of the result. */
  public Type type() {
    return switch (function) {
      case COUNT_ROWS, COUNT -> Type.INT64;
      case MIN, MAX -> argument.type();
      case SUM ->
          switch (argument.type().kind()) {
            case FLOAT, DOUBLE -> Type.DOUBLE;
            case DECIMAL -> {
              DecimalType d = (DecimalType) argument.type();
              yield Type.decimal(
                  Math.min(DecimalType.MAX_PRECISION, d.precision() + SUM_DIGITS), d.scale());
            }
            default -> Type.INT64;
          };
    };
  }

  @Override
  public String toString() {
    return function == Function.COUNT_ROWS ? "count(*)" : function + "(" + argument + ")";
  }
}
