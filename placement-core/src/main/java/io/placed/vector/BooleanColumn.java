package io.placed.vector;

import io.placed.schema.Type;
import java.util.Arrays;

/** Booleans as a bitmap. */
public final class BooleanColumn extends Column {
  private long[] words = new long[0];

  BooleanColumn(Type type) {
    super(type);
  }

  /** Bit i is value i; replaced when the column grows. */
  public long[] words() {
    return words;
  }

  public boolean get(int i) {
    return Bits.get(words, i);
  }

  public void set(int i, boolean value) {
    Bits.put(words, i, value);
  }

  public void append(boolean value) {
    int i = size();
    setSize(i + 1);
    Bits.put(words, i, value);
  }

  @Override
  public void ensureCapacity(int n) {
    int needed = Bits.words(n);
    if (needed > words.length) {
      words = Arrays.copyOf(words, Math.max(needed, Math.max(16, words.length * 2)));
    }
  }

  @Override
  void copyValues(Column source, int from, int count) {
    int start = size();
    setSize(start + count);
    Bits.copy(((BooleanColumn) source).words, from, words, start, count);
  }

  @Override
  void blank(int i) {
    Bits.clear(words, i);
  }

  @Override
  public long memoryBytes() {
    return (size() + 7) / 8 + validityBytes();
  }
}
