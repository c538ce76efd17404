package io.placed.expression;

import io.placed.vector.BytesColumn;
import io.placed.vector.Int128Column;
import java.math.BigInteger;

/**
 * Values of an expression for some rows. Integers, dates, times and decimals (unscaled) are 128-bit
 * integers whose high halves are left out while they say nothing, booleans are 0 and 1, floating
 * point numbers are doubles, strings and binary are places in an arena. Arrays may be longer than
 * there are rows, and slots of missing values hold anything.
 */
public final class ExpressionValues {
  private static final int WIDE = 128;

  /** Not looked at yet. */
  private static final int UNKNOWN = -1;

  private long[] low;
  private long[] high;
  private double[] doubles;
  private byte[] arena;
  private int[] starts;
  private int[] lengths;

  /** Where strings are instead, and maybe codes. */
  private BytesColumn bytes;

  private long[] present;
  private int magnitude;

  private long[] lowBuffer = new long[0];
  private long[] highBuffer = new long[0];
  private double[] doubleBuffer = new double[0];
  private long[] presentBuffer = new long[0];

  /** Integers, or their low halves; null if these are something else. */
  public long[] low() {
    return low;
  }

  /** Null if every integer fits 64 bits. */
  public long[] high() {
    return high;
  }

  /** Null if these are something else. */
  public double[] doubles() {
    return doubles;
  }

  /** Bytes of strings and binary; null if these are something else. */
  public byte[] arena() {
    return bytes == null ? arena : bytes.arena();
  }

  /** Where in the arena each value starts. */
  public int[] starts() {
    return bytes == null ? starts : bytes.starts();
  }

  /** Bytes of each value. */
  public int[] lengths() {
    return bytes == null ? lengths : bytes.lengths();
  }

  /** The dictionary, which never changes, whose codes the strings are; null if they are not. */
  public BytesColumn dictionary() {
    return bytes == null ? null : bytes.dictionary();
  }

  /** By value its number in the dictionary, missing ones included. */
  public int[] codes() {
    return bytes.codes();
  }

  /** Bit i is set if value i is present; null if all are. */
  public long[] present() {
    return present;
  }

  public boolean isPresent(int i) {
    return present == null || (present[i >> 6] >>> i & 1) != 0;
  }

  /**
   * A number of bits so that no magnitude of the first n integers, missing ones included, is more
   * than 2 to that power.
   */
  public int magnitudeBits(int n) {
    if (magnitude == UNKNOWN) {
      long all = 0;
      for (int i = 0; i < n; i++) {
        all |= low[i] ^ low[i] >> 63;
      }
      magnitude = high != null ? WIDE : 64 - Long.numberOfLeadingZeros(all);
    }
    return magnitude;
  }

  BigInteger integer(int i) {
    return high == null ? BigInteger.valueOf(low[i]) : Int128Column.toBigInteger(high[i], low[i]);
  }

  void set(int i, BigInteger value) {
    low[i] = value.longValue();
    high[i] = value.shiftRight(64).longValue();
  }

  private void clear() {
    low = null;
    high = null;
    doubles = null;
    arena = null;
    bytes = null;
    magnitude = UNKNOWN;
  }

  /** Makes these n integers of 64 bits, to be filled in. */
  long[] startLongs(int n) {
    if (lowBuffer.length < n) {
      lowBuffer = new long[n];
    }
    clear();
    low = lowBuffer;
    return low;
  }

  /** Gives n integers high halves too. */
  long[] startHigh(int n) {
    if (highBuffer.length < n) {
      highBuffer = new long[n];
    }
    high = highBuffer;
    return high;
  }

  /** Makes these n floating point numbers, to be filled in. */
  double[] startDoubles(int n) {
    if (doubleBuffer.length < n) {
      doubleBuffer = new double[n];
    }
    clear();
    doubles = doubleBuffer;
    return doubles;
  }

  /** Makes these integers that somebody else owns. */
  void borrow(long[] lows, long[] highsOrNull) {
    clear();
    low = lows;
    high = highsOrNull;
  }

  /** Makes these floating point numbers that somebody else owns. */
  void borrow(double[] values) {
    clear();
    doubles = values;
  }

  /** Makes these byte strings that somebody else owns. */
  void borrow(BytesColumn strings) {
    clear();
    bytes = strings;
  }

  /** Makes these byte strings whose places somebody else owns. */
  void borrow(byte[] bytesOfValues, int[] startsOfValues, int[] lengthsOfValues) {
    clear();
    arena = bytesOfValues;
    starts = startsOfValues;
    lengths = lengthsOfValues;
  }

  /** Says what {@link #magnitudeBits} is, which is then not looked for. */
  void knownMagnitude(int bits) {
    magnitude = bits;
  }

  /** Leaves the high halves of the first n integers out if they say nothing. */
  void dropHigh(int n) {
    long more = 0;
    for (int i = 0; i < n; i++) {
      more |= high[i] ^ low[i] >> 63;
    }
    if (more == 0) {
      high = null;
    }
  }

  /** Says which are present. */
  void presence(long[] bits) {
    present = bits;
  }

  /** Bits for n values, to be filled in, which say which are present. */
  long[] startPresence(int words) {
    if (presentBuffer.length < words) {
      presentBuffer = new long[words];
    }
    present = presentBuffer;
    return present;
  }

  /** Present are those that are in both. */
  void presentInBoth(ExpressionValues a, ExpressionValues b, int words) {
    if (a.present == null || b.present == null) {
      present = a.present == null ? b.present : a.present;
      return;
    }
    long[] to = startPresence(words);
    for (int w = 0; w < words; w++) {
      to[w] = a.present[w] & b.present[w];
    }
  }
}
