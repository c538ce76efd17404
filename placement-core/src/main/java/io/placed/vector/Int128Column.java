package io.placed.vector;

import io.placed.schema.Type;
import java.math.BigInteger;
import java.util.Arrays;

/** Decimals of 19 to 38 digits: the unscaled value as a signed 128-bit integer in two halves. */
public final class Int128Column extends Column {
  private long[] high = new long[0];
  private long[] low = new long[0];

  Int128Column(Type type) {
    super(type);
  }

  /** Signed upper halves; replaced when the column grows. */
  public long[] high() {
    return high;
  }

  /** Unsigned lower halves; replaced when the column grows. */
  public long[] low() {
    return low;
  }

  public BigInteger get(int i) {
    return toBigInteger(high[i], low[i]);
  }

  public static BigInteger toBigInteger(long high, long low) {
    if (high == low >> 63) {
      return BigInteger.valueOf(low);
    }
    byte[] bytes = new byte[16];
    for (int k = 0; k < 8; k++) {
      bytes[k] = (byte) (high >>> (56 - 8 * k));
      bytes[8 + k] = (byte) (low >>> (56 - 8 * k));
    }
    return new BigInteger(bytes);
  }

  public void append(BigInteger value) {
    append(value.shiftRight(64).longValueExact(), value.longValue());
  }

  public void append(long highHalf, long lowHalf) {
    int i = size();
    setSize(i + 1);
    high[i] = highHalf;
    low[i] = lowHalf;
  }

  @Override
  public void ensureCapacity(int n) {
    if (n > high.length) {
      int capacity = grown(high.length, n, 2 * Long.BYTES);
      high = Arrays.copyOf(high, capacity);
      low = Arrays.copyOf(low, capacity);
    }
  }

  @Override
  void copyValues(Column source, int from, int count) {
    int start = size();
    setSize(start + count);
    System.arraycopy(((Int128Column) source).high, from, high, start, count);
    System.arraycopy(((Int128Column) source).low, from, low, start, count);
  }

  @Override
  void blank(int i) {
    high[i] = 0;
    low[i] = 0;
  }

  @Override
  public long memoryBytes() {
    return 16L * size() + validityBytes();
  }
}
