package io.placed.table.partition;

/**
 * MurmurHash3, x86, 32 bits, seed 0: the hash of {@code bucket}, as Iceberg and Spark define it.
 */
final class Murmur3 {
  private static final int C1 = 0xcc9e2d51;
  private static final int C2 = 0x1b873593;

  private Murmur3() {}

  /** Of the eight bytes of a number, little-endian. */
  static int hash(long value) {
    int h = mix(mix(0, (int) value), (int) (value >>> 32));
    return finish(h, Long.BYTES);
  }

  static int hash(byte[] bytes) {
    int h = 0;
    int whole = bytes.length & ~3;
    for (int i = 0; i < whole; i += 4) {
      h =
          mix(
              h,
              bytes[i] & 0xff
                  | (bytes[i + 1] & 0xff) << 8
                  | (bytes[i + 2] & 0xff) << 16
                  | bytes[i + 3] << 24);
    }
    int rest = 0;
    for (int i = bytes.length - 1; i >= whole; i--) {
      rest = rest << 8 | bytes[i] & 0xff;
    }
    return finish(h ^ scrambled(rest), bytes.length);
  }

  private static int scrambled(int k) {
    return Integer.rotateLeft(k * C1, 15) * C2;
  }

  private static int mix(int h, int k) {
    return Integer.rotateLeft(h ^ scrambled(k), 13) * 5 + 0xe6546b64;
  }

  private static int finish(int hash, int length) {
    int h = hash ^ length;
    h = (h ^ h >>> 16) * 0x85ebca6b;
    h = (h ^ h >>> 13) * 0xc2b2ae35;
    return h ^ h >>> 16;
  }
}
