package io.placed.aggregate;

import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import java.math.BigInteger;
import java.util.Objects;

/**
 * What is aggregated: a column, or arithmetic over columns. A missing operand makes the result
 * missing. Immutable, compared by value.
 */
public sealed interface Expression {
  /** Type of the values. */
  Type type();

  /** The values of a top-level column, under the name that the batches have for it. */
  record Value(String column, Type type) implements Expression {
    public Value {
      Objects.requireNonNull(column);
      Objects.requireNonNull(type);
    }

    @Override
    public String toString() {
      return column;
    }
  }

  /**
   * The same number for every row.
   *
   * @param value {@link Long} for integers, {@link Double} for floating point numbers, the unscaled
   *     {@link BigInteger} for decimals
   */
  record Constant(Type type, Object value) implements Expression {
    public Constant {
      boolean fits =
          switch (type.kind()) {
            case INT8, INT16, INT32, INT64 -> value instanceof Long;
            case FLOAT, DOUBLE -> value instanceof Double;
            case DECIMAL -> value instanceof BigInteger;
            default -> false;
          };
      if (!fits) {
        throw new IllegalArgumentException("no number of type " + type + ": " + value);
      }
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** Which arithmetic. */
  enum Operator {
    ADD("+"),
    SUBTRACT("-"),
    MULTIPLY("*"),
    /** Of floating point numbers; a divisor of zero is an error. */
    DIVIDE("/");

    private final String sign;

    Operator(String sign) {
      this.sign = sign;
    }
  }

  /** Two operands of one type, or of two decimal types. */
  record Arithmetic(Operator operator, Expression left, Expression right, Type type)
      implements Expression {
    /**
     * Arithmetic with the type that Spark gives it.
     *
     * @throws IllegalArgumentException if it is not computed here: operands of different types,
     *     division of other than floating point numbers, or decimals whose exact result may have
     *     more than 38 digits, which Spark rounds
     */
    public static Arithmetic of(Operator operator, Expression left, Expression right) {
      return new Arithmetic(operator, left, right, result(operator, left.type(), right.type()));
    }

    private static Type result(Operator operator, Type left, Type right) {
      if (left instanceof DecimalType a && right instanceof DecimalType b) {
        int scale = 0;
        int precision = 0;
        switch (operator) {
          case ADD, SUBTRACT -> {
            scale = Math.max(a.scale(), b.scale());
            precision =
                Math.max(a.precision() - a.scale(), b.precision() - b.scale()) + scale + 1;
          }
          case MULTIPLY -> {
            scale = a.scale() + b.scale();
            precision = a.precision() + b.precision() + 1;
          }
          default -> precision = Integer.MAX_VALUE;
        }
        if (precision <= DecimalType.MAX_PRECISION) {
          return Type.decimal(precision, scale);
        }
      } else if (left.equals(right) && isNumber(left)) {
        boolean floating = left.kind() == TypeKind.FLOAT || left.kind() == TypeKind.DOUBLE;
        if (operator != Operator.DIVIDE || floating) {
          return left;
        }
      }
      throw new IllegalArgumentException(
          left + " " + operator.sign + " " + right + " is not computed");
    }

    @Override
    public String toString() {
      return "(" + left + " " + operator.sign + " " + right + ")";
    }
  }

  /** The same number in another type that has room for all of them. */
  record Widened(Expression operand, Type type) implements Expression {
    public Widened {
      if (!widens(operand.type(), type)) {
        throw new IllegalArgumentException(operand.type() + " is not widened to " + type);
      }
    }

    private static boolean widens(Type from, Type to) {
      if (from.equals(to)) {
        return isNumber(from);
      }
      if (to instanceof DecimalType d) {
        int digits =
            switch (from.kind()) {
              case INT8 -> 3;
              case INT16 -> 5;
              case INT32 -> 10;
              case INT64 -> 20;
              case DECIMAL -> ((DecimalType) from).precision() - ((DecimalType) from).scale();
              default -> Integer.MAX_VALUE;
            };
        int scale = from instanceof DecimalType f ? f.scale() : 0;
        return scale <= d.scale() && digits <= d.precision() - d.scale();
      }
      return switch (to.kind()) {
        case INT16, INT32, INT64 ->
            from.kind().compareTo(TypeKind.INT8) >= 0 && from.kind().compareTo(to.kind()) < 0;
        case DOUBLE -> isNumber(from);
        default -> false;
      };
    }

    @Override
    public String toString() {
      return "cast(" + operand + " as " + type + ")";
    }
  }

  private static boolean isNumber(Type type) {
    return switch (type.kind()) {
      case INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL -> true;
      default -> false;
    };
  }
}
