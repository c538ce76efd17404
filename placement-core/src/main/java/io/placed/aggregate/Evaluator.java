package io.placed.aggregate;

import io.placed.expression.Expression;
import io.placed.schema.DecimalType;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;

/** Computes an expression for all rows of a batch. Reuses its arrays; for one thread. */
abstract class Evaluator {
  /** Exactly representable in a double, as are all smaller powers. */
  private static final int EXACT_POWER = 22;

  private static final long EXACT_INTEGER = 1L << 53;

  final Numbers out = new Numbers();

  /** The numbers until the next call. */
  abstract Numbers evaluate(Batch batch);

  /**
   * @param schema of the batches
   * @throws IllegalArgumentException if a column is not there or has another type
   */
  static Evaluator of(Expression e, Schema schema) {
    if (e instanceof Expression.Reference r) {
      return new Values(position(r, schema));
    }
    if (e instanceof Expression.Constant c && c.value() != null && isNumber(c.type())) {
      return new Constants(c);
    }
    if (e instanceof Expression.Cast c && widens(c.child().type(), c.type())) {
      return new Widening(of(c.child(), schema), c.child().type(), c.type());
    }
    if (!(e instanceof Expression.Arithmetic a) || a.operator() == Expression.Operator.REMAINDER) {
      throw new IllegalArgumentException(e + " is not computed");
    }
    Evaluator left = of(a.left(), schema);
    Evaluator right = of(a.right(), schema);
    return switch (a.type().kind()) {
      case FLOAT, DOUBLE ->
          new FloatingArithmetic(a.operator(), left, right, a.type().kind() == TypeKind.FLOAT);
      case DECIMAL ->
          new DecimalArithmetic(
              a.operator(),
              left,
              (DecimalType) a.left().type(),
              right,
              (DecimalType) a.right().type());
      default -> new IntegerArithmetic(a, left, right);
    };
  }

  private static boolean isNumber(Type type) {
    return switch (type.kind()) {
      case INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL -> true;
      default -> false;
    };
  }

  /** Whether every number of a type has its place in the other, if need be rounded. */
  private static boolean widens(Type from, Type to) {
    if (!isNumber(from)) {
      return false;
    }
    boolean integer =
        from.kind().compareTo(TypeKind.INT8) >= 0 && from.kind().compareTo(TypeKind.INT64) <= 0;
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
      case INT16, INT32, INT64 -> integer && from.kind().compareTo(to.kind()) < 0;
      case FLOAT -> integer;
      case DOUBLE -> true;
      default -> false;
    };
  }

  /** Where the column is in the schema. */
  static int position(Expression.Reference r, Schema schema) {
    if (r.path().size() != 1) {
      throw new IllegalArgumentException(r + " is not a column of its own");
    }
    schema.require(r.path().get(0));
    int c = schema.indexOf(r.path().get(0));
    if (!schema.field(c).type().equals(r.type())) {
      throw new IllegalArgumentException(
          "column " + r + " is " + schema.field(c).type() + ", expected " + r.type());
    }
    return c;
  }

  private static final class Values extends Evaluator {
    private final int position;

    Values(int position) {
      this.position = position;
    }

    @Override
    Numbers evaluate(Batch batch) {
      Column column = batch.column(position);
      int n = batch.rows();
      if (column instanceof IntColumn c) {
        int[] in = c.values();
        long[] to = out.startLongs(n);
        for (int i = 0; i < n; i++) {
          to[i] = in[i];
        }
      } else if (column instanceof LongColumn c) {
        out.startLongs(0);
        out.low = c.values();
      } else if (column instanceof DoubleColumn c) {
        out.startDoubles(0);
        out.doubles = c.values();
      } else if (column instanceof FloatColumn c) {
        float[] in = c.values();
        double[] to = out.startDoubles(n);
        for (int i = 0; i < n; i++) {
          to[i] = in[i];
        }
      } else {
        Int128Column c = (Int128Column) column;
        out.startLongs(0);
        out.low = c.low();
        out.high = c.high();
      }
      out.present = column.validity();
      return out;
    }
  }

  private static final class Constants extends Evaluator {
    private final Object value;
    private int filled;

    Constants(Expression.Constant constant) {
      value = constant.value();
    }

    @Override
    Numbers evaluate(Batch batch) {
      int n = batch.rows();
      if (n <= filled) {
        return out;
      }
      filled = n;
      if (value instanceof Double d) {
        Arrays.fill(out.startDoubles(n), d);
      } else if (value instanceof BigInteger b) {
        Arrays.fill(out.startLongs(n), b.longValue());
        if (b.bitLength() > 63) {
          Arrays.fill(out.startHigh(n), b.shiftRight(64).longValue());
        }
      } else {
        Arrays.fill(out.startLongs(n), (Long) value);
      }
      return out;
    }
  }

  private static final class Widening extends Evaluator {
    private final Evaluator operand;
    private final Type from;
    private final Type to;
    private final int moreScale;

    Widening(Evaluator operand, Type from, Type to) {
      this.operand = operand;
      this.from = from;
      this.to = to;
      int scale = from instanceof DecimalType f ? f.scale() : 0;
      moreScale = to instanceof DecimalType t ? t.scale() - scale : 0;
    }

    @Override
    Numbers evaluate(Batch batch) {
      Numbers in = operand.evaluate(batch);
      int n = batch.rows();
      if (to.kind() == TypeKind.FLOAT && in.doubles == null) {
        out.present = in.present;
        double[] floats = out.startDoubles(n);
        for (int i = 0; i < n; i++) {
          floats[i] = (float) in.low[i];
        }
        return out;
      }
      if (to.kind() != TypeKind.DOUBLE && to.kind() != TypeKind.FLOAT) {
        return DecimalArithmetic.scaled(in, moreScale, n, out);
      }
      if (in.doubles != null) {
        return in;
      }
      int scale = from instanceof DecimalType f ? f.scale() : 0;
      double[] result = out.startDoubles(n);
      out.present = in.present;
      if (scale == 0 && in.high == null) {
        for (int i = 0; i < n; i++) {
          result[i] = in.low[i];
        }
        return out;
      }
      double power = Math.pow(10, Math.min(scale, EXACT_POWER));
      for (int i = 0; i < n; i++) {
        long v = in.low[i];
        // The quotient of two exact numbers is the double nearest to the decimal.
        result[i] =
            in.high == null && scale <= EXACT_POWER && Math.abs(v) <= EXACT_INTEGER
                ? v / power
                : new BigDecimal(in.integer(i), scale).doubleValue();
      }
      return out;
    }
  }
}
