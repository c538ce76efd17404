package io.placed.encoding.values;

import io.placed.bytes.ByteWriter;
import io.placed.schema.Storage;
import io.placed.vector.Bits;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;

/**
 * Numbers of 32 or 64 bits, sign-extended. Floating-point numbers are represented by their raw
 * bits, so that NaN payloads and -0.0 are preserved.
 */
public final class IntegerValues extends PageValues {
  private final Storage storage;
  private final long[] values;
  private final int n;
  private final boolean mayDelta;

  private boolean rangeKnown;
  private long min;
  private long max;

  public IntegerValues(Storage storage, long[] values, int n) {
    this(storage, values, n, true);
  }

  /**
   * @param values the first n are used; they are not modified
   * @param mayDelta whether differences between neighbours may be tried; false if these are already
   *     differences
   */
  public IntegerValues(Storage storage, long[] values, int n, boolean mayDelta) {
    this.storage = storage;
    this.values = values;
    this.n = n;
    this.mayDelta = mayDelta;
  }

  /** Lengths of runs of n values, from their starts. */
  public static IntegerValues lengths(int[] starts, int runs, int n) {
    long[] lengths = new long[runs];
    for (int r = 0; r < runs; r++) {
      int end = r + 1 < runs ? starts[r + 1] : n;
      lengths[r] = (long) end - starts[r];
    }
    return new IntegerValues(Storage.INT, lengths, runs);
  }

  /** Copies values of a column to {@code to}, with filled nulls. */
  public static IntegerValues load(Column column, int from, int n, long[] to) {
    Storage storage = column.type().storage();
    switch (storage) {
      case INT -> {
        int[] in = ((IntColumn) column).values();
        for (int i = 0; i < n; i++) {
          to[i] = in[from + i];
        }
      }
      case LONG -> System.arraycopy(((LongColumn) column).values(), from, to, 0, n);
      case FLOAT -> {
        float[] in = ((FloatColumn) column).values();
        for (int i = 0; i < n; i++) {
          to[i] = Float.floatToRawIntBits(in[from + i]);
        }
      }
      case DOUBLE -> {
        double[] in = ((DoubleColumn) column).values();
        for (int i = 0; i < n; i++) {
          to[i] = Double.doubleToRawLongBits(in[from + i]);
        }
      }
      default -> throw new IllegalArgumentException("no numbers: " + storage);
    }
    Missing.fill(to, column.validity(), from, n);
    return new IntegerValues(storage, to, n);
  }

  @Override
  public Storage storage() {
    return storage;
  }

  public long[] values() {
    return values;
  }

  public int elementBytes() {
    return storage == Storage.INT || storage == Storage.FLOAT ? 4 : 8;
  }

  public boolean floating() {
    return storage == Storage.FLOAT || storage == Storage.DOUBLE;
  }

  @Override
  public int count() {
    return n;
  }

  @Override
  int countRuns(int[] starts) {
    int runs = 1;
    if (starts == null) {
      for (int i = 1; i < n; i++) {
        runs += values[i] != values[i - 1] ? 1 : 0;
      }
      return runs;
    }
    starts[0] = 0;
    for (int i = 1; i < n; i++) {
      if (values[i] != values[i - 1]) {
        starts[runs++] = i;
      }
    }
    return runs;
  }

  @Override
  public long[] othersThan(PageValues value) {
    long same = ((IntegerValues) value).values[0];
    long[] out = new long[Bits.words(n)];
    for (int i = 0; i < n; i++) {
      out[i >>> 6] |= values[i] != same ? 1L << i : 0;
    }
    return out;
  }

  @Override
  public PageValues gather(int[] positions, int count) {
    long[] out = new long[count];
    for (int k = 0; k < count; k++) {
      out[k] = values[positions[k]];
    }
    return new IntegerValues(storage, out, count, mayDelta);
  }

  @Override
  public void writeConstant(ByteWriter out) {
    if (elementBytes() == 4) {
      out.u32((int) values[0]);
    } else {
      out.u64(values[0]);
    }
  }

  private void findRange() {
    if (!rangeKnown) {
      rangeKnown = true;
      min = values[0];
      max = values[0];
      for (int i = 1; i < n; i++) {
        min = Math.min(min, values[i]);
        max = Math.max(max, values[i]);
      }
    }
  }

  /** Minimum width of 1, 2, 4 or 8 bytes that can represent every value. */
  public int plainWidth() {
    if (floating()) {
      return elementBytes();
    }
    findRange();
    int bits = bits(min ^ min >> 63 | max ^ max >> 63) + 1;
    return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
  }

  @Override
  public double valueBytes() {
    return plainWidth();
  }

  public boolean mayDelta() {
    return mayDelta;
  }

  @Override
  public DictionaryBuilder newDictionary() {
    return new IntegerDictionary(storage);
  }
}
