package io.placed.vector;

import io.placed.schema.Type;
import java.util.Arrays;

/** 32-bit floating point; NaN payloads and -0.0 are kept as they are. */
public final class FloatColumn extends Column {
  private float[] values = new float[0];

  FloatColumn(Type type) {
    super(type);
  }

  /** The values; longer than {@link #size()}, replaced when the column grows. */
  public float[] values() {
    return values;
  }

  public float get(int i) {
    return values[i];
  }

  public void append(float value) {
    int i = size();
    setSize(i + 1);
    values[i] = value;
  }

  @Override
  public void ensureCapacity(int n) {
    if (n > values.length) {
      values = Arrays.copyOf(values, grown(values.length, n, Float.BYTES));
    }
  }

  @Override
  void copyValues(Column source, int from, int count) {
    int start = size();
    setSize(start + count);
    System.arraycopy(((FloatColumn) source).values, from, values, start, count);
  }

  @Override
  void copySelected(Column source, int[] positions, int count) {
    int start = size();
    setSize(start + count);
    float[] in = ((FloatColumn) source).values;
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
    return 4L * size() + validityBytes();
  }
}
