package io.placed.aggregate;

import io.placed.expression.Expression;
import io.placed.schema.Schema;
import io.placed.schema.Storage;
import io.placed.vector.Batch;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.Arrays;

/**
 * Smallest or largest values. Numbers are compared as such, with NaN above all others and zeros of
 * both signs alike; strings and binary as unsigned bytes; false comes before true.
 */
abstract class Extremes extends Accumulator {
  /** 1 to keep the largest, -1 to keep the smallest. */
  final int sign;

  boolean[] any = new boolean[1];

  Extremes(int sign) {
    this.sign = sign;
  }

  static Extremes of(Aggregate a, Schema schema) {
    int sign = a.function() == Aggregate.Function.MAX ? 1 : -1;
    Storage storage = a.argument().type().storage();
    return switch (storage) {
      case BITS, BYTES -> {
        if (!(a.argument() instanceof Expression.Reference v)) {
          throw new IllegalArgumentException(a + " is not computed");
        }
        int c = Evaluator.position(v, schema);
        yield storage == Storage.BITS ? new OfBooleans(c, sign) : new OfBytes(c, sign);
      }
      case FLOAT, DOUBLE -> new OfDoubles(Evaluator.of(a.argument(), schema), sign);
      default -> new OfIntegers(Evaluator.of(a.argument(), schema), sign);
    };
  }

  @Override
  void grow(int groups) {
    any = Arrays.copyOf(any, groups);
  }

  @Override
  void reset(int group) {
    any[group] = false;
  }

  @Override
  final void append(int group, Column to) {
    if (any[group]) {
      appendValue(group, to);
    } else {
      to.appendNull();
    }
  }

  abstract void appendValue(int group, Column to);

  private static final class OfIntegers extends Extremes {
    private final Evaluator argument;
    private long[] low = new long[1];
    private long[] high = new long[1];

    OfIntegers(Evaluator argument, int sign) {
      super(sign);
      this.argument = argument;
    }

    @Override
    void grow(int groups) {
      super.grow(groups);
      low = Arrays.copyOf(low, groups);
      high = Arrays.copyOf(high, groups);
    }

    @Override
    void add(Batch batch, int[] groups, Full full) {
      Numbers x = argument.evaluate(batch);
      for (int i = 0; i < batch.rows(); i++) {
        if (x.isPresent(i)) {
          int g = groups == null ? 0 : groups[i];
          long l = x.low[i];
          long h = x.high == null ? l >> 63 : x.high[i];
          if (!any[g] || compare(h, l, high[g], low[g]) * sign > 0) {
            low[g] = l;
            high[g] = h;
            any[g] = true;
          }
        }
      }
    }

    private static int compare(long highA, long lowA, long highB, long lowB) {
      return highA != highB ? Long.compare(highA, highB) : Long.compareUnsigned(lowA, lowB);
    }

    @Override
    void appendValue(int group, Column to) {
      if (to instanceof IntColumn c) {
        c.append((int) low[group]);
      } else if (to instanceof LongColumn c) {
        c.append(low[group]);
      } else {
        ((Int128Column) to).append(high[group], low[group]);
      }
    }
  }

  private static final class OfDoubles extends Extremes {
    private final Evaluator argument;
    private double[] values = new double[1];

    OfDoubles(Evaluator argument, int sign) {
      super(sign);
      this.argument = argument;
    }

    @Override
    void grow(int groups) {
      super.grow(groups);
      values = Arrays.copyOf(values, groups);
    }

    @Override
    void add(Batch batch, int[] groups, Full full) {
      Numbers x = argument.evaluate(batch);
      for (int i = 0; i < batch.rows(); i++) {
        if (x.isPresent(i)) {
          int g = groups == null ? 0 : groups[i];
          double v = x.doubles[i];
          // Adding 0.0 makes -0.0 positive, so that the two are equal.
          if (!any[g] || Double.compare(v + 0.0, values[g] + 0.0) * sign > 0) {
            values[g] = v;
            any[g] = true;
          }
        }
      }
    }

    @Override
    void appendValue(int group, Column to) {
      if (to instanceof FloatColumn c) {
        c.append((float) values[group]);
      } else {
        ((DoubleColumn) to).append(values[group]);
      }
    }
  }

  private static final class OfBooleans extends Extremes {
    private final int column;
    private boolean[] values = new boolean[1];

    OfBooleans(int column, int sign) {
      super(sign);
      this.column = column;
    }

    @Override
    void grow(int groups) {
      super.grow(groups);
      values = Arrays.copyOf(values, groups);
    }

    @Override
    void add(Batch batch, int[] groups, Full full) {
      BooleanColumn x = (BooleanColumn) batch.column(column);
      for (int i = 0; i < batch.rows(); i++) {
        if (!x.isNull(i)) {
          int g = groups == null ? 0 : groups[i];
          if (!any[g] || Boolean.compare(x.get(i), values[g]) * sign > 0) {
            values[g] = x.get(i);
            any[g] = true;
          }
        }
      }
    }

    @Override
    void appendValue(int group, Column to) {
      ((BooleanColumn) to).append(values[group]);
    }
  }

  private static final class OfBytes extends Extremes {
    private final int column;
    private byte[][] values = new byte[1][];
    private long bytes;

    OfBytes(int column, int sign) {
      super(sign);
      this.column = column;
    }

    @Override
    void grow(int groups) {
      super.grow(groups);
      values = Arrays.copyOf(values, groups);
    }

    @Override
    void add(Batch batch, int[] groups, Full full) {
      BytesColumn x = (BytesColumn) batch.column(column);
      byte[] arena = x.arena();
      for (int i = 0; i < batch.rows(); i++) {
        if (!x.isNull(i)) {
          int g = groups == null ? 0 : groups[i];
          int start = x.starts()[i];
          int end = start + x.lengths()[i];
          if (!any[g]
              || Arrays.compareUnsigned(arena, start, end, values[g], 0, values[g].length) * sign
                  > 0) {
            bytes += end - start - (values[g] == null ? 0 : values[g].length);
            values[g] = Arrays.copyOfRange(arena, start, end);
            any[g] = true;
          }
        }
      }
    }

    @Override
    void reset(int group) {
      super.reset(group);
      bytes -= values[group] == null ? 0 : values[group].length;
      values[group] = null;
    }

    @Override
    long memoryBytes() {
      return bytes;
    }

    @Override
    void appendValue(int group, Column to) {
      ((BytesColumn) to).append(values[group], 0, values[group].length);
    }
  }
}
