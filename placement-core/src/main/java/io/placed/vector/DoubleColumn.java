package io.placed.vector;

import io.placed.schema.Type;
import java.util.Arrays;

/** 64-bit floating point; NaN payloads and -0.0 are kept as they are. */
public final class DoubleColumn extends Column {
  private double[] values = new double[0];

  DoubleColumn(Type type) {
    super(type);
  }

  /** The values; longer than {@link #size()}, replaced when the column grows. */
  public double[] values() {
    return values;
  }

  public double get(int i) {
    return values[i];
  }

  public void append(double value) {
    int i = size();
    setSize(i + 1);
    values[i] = value;
  }

  @Override
  public void ensureCapacity(int n) {
    if (n > values.length) {
      values = Arrays.copyOf(values, grown(values.length, n, Double.BYTES));
    }
  }

  @Override
  void copyValues(Column source, int from, int count) {
    int start = size();
    setSize(start + count);
    System.arraycopy(((DoubleColumn) source).values, from, values, start, count);
  }

  @Override
  void copySelected(Column source, int[] positions, int count) {
    int start = size();
    setSize(start + count);
    double[] in = ((DoubleColumn) source).values;
    for (int k = 0; k < count; k++) {
      values[start + k] = in[positions[k]];
    }
  }

  @Override
  public boolean canKeepOnly() {
    return true;
  }

  @Override
  void moveRun(int from, int to, int count) {
    System.arraycopy(values, from, values, to, count);
  }

  @Override
  void moveForward(int[] positions, int count) {
    for (int k = 0; k < count; k++) {
      values[k] = values[positions[k]];
    }
  }

  @Override
  void blank(int i) {
    values[i] = 0;
  }

  @Override
  public long memoryBytes() {
    return 8L * size() + validityBytes();
  }
}
