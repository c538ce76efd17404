package io.placed.encoding.derived;

import io.placed.bytes.LittleEndian;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;

/**
 * Keys of 64 bits for the values of a column, by which a {@link ValueMap} finds the value of a
 * derived column. Equal values have equal keys; docs/spec/encodings.md specifies the keys.
 */
public final class ParentKeys {
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  /** The key of null; 0 is that of the number 0. */
  private static final long NULL = FACTOR;

  private ParentKeys() {}

  /** Computes the keys of values [from, from + n). */
  public static void read(Column column, int from, int n, long[] out) {
    switch (column.type().storage()) {
      case INT -> {
        int[] in = ((IntColumn) column).values();
        for (int i = 0; i < n; i++) {
          out[i] = mix(in[from + i]);
        }
      }
      case LONG -> {
        long[] in = ((LongColumn) column).values();
        for (int i = 0; i < n; i++) {
          out[i] = mix(in[from + i]);
        }
      }
      case FLOAT -> {
        float[] in = ((FloatColumn) column).values();
        for (int i = 0; i < n; i++) {
          out[i] = mix(Float.floatToRawIntBits(in[from + i]));
        }
      }
      case DOUBLE -> {
        double[] in = ((DoubleColumn) column).values();
        for (int i = 0; i < n; i++) {
          out[i] = mix(Double.doubleToRawLongBits(in[from + i]));
        }
      }
      case BYTES -> ofStrings((BytesColumn) column, from, n, out);
      default -> throw new IllegalArgumentException("no keys of " + column.type());
    }
    if (column.validity() != null) {
      for (int i = 0; i < n; i++) {
        if (!Bits.get(column.validity(), from + i)) {
          out[i] = NULL;
        }
      }
    }
  }

  private static void ofStrings(BytesColumn column, int from, int n, long[] out) {
    BytesColumn dictionary = column.dictionary();
    if (dictionary != null && dictionary.size() <= n) {
      long[] keys = new long[dictionary.size()];
      ofStrings(dictionary, 0, keys.length, keys);
      int[] codes = column.codes();
      for (int i = 0; i < n; i++) {
        out[i] = keys[codes[from + i]];
      }
      return;
    }
    byte[] bytes = column.arena();
    int[] starts = column.starts();
    int[] lengths = column.lengths();
    for (int i = 0; i < n; i++) {
      boolean there = column.validity() == null || Bits.get(column.validity(), from + i);
      out[i] = there ? ofBytes(bytes, starts[from + i], lengths[from + i]) : NULL;
    }
  }

  /** The key of a byte string: eight bytes at a time, the last ones filled up with zeros. */
  static long ofBytes(byte[] bytes, int start, int length) {
    long h = length;
    int i = start;
    int end = start + length;
    for (; i + 8 <= end; i += 8) {
      h = step(h, LittleEndian.getLong(bytes, i));
    }
    if (i < end) {
      long tail = 0;
      for (int k = 0; i + k < end; k++) {
        tail |= (bytes[i + k] & 0xFFL) << 8 * k;
      }
      h = step(h, tail);
    }
    return mix(h);
  }

  private static long step(long h, long word) {
    return Long.rotateLeft((h ^ word) * FACTOR, 32);
  }

  /** The key of a pair, stored in {@code a}. */
  public static void join(long[] a, long[] b, int n) {
    for (int i = 0; i < n; i++) {
      a[i] = mix(a[i] * FACTOR + b[i]);
    }
  }

  /** The finalizer of MurmurHash3 (A. Appleby): a bijection in which every bit depends on all. */
  static long mix(long x) {
    long h = x;
    h = (h ^ h >>> 33) * 0xFF51AFD7ED558CCDL;
    h = (h ^ h >>> 33) * 0xC4CEB9FE1A85EC53L;
    return h ^ h >>> 33;
  }
}
