package io.placed.hive.vector;

import io.placed.hive.type.ZoneShift;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.Arrays;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.expressions.StringExpr;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;

/**
 * Copies the values of each type; nulls are set before. If the column has an array of the same
 * type, the vector uses it: Hive's vectors may have arrays of any length, and operators write only
 * into their own vectors.
 */
final class Fillers {
  private static final int MICROS = 1_000_000;
  private static final int MICROS_PER_MILLI = 1_000;

  private Fillers() {}

  static void bits(Column source, ColumnVector target, int rows) {
    long[] words = ((BooleanColumn) source).words();
    long[] out = ((LongColumnVector) target).vector;
    for (int i = 0; i < rows; i++) {
      out[i] = words[i >>> 6] >>> i & 1;
    }
  }

  static void ints(Column source, ColumnVector target, int rows) {
    int[] in = ((IntColumn) source).values();
    long[] out = ((LongColumnVector) target).vector;
    for (int i = 0; i < rows; i++) {
      out[i] = in[i];
    }
    if (target instanceof DateColumnVector dates) {
      dates.setUsingProlepticCalendar(true);
    }
  }

  static void longs(Column source, ColumnVector target, int rows) {
    long[] in = ((LongColumn) source).values();
    LongColumnVector out = (LongColumnVector) target;
    if (in.length >= out.vector.length) {
      out.vector = in;
    } else {
      System.arraycopy(in, 0, out.vector, 0, rows);
    }
  }

  static void floats(Column source, ColumnVector target, int rows) {
    float[] in = ((FloatColumn) source).values();
    double[] out = ((DoubleColumnVector) target).vector;
    for (int i = 0; i < rows; i++) {
      out[i] = in[i];
    }
  }

  static void doubles(Column source, ColumnVector target, int rows) {
    double[] in = ((DoubleColumn) source).values();
    DoubleColumnVector out = (DoubleColumnVector) target;
    if (in.length >= out.vector.length) {
      out.vector = in;
    } else {
      System.arraycopy(in, 0, out.vector, 0, rows);
    }
  }

  static void bytes(Column source, ColumnVector target, int rows) {
    BytesColumn in = (BytesColumn) source;
    BytesColumnVector out = (BytesColumnVector) target;
    Arrays.fill(out.vector, 0, rows, in.arena());
    if (in.starts().length >= out.start.length && in.lengths().length >= out.length.length) {
      out.start = in.starts();
      out.length = in.lengths();
    } else {
      System.arraycopy(in.starts(), 0, out.start, 0, rows);
      System.arraycopy(in.lengths(), 0, out.length, 0, rows);
    }
  }

  /**
   * VARCHAR and CHAR: truncated to a number of characters, and for CHAR without trailing blanks, as
   * in Hive's vectors.
   */
  static ColumnFiller text(int maxChars, boolean stripsBlanks) {
    return (source, target, rows) -> {
      BytesColumn in = (BytesColumn) source;
      BytesColumnVector out = (BytesColumnVector) target;
      byte[] arena = in.arena();
      int[] starts = in.starts();
      int[] lengths = in.lengths();
      Arrays.fill(out.vector, 0, rows, arena);
      for (int i = 0; i < rows; i++) {
        int start = starts[i];
        int length = lengths[i];
        if (out.noNulls || !out.isNull[i]) {
          if (stripsBlanks) {
            length =
                length > 0 && (length > maxChars || arena[start + length - 1] == ' ')
                    ? StringExpr.rightTrimAndTruncate(arena, start, length, maxChars)
                    : length;
          } else if (length > maxChars) {
            length = StringExpr.truncate(arena, start, length, maxChars);
          }
        }
        out.start[i] = start;
        out.length[i] = length;
      }
    };
  }

  /** Copies unscaled values, also for {@code Decimal64ColumnVector}. */
  static void decimals(Column source, ColumnVector target, int rows, int scale, byte[] scratch) {
    if (target instanceof LongColumnVector) {
      longs(source, target, rows);
      return;
    }
    HiveDecimalWritable[] out = ((DecimalColumnVector) target).vector;
    boolean noNulls = target.noNulls;
    boolean[] isNull = target.isNull;
    if (source instanceof LongColumn c) {
      long[] in = c.values();
      for (int i = 0; i < rows; i++) {
        if (noNulls || !isNull[i]) {
          out[i].setFromLongAndScale(in[i], scale);
        }
      }
      return;
    }
    Int128Column c = (Int128Column) source;
    for (int i = 0; i < rows; i++) {
      if (noNulls || !isNull[i]) {
        long high = c.high()[i];
        long low = c.low()[i];
        if (high == low >> 63) {
          out[i].setFromLongAndScale(low, scale);
        } else {
          for (int k = 0; k < 8; k++) {
            scratch[k] = (byte) (high >>> (56 - 8 * k));
            scratch[8 + k] = (byte) (low >>> (56 - 8 * k));
          }
          out[i].setFromBigIntegerBytesAndScale(scratch, 0, 16, scale);
        }
      }
    }
  }

  /**
   * Splits microseconds into milliseconds and nanoseconds of the second.
   *
   * @param shift null if no conversion between instants and local times is needed
   */
  static void times(Column source, ColumnVector target, int rows, ZoneShift shift) {
    long[] in = ((LongColumn) source).values();
    TimestampColumnVector out = (TimestampColumnVector) target;
    boolean noNulls = target.noNulls;
    for (int i = 0; i < rows; i++) {
      if (noNulls || !target.isNull[i]) {
        long micros = shift == null ? in[i] : shift.shift(in[i]);
        out.time[i] = Math.floorDiv(micros, MICROS_PER_MILLI);
        out.nanos[i] = (int) Math.floorMod(micros, (long) MICROS) * 1_000;
      }
    }
    out.setIsUTC(true);
    out.setUsingProlepticCalendar(true);
  }
}
