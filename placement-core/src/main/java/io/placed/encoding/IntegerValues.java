package io.placed.encoding;

import io.placed.schema.Storage;
import io.placed.vector.Bits;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;

/**
 * Numbers of 32 or 64 bits, sign-extended. Floating point numbers are handled by their raw bits, so
 * that NaN payloads and -0.0 survive.
 */
final class IntegerValues extends PageValues {
  private final Storage storage;
  private final long[] values;
  private final int n;
  private final boolean mayDelta;

  private boolean rangeKnown;
  private long min;
  private long max;
  private FrameOfReference.Plan frames;
  private Delta.Plan delta;
  private boolean deltaPlanned;
  private Alp.Plan alp;
  private boolean alpPlanned;
  private Divided.Plan divided;
  private boolean dividedPlanned;

  IntegerValues(Storage storage, long[] values, int n) {
    this(storage, values, n, true);
  }

  /**
   * @param values the first n are used and not changed
   * @param mayDelta false for differences, whose differences are not worth a try
   */
  IntegerValues(Storage storage, long[] values, int n, boolean mayDelta) {
    this.storage = storage;
    this.values = values;
    this.n = n;
    this.mayDelta = mayDelta;
  }

  /** Copies values of a column to {@code to}, missing ones filled. */
  static IntegerValues load(Column column, int from, int n, long[] to) {
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

  Storage storage() {
    return storage;
  }

  long[] values() {
    return values;
  }

  int elementBytes() {
    return storage == Storage.INT || storage == Storage.FLOAT ? 4 : 8;
  }

  boolean floating() {
    return storage == Storage.FLOAT || storage == Storage.DOUBLE;
  }

  @Override
  int count() {
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
  long[] othersThan(PageValues value) {
    long same = ((IntegerValues) value).values[0];
    long[] out = new long[Bits.words(n)];
    for (int i = 0; i < n; i++) {
      out[i >>> 6] |= values[i] != same ? 1L << i : 0;
    }
    return out;
  }

  @Override
  PageValues gather(int[] positions, int count) {
    long[] out = new long[count];
    for (int k = 0; k < count; k++) {
      out[k] = values[positions[k]];
    }
    return new IntegerValues(storage, out, count, mayDelta);
  }

  @Override
  void writeConstant(ByteWriter out) {
    if (elementBytes() == 4) {
      out.i32((int) values[0]);
    } else {
      out.i64(values[0]);
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

  /** Whole bytes, 1, 2, 4 or 8, that hold every value. */
  int plainWidth() {
    if (floating()) {
      return elementBytes();
    }
    findRange();
    int bits = bits(min ^ min >> 63 | max ^ max >> 63) + 1;
    return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
  }

  @Override
  double valueBytes() {
    return plainWidth();
  }

  boolean mayDelta() {
    return mayDelta;
  }

  FrameOfReference.Plan frames() {
    if (frames == null) {
      frames = FrameOfReference.plan(values, n, elementBytes());
    }
    return frames;
  }

  /** Null where it would not pay. */
  Delta.Plan delta() {
    if (!deltaPlanned) {
      deltaPlanned = true;
      delta = mayDelta ? Delta.plan(this, frames()) : null;
    }
    return delta;
  }

  /** Of floating point numbers; null where too few are decimals. */
  Alp.Plan alp() {
    if (!alpPlanned) {
      alpPlanned = true;
      alp = Alp.plan(this);
    }
    return alp;
  }

  /** Null where there is nothing to divide by. */
  Divided.Plan divided() {
    if (!dividedPlanned) {
      dividedPlanned = true;
      divided = Divided.plan(this);
    }
    return divided;
  }

  @Override
  DictionaryBuilder newDictionary() {
    return new IntegerDictionary(storage);
  }
}
