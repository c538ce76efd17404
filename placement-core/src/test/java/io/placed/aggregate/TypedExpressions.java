package io.placed.aggregate;

import io.placed.expression.Expression;
import io.placed.expression.Expression.Arithmetic;
import io.placed.expression.Expression.Operator;
import io.placed.expression.Expression.Reference;
import io.placed.expression.Range;
import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import java.util.List;

/** Columns, and arithmetic with the result types of Spark. */
final class TypedExpressions {
  private TypedExpressions() {}

  static Reference column(String name, Type type) {
    return new Reference(List.of(name), type, Range.of(type));
  }

  /** Arithmetic with Spark's result type. */
  static Arithmetic arithmetic(Operator operator, Expression a, Expression b) {
    Type type = a.type();
    if (type instanceof DecimalType x) {
      DecimalType y = (DecimalType) b.type();
      boolean product = operator == Operator.MULTIPLY;
      int scale = product ? x.scale() + y.scale() : Math.max(x.scale(), y.scale());
      int whole = Math.max(x.precision() - x.scale(), y.precision() - y.scale());
      int precision = product ? x.precision() + y.precision() : whole + scale;
      type = Type.decimal(precision + 1, scale);
    }
    return new Arithmetic(operator, a, b, type);
  }
}
