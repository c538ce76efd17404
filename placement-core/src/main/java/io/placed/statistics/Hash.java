package io.placed.statistics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Hashes whose 64 bits are all usable. They never leave memory, so they may change. */
final class Hash {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The odd constants of Stafford's "mix 13" and the golden ratio, as in SplitMix64. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private static final long M1 = 0xBF58476D1CE4E5B9L;
  private static final long M2 = 0x94D049BB133111EBL;

  private Hash() {}

  static long of(long value) {
    long h = value + GOLDEN;
    h = (h ^ h >>> 30) * M1;
    h = (h ^ h >>> 27) * M2;
    return h ^ h >>> 31;
  }

  static long of(long high, long low) {
    return of(of(high) ^ low);
  }

  static long of(byte[] bytes, int offset, int length) {
    long h = length * GOLDEN;
    int i = offset;
    int end = offset + length;
    for (; i + 8 <= end; i += 8) {
      h = (h ^ (long) LONG.get(bytes, i)) * M1;
      h ^= h >>> 32;
    }
    long tail = 0;
    for (; i < end; i++) {
      tail = tail << 8 | (bytes[i] & 0xFF);
    }
    return of(h ^ tail);
  }
}
