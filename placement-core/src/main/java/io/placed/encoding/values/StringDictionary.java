package io.placed.encoding.values;

import io.placed.bytes.Growth;
import io.placed.bytes.LittleEndian;
import java.util.Arrays;

/** Distinct byte strings. */
final class StringDictionary extends DictionaryBuilder {
  private byte[] arena;

  /** Whether the arena is that of the values, so that nothing is copied. */
  private final boolean referring;

  private int arenaSize;

  /** Of all values. */
  private long valueBytes;

  private int[] starts = new int[256];
  private int[] lengths = new int[256];
  private long[] hashes = new long[256];

  /** See {@link IntegerDictionary}. */
  private int[] slots = new int[512];

  private int shift = 64 - 9;
  private int size;

  StringDictionary() {
    arena = new byte[4096];
    referring = false;
  }

  /**
   * A dictionary of values of one arena.
   *
   * @param arena does not change
   */
  StringDictionary(byte[] arena) {
    this.arena = arena;
    referring = true;
  }

  @Override
  public boolean add(PageValues page, char[] codes, int maxValues, long maxBytes) {
    StringValues in = (StringValues) page;
    byte[] bytes = in.arena();
    if (referring && bytes != arena) {
      throw new IllegalArgumentException("the values are not those of the dictionary");
    }
    for (int i = 0; i < in.count(); i++) {
      int start = in.start(i);
      int length = in.length(i);
      if (i > 0 && length == in.length(i - 1) && start == in.start(i - 1)) {
        codes[i] = codes[i - 1];
        continue;
      }
      long hash = hash(bytes, start, length);
      int code = find(hash, bytes, start, length);
      if (code < 0) {
        if (size >= maxValues || encodedBytes() + length + 2 > maxBytes) {
          return false;
        }
        code = insert(hash, bytes, start, length);
      }
      codes[i] = (char) code;
    }
    return true;
  }

  private int find(long hash, byte[] bytes, int start, int length) {
    int mask = slots.length - 1;
    for (int s = slot(hash, shift); slots[s] != 0; s = s + 1 & mask) {
      int code = slots[s] - 1;
      if (hashes[code] == hash
          && lengths[code] == length
          && Arrays.equals(
              arena, starts[code], starts[code] + length, bytes, start, start + length)) {
        return code;
      }
    }
    return -1;
  }

  private int insert(long hash, byte[] bytes, int start, int length) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, size * 2);
      lengths = Arrays.copyOf(lengths, size * 2);
      hashes = Arrays.copyOf(hashes, size * 2);
      slots = new int[slots.length * 2];
      shift--;
      for (int code = 0; code < size; code++) {
        place(code);
      }
    }
    starts[size] = referring ? start : copy(bytes, start, length);
    lengths[size] = length;
    hashes[size] = hash;
    valueBytes += length;
    place(size);
    return size++;
  }

  /** Copies a value into the arena, and returns where it starts there. */
  private int copy(byte[] bytes, int start, int length) {
    if (length > arena.length - arenaSize) {
      arena = Arrays.copyOf(arena, Growth.of(arena.length, (long) arenaSize + length));
    }
    System.arraycopy(bytes, start, arena, arenaSize, length);
    int at = arenaSize;
    arenaSize += length;
    return at;
  }

  private void place(int code) {
    int mask = slots.length - 1;
    int s = slot(hashes[code], shift);
    while (slots[s] != 0) {
      s = s + 1 & mask;
    }
    slots[s] = code + 1;
  }

  /** Hashes eight bytes at a time; {@link #slot} maps the result to a slot. */
  private static long hash(byte[] bytes, int start, int length) {
    long h = length;
    int i = start;
    int end = start + length;
    for (; i + 8 <= end; i += 8) {
      h = mix(h, LittleEndian.getLong(bytes, i));
    }
    if (i < end) {
      long tail = 0;
      for (; i < end; i++) {
        tail = tail << 8 | bytes[i] & 0xFF;
      }
      h = mix(h, tail);
    }
    return h;
  }

  private static long mix(long h, long word) {
    return Long.rotateLeft((h ^ word) * 0xC2B2AE3D27D4EB4FL, 29);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public long encodedBytes() {
    return 16L + valueBytes + size;
  }

  @Override
  public long memoryBytes() {
    return (referring ? 0 : arena.length) + 16L * starts.length + 4L * slots.length;
  }

  /** Length of the common prefix of all values. */
  private int commonPrefix() {
    int common = size == 0 ? 0 : lengths[0];
    for (int code = 1; code < size; code++) {
      int to = Math.min(common, lengths[code]);
      int first = starts[0];
      int start = starts[code];
      int differs = Arrays.mismatch(arena, first, first + to, arena, start, start + to);
      common = differs < 0 ? to : differs;
    }
    return common;
  }

  /**
   * The eight bytes after the first {@code skip} as a number of the same order, padded with zeros.
   */
  private long eightBytes(int code, int skip) {
    long key = 0;
    for (int i = skip; i < skip + 8; i++) {
      key = key << 8 | (i < lengths[code] ? arena[starts[code] + i] & 0xFF : 0);
    }
    return key ^ Long.MIN_VALUE;
  }

  private int compare(int a, int b) {
    return Arrays.compareUnsigned(
        arena, starts[a], starts[a] + lengths[a], arena, starts[b], starts[b] + lengths[b]);
  }

  @Override
  public PageValues sorted(char[] ranks) {
    int common = commonPrefix();
    long[] next = new long[size];
    for (int code = 0; code < size; code++) {
      next[code] = eightBytes(code, common);
    }
    int[] order =
        CodeSort.sorted(
            size, (a, b) -> next[a] != next[b] ? Long.compare(next[a], next[b]) : compare(a, b));
    for (int rank = 0; rank < size; rank++) {
      ranks[order[rank]] = (char) rank;
    }
    return new StringValues(arena, starts, lengths, size, null, 0).gather(order, size);
  }

  @Override
  public PageValues lookup(char[] codes, int n, long[] present) {
    int[] s = new int[n];
    int[] l = new int[n];
    for (int i = 0; i < n; i++) {
      s[i] = starts[codes[i]];
      l[i] = lengths[codes[i]];
    }
    return new StringValues(arena, s, l, n, present, 0);
  }
}
