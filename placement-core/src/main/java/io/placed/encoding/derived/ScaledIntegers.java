package io.placed.encoding.derived;

import io.placed.encoding.kernel.PowersOfTen;
import io.placed.vector.Bits;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;

/**
 * Converts the values of a column to integers. Integer types are not changed. A floating-point
 * value v is converted to {@code i = rint(v * 10^scale)} if the magnitude of i is at most 2^53 and
 * {@code i / 10^scale}, in the precision of the column, has the bits of v; otherwise it has no
 * integer. All arithmetic is IEEE 754 double precision, so every reader and writer gets the same
 * result.
 */
public final class ScaledIntegers {
  private static final long LIMIT = 1L << 53;

  private ScaledIntegers() {}

  /**
   * Converts values [from, from + n).
   *
   * @param out the integers; undefined for values without one
   * @param usable bit i is set if value i is not null and has an integer
   * @return whether all bits are set
   */
  public static boolean read(Column column, int from, int n, int scale, long[] out, long[] usable) {
    if (column.validity() == null) {
      Bits.fill(usable, 0, n, true);
    } else {
      Bits.copy(column.validity(), from, usable, 0, n);
    }
    switch (column.type().storage()) {
      case INT -> {
        int[] in = ((IntColumn) column).values();
        for (int i = 0; i < n; i++) {
          out[i] = in[from + i];
        }
      }
      case LONG -> System.arraycopy(((LongColumn) column).values(), from, out, 0, n);
      case FLOAT -> floats(((FloatColumn) column).values(), from, n, scale, out, usable);
      case DOUBLE -> doubles(((DoubleColumn) column).values(), from, n, scale, out, usable);
      default -> throw new IllegalArgumentException("no numbers: " + column.type());
    }
    return Bits.count(usable, 0, n) == n;
  }

  private static void doubles(double[] in, int from, int n, int scale, long[] out, long[] usable) {
    double power = PowersOfTen.get(scale);
    for (int at = 0; at < n; at += 64) {
      int end = Math.min(n, at + 64);
      long good = 0;
      for (int i = at; i < end; i++) {
        double v = in[from + i];
        long whole = (long) Math.rint(v * power);
        out[i] = whole;
        boolean same =
            Double.doubleToRawLongBits(whole / power) == Double.doubleToRawLongBits(v)
                && whole <= LIMIT
                && whole >= -LIMIT;
        good |= (same ? 1L : 0L) << i;
      }
      usable[at >>> 6] &= good;
    }
  }

  private static void floats(float[] in, int from, int n, int scale, long[] out, long[] usable) {
    double power = PowersOfTen.get(scale);
    for (int i = 0; i < n; i++) {
      float v = in[from + i];
      long whole = (long) Math.rint(v * power);
      out[i] = whole;
      boolean same =
          Float.floatToRawIntBits((float) (whole / power)) == Float.floatToRawIntBits(v)
              && whole <= LIMIT
              && whole >= -LIMIT;
      if (!same) {
        Bits.clear(usable, i);
      }
    }
  }

  /** Converts integers back to floating-point values. */
  static void write(long[] in, int n, int scale, double[] out, int at) {
    double power = PowersOfTen.get(scale);
    for (int i = 0; i < n; i++) {
      out[at + i] = in[i] / power;
    }
  }

  static void write(long[] in, int n, int scale, float[] out, int at) {
    double power = PowersOfTen.get(scale);
    for (int i = 0; i < n; i++) {
      out[at + i] = (float) (in[i] / power);
    }
  }
}
