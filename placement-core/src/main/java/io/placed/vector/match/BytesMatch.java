package io.placed.vector.match;

import java.util.Arrays;
import java.util.List;

/** Byte strings, in unsigned lexicographic order. */
public abstract sealed class BytesMatch extends ValueMatch {
  BytesMatch() {}

  public abstract boolean test(byte[] bytes, int from, int to);

  /** -1 for values below all of the set, 1 above all of it; 0 otherwise and where unknown. */
  public abstract int side(byte[] bytes, int from, int to);

  /** Whether all values of side 0 belong to the set. */
  public abstract boolean isInterval();

  /** Lengths that values of the set may have. */
  public abstract LongMatch lengths();

  /**
   * @param low null = no lower bound
   * @param high null = no upper bound
   */
  public static BytesMatch between(byte[] low, boolean withLow, byte[] high, boolean withHigh) {
    return new Interval(low, withLow, high, withHigh);
  }

  public static BytesMatch in(List<byte[]> values) {
    return values.size() == 1 ? new One(values.get(0)) : new Some(values);
  }

  public static BytesMatch startingWith(byte[] prefix) {
    return new Prefix(prefix);
  }

  public static BytesMatch endingWith(byte[] suffix) {
    return new Suffix(suffix);
  }

  public static BytesMatch containing(byte[] part) {
    return new Part(part);
  }

  private static LongMatch atLeast(int length) {
    return LongMatch.between(length, Integer.MAX_VALUE);
  }

  private static final class Interval extends BytesMatch {
    private final byte[] low;
    private final boolean withLow;
    private final byte[] high;
    private final boolean withHigh;

    Interval(byte[] low, boolean withLow, byte[] high, boolean withHigh) {
      this.low = low;
      this.withLow = withLow;
      this.high = high;
      this.withHigh = withHigh;
    }

    @Override
    public boolean test(byte[] bytes, int from, int to) {
      return side(bytes, from, to) == 0;
    }

    @Override
    public int side(byte[] bytes, int from, int to) {
      if (low != null) {
        int c = Arrays.compareUnsigned(bytes, from, to, low, 0, low.length);
        if (c < 0 || (c == 0 && !withLow)) {
          return -1;
        }
      }
      if (high != null) {
        int c = Arrays.compareUnsigned(bytes, from, to, high, 0, high.length);
        return c > 0 || (c == 0 && !withHigh) ? 1 : 0;
      }
      return 0;
    }

    @Override
    public boolean isInterval() {
      return true;
    }

    @Override
    public LongMatch lengths() {
      return atLeast(0);
    }
  }

  private static final class One extends BytesMatch {
    private final byte[] value;

    One(byte[] value) {
      this.value = value.clone();
    }

    @Override
    public boolean test(byte[] bytes, int from, int to) {
      return to - from == value.length && Arrays.equals(bytes, from, to, value, 0, value.length);
    }

    @Override
    public int side(byte[] bytes, int from, int to) {
      return Integer.signum(Arrays.compareUnsigned(bytes, from, to, value, 0, value.length));
    }

    @Override
    public boolean isInterval() {
      return true;
    }

    @Override
    public LongMatch lengths() {
      return LongMatch.between(value.length, value.length);
    }
  }

  private static final class Some extends BytesMatch {
    private final byte[][] sorted;
    private final LongMatch lengths;

    Some(List<byte[]> values) {
      sorted = values.toArray(new byte[0][]);
      Arrays.sort(sorted, Arrays::compareUnsigned);
      lengths = LongMatch.in(Arrays.stream(sorted).mapToLong(v -> v.length).toArray());
    }

    @Override
    public boolean test(byte[] bytes, int from, int to) {
      int lo = 0;
      int hi = sorted.length - 1;
      while (lo <= hi) {
        int mid = (lo + hi) >>> 1;
        int c = Arrays.compareUnsigned(sorted[mid], 0, sorted[mid].length, bytes, from, to);
        if (c == 0) {
          return true;
        }
        if (c < 0) {
          lo = mid + 1;
        } else {
          hi = mid - 1;
        }
      }
      return false;
    }

    @Override
    public int side(byte[] bytes, int from, int to) {
      int last = sorted.length - 1;
      if (last < 0 || Arrays.compareUnsigned(bytes, from, to, sorted[0], 0, sorted[0].length) < 0) {
        return -1;
      }
      return Arrays.compareUnsigned(bytes, from, to, sorted[last], 0, sorted[last].length) > 0
          ? 1
          : 0;
    }

    @Override
    public boolean isInterval() {
      return sorted.length == 0;
    }

    @Override
    public LongMatch lengths() {
      return lengths;
    }
  }

  private static final class Prefix extends BytesMatch {
    private final byte[] prefix;

    Prefix(byte[] prefix) {
      this.prefix = prefix.clone();
    }

    @Override
    public boolean test(byte[] bytes, int from, int to) {
      return to - from >= prefix.length
          && Arrays.equals(bytes, from, from + prefix.length, prefix, 0, prefix.length);
    }

    @Override
    public int side(byte[] bytes, int from, int to) {
      int end = Math.min(to, from + prefix.length);
      return Integer.signum(Arrays.compareUnsigned(bytes, from, end, prefix, 0, prefix.length));
    }

    @Override
    public boolean isInterval() {
      return true;
    }

    @Override
    public LongMatch lengths() {
      return atLeast(prefix.length);
    }
  }

  /** Ends of values have nothing to do with their order. */
  private static final class Suffix extends BytesMatch {
    private final byte[] suffix;

    Suffix(byte[] suffix) {
      this.suffix = suffix.clone();
    }

    @Override
    public boolean test(byte[] bytes, int from, int to) {
      return to - from >= suffix.length
          && Arrays.equals(bytes, to - suffix.length, to, suffix, 0, suffix.length);
    }

    @Override
    public int side(byte[] bytes, int from, int to) {
      return 0;
    }

    @Override
    public boolean isInterval() {
      return suffix.length == 0;
    }

    @Override
    public LongMatch lengths() {
      return atLeast(suffix.length);
    }
  }

  private static final class Part extends BytesMatch {
    private final byte[] part;

    Part(byte[] part) {
      this.part = part.clone();
    }

    @Override
    public boolean test(byte[] bytes, int from, int to) {
      int length = part.length;
      if (length == 0) {
        return true;
      }
      byte first = part[0];
      for (int i = from; i <= to - length; i++) {
        if (bytes[i] == first && Arrays.equals(bytes, i, i + length, part, 0, length)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public int side(byte[] bytes, int from, int to) {
      return 0;
    }

    @Override
    public boolean isInterval() {
      return part.length == 0;
    }

    @Override
    public LongMatch lengths() {
      return atLeast(part.length);
    }
  }
}
