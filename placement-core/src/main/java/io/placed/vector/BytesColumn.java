package io.placed.vector;

import io.placed.schema.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Strings (UTF-8) and binary values in one byte arena: value i is the {@code lengths[i]} bytes from
 * {@code starts[i]}. Several values may share bytes, as those of a dictionary do.
 *
 * <p>Values that came out of a dictionary are kept as its codes until somebody asks where they
 * start ({@link #starts()}): who groups by them, or keeps some of them, needs no more than codes.
 * Threads that read the same column call {@link #prepareReads} before.
 */
public final class BytesColumn extends Column {
  private byte[] arena = new byte[0];
  private int arenaSize;
  private boolean arenaShared;
  private int[] starts = new int[0];
  private int[] lengths = new int[0];

  /** What the codes are numbers of values of; null if there are no codes. */
  private BytesColumn dictionary;

  private int[] codes = new int[0];

  /** Whether starts and lengths are those of the codes, or there are no codes. */
  private boolean spelled = true;

  BytesColumn(Type type) {
    super(type);
  }

  /** The bytes; may be shared with a dictionary and must then not be written. */
  public byte[] arena() {
    return arena;
  }

  /** Whether the bytes belong to a dictionary, which never changes. */
  public boolean isArenaShared() {
    return arenaShared;
  }

  /** Offset of each value in the arena; replaced when the column grows. */
  public int[] starts() {
    spell();
    return starts;
  }

  /** Bytes of each value; replaced when the column grows. */
  public int[] lengths() {
    spell();
    return lengths;
  }

  /** The dictionary whose codes the values are; null if they are not kept as codes. */
  public BytesColumn dictionary() {
    return dictionary;
  }

  /** By value its number in the {@link #dictionary()}, missing ones included. */
  public int[] codes() {
    return codes;
  }

  /**
   * Gives an empty column n values, all of them values of a dictionary.
   *
   * @param values never change as long as this column refers to them
   * @return to be filled with their n numbers
   * @throws IllegalStateException if the column has values
   */
  public int[] startCodes(BytesColumn values, int n) {
    if (size() > 0) {
      throw new IllegalStateException("codes come behind " + size() + " values");
    }
    setSize(0);
    values.spell();
    if (codes.length < n) {
      codes = new int[grown(codes.length, n, Integer.BYTES)];
    }
    shareArena(values.arena, values.arenaSize);
    dictionary = values;
    spelled = false;
    super.setSize(n);
    return codes;
  }

  /** Looks up where the values are. */
  private void spell() {
    if (spelled) {
      return;
    }
    int n = size();
    if (starts.length < n) {
      int capacity = grown(starts.length, n, 2 * Integer.BYTES);
      starts = new int[capacity];
      lengths = new int[capacity];
    }
    int[] from = dictionary.starts;
    int[] bytes = dictionary.lengths;
    for (int i = 0; i < n; i++) {
      starts[i] = from[codes[i]];
      lengths[i] = bytes[codes[i]];
    }
    spelled = true;
  }

  /** Forgets the codes: values are going to be added or replaced. */
  private void leaveCodes() {
    spell();
    dictionary = null;
  }

  @Override
  public void setSize(int n) {
    leaveCodes();
    super.setSize(n);
  }

  /** Bytes of the arena in use. */
  public int arenaSize() {
    return arenaSize;
  }

  /**
   * Lets the column refer to bytes that somebody else owns and that never change. Starts and
   * lengths are then filled by the caller. The next append copies the arena first.
   */
  public void shareArena(byte[] bytes, int usedBytes) {
    arena = bytes;
    arenaSize = usedBytes;
    arenaShared = true;
  }

  /**
   * Makes room for more bytes at the end of the column's own arena and returns it; write at {@link
   * #arenaSize()} and then call {@link #addArenaBytes}.
   *
   * @throws IllegalArgumentException if the arena would pass 2^31-9 bytes
   */
  public byte[] reserveArena(int moreBytes) {
    leaveCodes();
    long needed = (long) arenaSize + moreBytes;
    if (needed > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "the values of a batch take " + needed + " bytes; a batch holds at most 2^31-9");
    }
    if (arenaShared || needed > arena.length) {
      int capacity =
          needed > arena.length ? grown(arena.length, (int) needed, 1) : Math.max(16, (int) needed);
      byte[] own = new byte[capacity];
      System.arraycopy(arena, 0, own, 0, arenaSize);
      arena = own;
      arenaShared = false;
    }
    return arena;
  }

  public void addArenaBytes(int count) {
    arenaSize += count;
  }

  public byte[] get(int i) {
    spell();
    return Arrays.copyOfRange(arena, starts[i], starts[i] + lengths[i]);
  }

  public String getString(int i) {
    spell();
    return new String(arena, starts[i], lengths[i], StandardCharsets.UTF_8);
  }

  public void append(byte[] value) {
    append(value, 0, value.length);
  }

  /**
   * Appends a string as UTF-8.
   *
   * @throws IllegalArgumentException as of {@link #requireEncodable}; nothing is appended then
   */
  public void append(String value) {
    byte[] bytes = utf8OrNull(value);
    if (bytes == null) {
      requireEncodable(value);
    }
    append(bytes);
  }

  /** The bytes of a string; null if it has half of a surrogate pair, which has none. */
  public static byte[] utf8OrNull(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return new String(bytes, StandardCharsets.UTF_8).equals(value) ? bytes : null;
  }

  /**
   * @throws IllegalArgumentException if a string has half of a surrogate pair, which UTF-8 cannot
   *     encode
   */
  public static void requireEncodable(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < value.length()
              && Character.isLowSurrogate(value.charAt(i + 1));
      if (!pair) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "U+%04X at %d of the string is half of a surrogate pair; allowed are whole pairs",
                (int) c,
                i));
      }
      i++;
    }
  }

  public void append(byte[] bytes, int offset, int length) {
    byte[] to = reserveArena(length);
    System.arraycopy(bytes, offset, to, arenaSize, length);
    int i = size();
    setSize(i + 1);
    starts[i] = arenaSize;
    lengths[i] = length;
    arenaSize += length;
  }

  /** Compares value i of this column with value j of the other as unsigned bytes. */
  public int compare(int i, BytesColumn other, int j) {
    spell();
    other.spell();
    return Arrays.compareUnsigned(
        arena,
        starts[i],
        starts[i] + lengths[i],
        other.arena,
        other.starts[j],
        other.starts[j] + other.lengths[j]);
  }

  @Override
  public void clear() {
    super.clear();
    dictionary = null;
    spelled = true;
    arenaSize = 0;
    if (arenaShared) {
      arena = new byte[0];
      arenaShared = false;
    }
  }

  @Override
  public void ensureCapacity(int n) {
    if (spelled && n > starts.length) {
      int capacity = grown(starts.length, n, 2 * Integer.BYTES);
      starts = Arrays.copyOf(starts, capacity);
      lengths = Arrays.copyOf(lengths, capacity);
    }
  }

  @Override
  void copyValues(Column source, int from, int count) {
    BytesColumn in = (BytesColumn) source;
    in.spell();
    long total = 0;
    for (int k = from; k < from + count; k++) {
      if (!in.isNull(k)) {
        total += in.lengths[k];
      }
    }
    if (total > in.arenaSize) {
      int shift = appendArena(in);
      int start = size();
      setSize(start + count);
      for (int k = 0; k < count; k++) {
        boolean missing = in.isNull(from + k);
        starts[start + k] = missing ? 0 : in.starts[from + k] + shift;
        lengths[start + k] = missing ? 0 : in.lengths[from + k];
      }
      return;
    }
    reserveArena((int) total);
    int start = size();
    setSize(start + count);
    for (int k = 0; k < count; k++) {
      int length = in.isNull(from + k) ? 0 : in.lengths[from + k];
      if (length > 0) {
        System.arraycopy(in.arena, in.starts[from + k], arena, arenaSize, length);
      }
      starts[start + k] = arenaSize;
      lengths[start + k] = length;
      arenaSize += length;
    }
  }

  @Override
  void copySelected(Column source, int[] positions, int count) {
    BytesColumn in = (BytesColumn) source;
    if (in.dictionary != null && size() == 0) {
      int[] to = startCodes(in.dictionary, count);
      for (int k = 0; k < count; k++) {
        to[k] = in.codes[positions[k]];
      }
      return;
    }
    in.spell();
    long total = 0;
    for (int k = 0; k < count; k++) {
      if (!in.isNull(positions[k])) {
        total += in.lengths[positions[k]];
      }
    }
    boolean whole = total > in.arenaSize;
    int shift = 0;
    if (whole) {
      shift = appendArena(in);
    } else {
      reserveArena((int) total);
    }
    int start = size();
    setSize(start + count);
    for (int k = 0; k < count; k++) {
      int i = positions[k];
      int length = in.isNull(i) ? 0 : in.lengths[i];
      lengths[start + k] = length;
      if (whole) {
        starts[start + k] = length == 0 ? 0 : in.starts[i] + shift;
      } else {
        System.arraycopy(in.arena, length == 0 ? 0 : in.starts[i], arena, arenaSize, length);
        starts[start + k] = arenaSize;
        arenaSize += length;
      }
    }
  }

  /**
   * Adds the bytes of another column as they are. Values that share bytes, as those of a dictionary
   * do, would otherwise take many times what they took there.
   *
   * @return what to add to its starts
   */
  private int appendArena(BytesColumn in) {
    int length = in.arenaSize;
    byte[] to = reserveArena(length);
    System.arraycopy(in.arena, 0, to, arenaSize, length);
    int shift = arenaSize;
    arenaSize += length;
    return shift;
  }

  @Override
  public boolean canKeepOnly() {
    return true;
  }

  /** The bytes stay where they are, those of forgotten values too. */
  @Override
  void moveRun(int from, int to, int count) {
    if (dictionary != null) {
      System.arraycopy(codes, from, codes, to, count);
      spelled = false;
      return;
    }
    System.arraycopy(starts, from, starts, to, count);
    System.arraycopy(lengths, from, lengths, to, count);
  }

  @Override
  void moveForward(int[] positions, int count) {
    if (dictionary != null) {
      for (int k = 0; k < count; k++) {
        codes[k] = codes[positions[k]];
      }
      spelled = false;
      return;
    }
    for (int k = 0; k < count; k++) {
      starts[k] = starts[positions[k]];
      lengths[k] = lengths[positions[k]];
    }
  }

  @Override
  void blank(int i) {
    leaveCodes();
    starts[i] = 0;
    lengths[i] = 0;
  }

  @Override
  public void prepareReads() {
    spell();
  }

  @Override
  public long memoryBytes() {
    return (spelled ? 8L : 4L) * size() + (arenaShared ? 0 : arenaSize) + validityBytes();
  }
}
