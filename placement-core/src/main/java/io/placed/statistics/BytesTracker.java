package io.placed.statistics;

import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Strings and binary in unsigned byte order. */
final class BytesTracker extends ValueTracker {
  private static final VarHandle BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] min;
  private byte[] max;

  @Override
  void add(Column column, long[] validity, int from, int count, DistinctSketch distinct) {
    BytesColumn in = (BytesColumn) column;
    byte[] arena = in.arena();
    int[] starts = in.starts();
    int[] lengths = in.lengths();
    int least = -1;
    int most = -1;
    long leastPrefix = 0;
    long mostPrefix = 0;
    for (int i = from; i < from + count; i++) {
      if (!present(validity, i)) {
        continue;
      }
      distinct.add(Hash.of(arena, starts[i], lengths[i]));
      // Nearly always the first bytes decide.
      long prefix = prefix(arena, starts[i], lengths[i]);
      if (least < 0) {
        least = i;
        most = i;
        leastPrefix = prefix;
        mostPrefix = prefix;
      } else if (prefix < leastPrefix || (prefix == leastPrefix && in.compare(i, in, least) < 0)) {
        least = i;
        leastPrefix = prefix;
      } else if (prefix > mostPrefix || (prefix == mostPrefix && in.compare(i, in, most) > 0)) {
        most = i;
        mostPrefix = prefix;
      }
    }
    if (least >= 0) {
      // Copies only what lasts: at most two values per call, however the values are sorted.
      if (min == null || compare(in, least, min) < 0) {
        min = in.get(least);
      }
      if (max == null || compare(in, most, max) > 0) {
        max = in.get(most);
      }
    }
  }

  /** The first eight bytes, padded with zeros: their order as a long is that of the bytes. */
  private static long prefix(byte[] bytes, int start, int length) {
    long word = 0;
    if (start <= bytes.length - Long.BYTES) {
      word = (long) BIG_ENDIAN.get(bytes, start);
      if (length < Long.BYTES) {
        word = length == 0 ? 0 : word & -1L << Long.SIZE - Byte.SIZE * length;
      }
    } else {
      for (int i = 0; i < Math.min(length, Long.BYTES); i++) {
        word |= (bytes[start + i] & 0xFFL) << Long.SIZE - Byte.SIZE * (i + 1);
      }
    }
    return word ^ Long.MIN_VALUE;
  }

  private static int compare(BytesColumn in, int i, byte[] bound) {
    int start = in.starts()[i];
    return Arrays.compareUnsigned(
        in.arena(), start, start + in.lengths()[i], bound, 0, bound.length);
  }

  @Override
  void merge(ValueTracker other) {
    BytesTracker o = (BytesTracker) other;
    if (o.min == null) {
      return;
    }
    if (min == null || Arrays.compareUnsigned(o.min, min) < 0) {
      min = o.min;
    }
    if (max == null || Arrays.compareUnsigned(o.max, max) > 0) {
      max = o.max;
    }
  }

  @Override
  Object min() {
    return min;
  }

  @Override
  Object max() {
    return max;
  }

  @Override
  void reset() {
    min = null;
    max = null;
  }
}
