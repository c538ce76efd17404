package io.placed.table.deletes;

import java.nio.ByteBuffer;

/**
 * The portable format of a Roaring bitmap. The library reads them without comparing them with each
 * other, and its own check is missing in the releases that Spark before 4.2 has.
 *
 * <p>See https://github.com/RoaringBitmap/RoaringFormatSpec.
 */
final class RoaringFormat {
  private static final int COOKIE = 12346;
  private static final int COOKIE_WITH_RUNS = 12347;

  /** Fewer containers have no offsets if some of them have runs. */
  private static final int LEAST_WITH_OFFSETS = 4;

  /** Containers of more numbers are bits. */
  private static final int MOST_IN_ARRAY = 4096;

  private static final int WORDS = 1024;
  private static final int VALUES = 1 << 16;

  private RoaringFormat() {}

  /**
   * Whether the numbers of a bitmap ascend, and are as many as it says.
   *
   * @param in little endian, at the start of the bitmap; afterwards at its end
   * @throws RuntimeException if the bytes end too early
   */
  static boolean isValid(ByteBuffer in) {
    int cookie = in.getInt();
    boolean runs = (cookie & 0xFFFF) == COOKIE_WITH_RUNS;
    if (!runs && cookie != COOKIE) {
      return false;
    }
    int containers = runs ? (cookie >>> 16) + 1 : in.getInt();
    if (containers < 0 || containers > VALUES) {
      return false;
    }
    byte[] hasRuns = new byte[runs ? containers + 7 >> 3 : 0];
    in.get(hasRuns);
    ByteBuffer header = in.slice().order(in.order());
    in.position(in.position() + 4 * containers);
    if (!runs || containers >= LEAST_WITH_OFFSETS) {
      in.position(in.position() + 4 * containers);
    }
    int before = -1;
    for (int c = 0; c < containers; c++) {
      int key = Short.toUnsignedInt(header.getShort());
      int numbers = Short.toUnsignedInt(header.getShort()) + 1;
      boolean ofRuns = runs && (hasRuns[c >> 3] & 1 << (c & 7)) != 0;
      if (key <= before
          || numbers
              != (ofRuns
                  ? inRuns(in)
                  : numbers > MOST_IN_ARRAY ? bits(in) : inArray(in, numbers))) {
        return false;
      }
      before = key;
    }
    return true;
  }

  /** How many numbers there are; -1 if they do not ascend. Runs that touch would be one. */
  private static int inRuns(ByteBuffer in) {
    int numbers = 0;
    int before = -2;
    for (int left = Short.toUnsignedInt(in.getShort()); left > 0; left--) {
      int first = Short.toUnsignedInt(in.getShort());
      int last = first + Short.toUnsignedInt(in.getShort());
      if (first <= before + 1 || last >= VALUES) {
        return -1;
      }
      numbers += last - first + 1;
      before = last;
    }
    return numbers;
  }

  private static int inArray(ByteBuffer in, int numbers) {
    int before = -1;
    for (int left = numbers; left > 0; left--) {
      int next = Short.toUnsignedInt(in.getShort());
      if (next <= before) {
        return -1;
      }
      before = next;
    }
    return numbers;
  }

  private static int bits(ByteBuffer in) {
    int bits = 0;
    for (int w = 0; w < WORDS; w++) {
      bits += Long.bitCount(in.getLong());
    }
    return bits;
  }
}
