package io.placed.encoding.spi;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.kernel.BitPacking;
import io.placed.error.MalformedDataException;

/**
 * The positions of the exceptions of an encoding: {@code count:u16} per vector, then per exception
 * {@code position:u16} in its vector, ascending. No bytes if there are no exceptions.
 */
public final class ExceptionPositions {
  static final ExceptionPositions NONE = new ExceptionPositions(null, 0, 0, null);

  private final byte[] bytes;
  private final int at;
  private final int n;

  /** Number of exceptions before each vector, plus the total at the end. */
  private final int[] before;

  private ExceptionPositions(byte[] bytes, int at, int n, int[] before) {
    this.bytes = bytes;
    this.at = at;
    this.n = n;
    this.before = before;
  }

  /**
   * @param positions in the page, ascending
   * @param n number of values in the page
   */
  public static void write(int[] positions, int n, ByteWriter out) {
    if (positions.length == 0) {
      return;
    }
    int vectors = BitPacking.vectors(n);
    int[] counts = new int[vectors];
    for (int p : positions) {
      counts[p >>> 10]++;
    }
    for (int c : counts) {
      out.u16(c);
    }
    for (int p : positions) {
      out.u16(p & (BitPacking.VECTOR - 1));
    }
  }

  /**
   * @param n number of values in the page
   * @throws MalformedDataException if the counts of the vectors do not add up to {@code count}
   */
  public static ExceptionPositions read(ByteReader in, int n, int count) {
    if (count == 0) {
      return NONE;
    }
    int vectors = BitPacking.vectors(n);
    int countsAt = in.skip(2L * vectors, "exception counts");
    int at = in.skip(2L * count, "exception positions");
    int[] before = new int[vectors + 1];
    for (int v = 0; v < vectors; v++) {
      before[v + 1] = before[v] + LittleEndian.getU16(in.array(), countsAt + 2 * v);
    }
    if (before[vectors] != count) {
      throw new MalformedDataException(
          "the vectors have " + before[vectors] + " exceptions, expected " + count);
    }
    return new ExceptionPositions(in.array(), at, n, before);
  }

  /** Index of the first exception of vector v; for the number of vectors, the total. */
  public int first(int v) {
    return before == null ? 0 : before[v];
  }

  public int count() {
    return before == null ? 0 : before[before.length - 1];
  }

  /** Position of exception e in its vector v. */
  public int position(int e, int v) {
    return position(bytes, at, e, before[v], v, n);
  }

  /**
   * Position of exception e in its vector v. That positions ascend is checked here and not left to
   * the writer: values that are selected are merged with them, and would differ from those that are
   * decoded.
   *
   * @param at where the positions begin
   * @param first exception of the vector
   * @param n number of values in the page
   */
  public static int position(byte[] bytes, int at, int e, int first, int v, int n) {
    int p = LittleEndian.getU16(bytes, at + 2 * e);
    if (p >= Math.min(BitPacking.VECTOR, n - (v << 10))
        || e > first && p <= LittleEndian.getU16(bytes, at + 2 * e - 2)) {
      throw new MalformedDataException("exception at position " + p + " of vector " + v);
    }
    return p;
  }
}
