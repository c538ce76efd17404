package io.placed.benchmarks.engine;

/**
 * Sums of primitive arrays with a bitmap of the values that are present (bit i of word i / 64;
 * null: all are). Null slots may hold anything. Values are masked, not branched on: a few random
 * nulls would otherwise cost more in mispredicted branches than the additions.
 */
final class Sums {
  private Sums() {}

  static long ints(int[] v, long[] present, int n, Loop loop) {
    if (loop == Loop.WIDE) {
      return present == null ? wideDense(v, n) : wide(v, present, n);
    }
    long sum = 0;
    if (present == null) {
      for (int i = 0; i < n; i++) {
        sum += v[i];
      }
      return sum;
    }
    for (int i = 0; i < n; i++) {
      sum += v[i] & -(present[i >> 6] >>> i & 1);
    }
    return sum;
  }

  static long longs(long[] v, long[] present, int n, Loop loop) {
    if (loop == Loop.WIDE) {
      return present == null ? wideDense(v, n) : wide(v, present, n);
    }
    long sum = 0;
    if (present == null) {
      for (int i = 0; i < n; i++) {
        sum += v[i];
      }
      return sum;
    }
    for (int i = 0; i < n; i++) {
      sum += v[i] & -(present[i >> 6] >>> i & 1);
    }
    return sum;
  }

  static double doubles(double[] v, long[] present, int n, Loop loop) {
    if (loop == Loop.WIDE) {
      return present == null ? wideDense(v, n) : wide(v, present, n);
    }
    double sum = 0;
    if (present == null) {
      for (int i = 0; i < n; i++) {
        sum += v[i];
      }
      return sum;
    }
    for (int i = 0; i < n; i++) {
      sum += masked(v[i], -(present[i >> 6] >>> i & 1));
    }
    return sum;
  }

  /** Floats are rare in the tables: one loop for both. */
  static double floats(float[] v, long[] present, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      if (present == null || (present[i >> 6] >>> i & 1) != 0) {
        sum += v[i];
      }
    }
    return sum;
  }

  /** Lengths and first bytes of strings. */
  static long texts(byte[] arena, int[] starts, int[] lengths, long[] present, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      if (present == null || (present[i >> 6] >>> i & 1) != 0) {
        sum += text(arena, starts[i], lengths[i]);
      }
    }
    return sum;
  }

  static long text(byte[] arena, int start, int length) {
    return length == 0 ? 0 : length + (arena[start] & 0xff);
  }

  static int count(long[] present, int n) {
    return present == null ? n : io.placed.vector.Bits.count(present, 0, n);
  }

  private static double masked(double value, long mask) {
    return Double.longBitsToDouble(Double.doubleToRawLongBits(value) & mask);
  }

  private static long wideDense(int[] v, int n) {
    long a = 0;
    long b = 0;
    long c = 0;
    long d = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      a += v[i];
      b += v[i + 1];
      c += v[i + 2];
      d += v[i + 3];
    }
    for (; i < n; i++) {
      a += v[i];
    }
    return a + b + c + d;
  }

  private static long wideDense(long[] v, int n) {
    long a = 0;
    long b = 0;
    long c = 0;
    long d = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      a += v[i];
      b += v[i + 1];
      c += v[i + 2];
      d += v[i + 3];
    }
    for (; i < n; i++) {
      a += v[i];
    }
    return a + b + c + d;
  }

  private static double wideDense(double[] v, int n) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      a += v[i];
      b += v[i + 1];
      c += v[i + 2];
      d += v[i + 3];
    }
    for (; i < n; i++) {
      a += v[i];
    }
    return a + b + c + d;
  }

  private static long wide(int[] v, long[] present, int n) {
    long a = 0;
    long b = 0;
    long c = 0;
    long d = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      long w = present[i >> 6] >>> i;
      a += v[i] & -(w & 1);
      b += v[i + 1] & -(w >>> 1 & 1);
      c += v[i + 2] & -(w >>> 2 & 1);
      d += v[i + 3] & -(w >>> 3 & 1);
    }
    for (; i < n; i++) {
      a += v[i] & -(present[i >> 6] >>> i & 1);
    }
    return a + b + c + d;
  }

  private static long wide(long[] v, long[] present, int n) {
    long a = 0;
    long b = 0;
    long c = 0;
    long d = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      long w = present[i >> 6] >>> i;
      a += v[i] & -(w & 1);
      b += v[i + 1] & -(w >>> 1 & 1);
      c += v[i + 2] & -(w >>> 2 & 1);
      d += v[i + 3] & -(w >>> 3 & 1);
    }
    for (; i < n; i++) {
      a += v[i] & -(present[i >> 6] >>> i & 1);
    }
    return a + b + c + d;
  }

  private static double wide(double[] v, long[] present, int n) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      long w = present[i >> 6] >>> i;
      a += masked(v[i], -(w & 1));
      b += masked(v[i + 1], -(w >>> 1 & 1));
      c += masked(v[i + 2], -(w >>> 2 & 1));
      d += masked(v[i + 3], -(w >>> 3 & 1));
    }
    for (; i < n; i++) {
      a += masked(v[i], -(present[i >> 6] >>> i & 1));
    }
    return a + b + c + d;
  }
}
