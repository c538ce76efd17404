package io.placed.spark.read.translate;

import io.placed.expression.Casts;
import io.placed.expression.Expression;
import io.placed.expression.Expression.Arithmetic;
import io.placed.expression.Expression.Cast;
import io.placed.expression.Expression.Constant;
import io.placed.expression.Expression.DatePart;
import io.placed.expression.Expression.Operator;
import io.placed.expression.Expression.Part;
import io.placed.expression.Expression.Reference;
import io.placed.expression.Range;
import io.placed.schema.DecimalType;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.spark.types.SparkTypes;
import io.placed.table.plan.ColumnRanges;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.List;
import org.apache.spark.sql.connector.expressions.Extract;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Translates Spark's scalar expressions that have the same value here and cannot fail for any row.
 * An expression must not fail where Spark would not have evaluated it, because conditions that
 * Spark does not push may exclude rows; so expressions that may fail are left to Spark.
 *
 * <p>Fields of instants are not translated, because Spark does not pass the time zone.
 */
final class ExpressionTranslator {
  /** Number of digits after the point that Spark keeps in favour of those before it. */
  private static final int KEPT_SCALE = 6;

  private final ColumnTypes types;
  private final ColumnRanges ranges;

  ExpressionTranslator(ColumnTypes types, ColumnRanges ranges) {
    this.types = types;
    this.ranges = ranges;
  }

  /** Null if the expression is not supported, or may fail. */
  Expression translate(org.apache.spark.sql.connector.expressions.Expression e) {
    try {
      Expression out = convert(e);
      return out == null || out.mayFail() ? null : out;
    } catch (IllegalArgumentException notOfOurTypes) {
      return null;
    }
  }

  /**
   * The same, but it may fail: for expressions that Spark would evaluate for the same rows. Null if
   * it is not supported.
   */
  Expression translateAsIs(org.apache.spark.sql.connector.expressions.Expression e) {
    try {
      return convert(e);
    } catch (IllegalArgumentException notOfOurTypes) {
      return null;
    }
  }

  private Expression convert(org.apache.spark.sql.connector.expressions.Expression e) {
    if (e instanceof NamedReference ref) {
      return reference(ref);
    }
    if (e instanceof Literal<?> literal) {
      return constant(literal);
    }
    if (e instanceof org.apache.spark.sql.connector.expressions.Cast c) {
      Expression child = convert(c.expression());
      Type to = type(c.dataType());
      return child == null || to == null || !Casts.known(child.type(), to)
          ? null
          : child.type().equals(to) ? child : new Cast(child, to);
    }
    if (e instanceof Extract x) {
      Expression child = convert(x.source());
      return child == null ? null : new DatePart(Part.valueOf(x.field()), child);
    }
    return e instanceof GeneralScalarExpression g ? scalar(g) : null;
  }

  private Expression reference(NamedReference ref) {
    Type type = type(types.of(ref));
    if (type == null || type.isNested()) {
      return null;
    }
    List<String> path = types.path(ref);
    return new Reference(
        path, type, path.size() == 1 ? ranges.of(path.get(0), type) : Range.of(type));
  }

  /** Null if the type is not supported, or its values are compared in another way. */
  private static Type type(DataType type) {
    return type == null || !ColumnTypes.comparable(type) ? null : SparkTypes.toType(type, "");
  }

  private static Constant constant(Literal<?> literal) {
    Type type = type(literal.dataType());
    if (type == null) {
      return null;
    }
    Object value = literal.value();
    Serializable ours;
    if (value == null) {
      ours = null;
    } else if (value instanceof Boolean b) {
      ours = b ? 1L : 0L;
    } else if (value instanceof Decimal d) {
      BigInteger unscaled =
          d.toJavaBigDecimal().setScale(((DecimalType) type).scale()).unscaledValue();
      ours = type.storage() == Storage.LONG ? (Serializable) unscaled.longValueExact() : unscaled;
    } else if (value instanceof Float || value instanceof Double) {
      ours = ((Number) value).doubleValue();
    } else if (value instanceof UTF8String s) {
      ours = s.getBytes();
    } else {
      ours = value instanceof Number n ? (Serializable) n.longValue() : (byte[]) value;
    }
    return new Constant(type, ours);
  }

  private Expression scalar(GeneralScalarExpression g) {
    org.apache.spark.sql.connector.expressions.Expression[] args = g.children();
    Expression first = args.length == 0 ? null : convert(args[0]);
    if (first == null) {
      return null;
    }
    if (args.length == 1) {
      return switch (g.name()) {
        case "CHAR_LENGTH" -> new Expression.Length(first);
        case "-" -> negated(first);
        default -> null;
      };
    }
    Operator operator =
        switch (g.name()) {
          case "+" -> Operator.ADD;
          case "-" -> Operator.SUBTRACT;
          case "*" -> Operator.MULTIPLY;
          case "/" -> Operator.DIVIDE;
          case "%" -> Operator.REMAINDER;
          default -> null;
        };
    Expression second = operator == null || args.length != 2 ? null : convert(args[1]);
    return second == null ? null : arithmetic(operator, first, second);
  }

  private static Expression negated(Expression e) {
    if (!e.type().kind().isNumber()) {
      return null;
    }
    boolean floating = e.range() == null;
    boolean wide = e.type().storage() == Storage.INT128;
    // Of 0.0 the negative is -0.0, which 0.0 - 0.0 is not.
    Serializable zero =
        floating ? (Serializable) (-0.0) : wide ? BigInteger.ZERO : (Serializable) 0L;
    return new Arithmetic(Operator.SUBTRACT, new Constant(e.type(), zero), e, e.type());
  }

  private static Expression arithmetic(Operator operator, Expression a, Expression b) {
    if (!a.type().kind().isNumber()) {
      return null;
    }
    if (a.type() instanceof DecimalType x && b.type() instanceof DecimalType y) {
      return decimals(operator, a, x, b, y);
    }
    boolean integers = a.range() != null;
    boolean same = a.type().equals(b.type()) && a.type().kind() != TypeKind.DECIMAL;
    return same && !(integers && operator == Operator.DIVIDE)
        ? new Arithmetic(operator, a, b, a.type())
        : null;
  }

  /**
   * Decimal arithmetic whose result has all digits; Spark would round others or fail. Result types
   * are those of Spark, which are also Hive's and SQL Server's.
   */
  private static Expression decimals(
      Operator operator, Expression a, DecimalType x, Expression b, DecimalType y) {
    int scale;
    int precision;
    switch (operator) {
      case ADD, SUBTRACT -> {
        scale = Math.max(x.scale(), y.scale());
        precision = Math.max(x.precision() - x.scale(), y.precision() - y.scale()) + scale + 1;
      }
      case MULTIPLY -> {
        scale = x.scale() + y.scale();
        precision = x.precision() + y.precision() + 1;
      }
      default -> {
        return null;
      }
    }
    if (precision <= DecimalType.MAX_PRECISION) {
      return new Arithmetic(operator, a, b, Type.decimal(precision, scale));
    }
    int room = DecimalType.MAX_PRECISION - (precision - scale);
    if (Math.max(room, Math.min(scale, KEPT_SCALE)) != scale) {
      return null;
    }
    // Spark's formula assumes one digit more per product than is possible: price * (1 - discount) *
    // (1 + tax) of decimals of 12 digits has 40 by the formula, and at most 38 in fact.
    Arithmetic widest =
        new Arithmetic(operator, a, b, Type.decimal(DecimalType.MAX_PRECISION, scale));
    return widest.mayFail() ? null : widest;
  }
}
