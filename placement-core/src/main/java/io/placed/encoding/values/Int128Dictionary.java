package io.placed.encoding.values;

import java.util.Arrays;

/** Distinct 128-bit integers. */
final class Int128Dictionary extends DictionaryBuilder {
  private long[] high = new long[256];
  private long[] low = new long[256];

  /** See {@link IntegerDictionary}. */
  private int[] slots = new int[512];

  private int shift = 64 - 9;
  private int size;

  @Override
  public boolean add(PageValues page, char[] codes, int maxValues, long maxBytes) {
    Int128Values in = (Int128Values) page;
    long max = Math.min(maxValues, maxBytes / 16);
    for (int i = 0; i < in.count(); i++) {
      int code = find(in.high()[i], in.low()[i]);
      if (code < 0) {
        if (size >= max) {
          return false;
        }
        code = insert(in.high()[i], in.low()[i]);
      }
      codes[i] = (char) code;
    }
    return true;
  }

  private int find(long h, long l) {
    int mask = slots.length - 1;
    for (int s = slot(hash(h, l), shift); slots[s] != 0; s = s + 1 & mask) {
      int code = slots[s] - 1;
      if (low[code] == l && high[code] == h) {
        return code;
      }
    }
    return -1;
  }

  private int insert(long h, long l) {
    if (size == low.length) {
      high = Arrays.copyOf(high, size * 2);
      low = Arrays.copyOf(low, size * 2);
      slots = new int[slots.length * 2];
      shift--;
      for (int code = 0; code < size; code++) {
        place(code);
      }
    }
    high[size] = h;
    low[size] = l;
    place(size);
    return size++;
  }

  private void place(int code) {
    int mask = slots.length - 1;
    int s = slot(hash(high[code], low[code]), shift);
    while (slots[s] != 0) {
      s = s + 1 & mask;
    }
    slots[s] = code + 1;
  }

  private static long hash(long h, long l) {
    return Long.rotateLeft(h * 0xC2B2AE3D27D4EB4FL, 29) ^ l;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public long encodedBytes() {
    return 8 + 16L * size;
  }

  @Override
  public long memoryBytes() {
    return 16L * low.length + 4L * slots.length;
  }

  @Override
  public PageValues sorted(char[] ranks) {
    int[] order =
        CodeSort.sorted(
            size,
            (a, b) ->
                high[a] != high[b]
                    ? Long.compare(high[a], high[b])
                    : Long.compareUnsigned(low[a], low[b]));
    for (int rank = 0; rank < size; rank++) {
      ranks[order[rank]] = (char) rank;
    }
    return new Int128Values(high, low, size).gather(order, size);
  }

  @Override
  public PageValues lookup(char[] codes, int n, long[] present) {
    long[] h = new long[n];
    long[] l = new long[n];
    for (int i = 0; i < n; i++) {
      h[i] = high[codes[i]];
      l[i] = low[codes[i]];
    }
    return new Int128Values(h, l, n);
  }
}
