package io.placed.encoding.values;

import io.placed.schema.Storage;
import java.util.Arrays;

/** Distinct numbers of 32 or 64 bits, compared by their raw bits. */
final class IntegerDictionary extends DictionaryBuilder {
  private final Storage storage;
  private long[] values = new long[256];

  /** Code + 1 of the value in each slot, 0 = empty; open addressing, at most half full. */
  private int[] slots = new int[512];

  private int shift = 64 - 9;
  private int size;

  IntegerDictionary(Storage storage) {
    this.storage = storage;
  }

  @Override
  public boolean add(PageValues page, char[] codes, int maxValues, long maxBytes) {
    IntegerValues in = (IntegerValues) page;
    long[] v = in.values();
    int n = in.count();
    long max = Math.min(maxValues, maxBytes / in.elementBytes());
    long last = 0;
    int lastCode = -1;
    for (int i = 0; i < n; i++) {
      long value = v[i];
      if (value != last || lastCode < 0) {
        lastCode = find(value);
        if (lastCode < 0) {
          if (size >= max) {
            return false;
          }
          lastCode = insert(value);
        }
        last = value;
      }
      codes[i] = (char) lastCode;
    }
    return true;
  }

  private int find(long value) {
    int mask = slots.length - 1;
    for (int s = slot(value, shift); slots[s] != 0; s = s + 1 & mask) {
      if (values[slots[s] - 1] == value) {
        return slots[s] - 1;
      }
    }
    return -1;
  }

  private int insert(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
      slots = new int[slots.length * 2];
      shift--;
      for (int code = 0; code < size; code++) {
        place(code);
      }
    }
    values[size] = value;
    place(size);
    return size++;
  }

  private void place(int code) {
    int mask = slots.length - 1;
    int s = slot(values[code], shift);
    while (slots[s] != 0) {
      s = s + 1 & mask;
    }
    slots[s] = code + 1;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public long encodedBytes() {
    return 8L + (long) size * (storage == Storage.INT || storage == Storage.FLOAT ? 4 : 8);
  }

  @Override
  public long memoryBytes() {
    return 8L * values.length + 4L * slots.length;
  }

  @Override
  public PageValues sorted(char[] ranks) {
    long[] keys = new long[size];
    for (int code = 0; code < size; code++) {
      keys[code] = TotalOrder.key(storage, values[code]);
    }
    Arrays.sort(keys);
    for (int rank = 0; rank < size; rank++) {
      keys[rank] = TotalOrder.value(storage, keys[rank]);
      ranks[find(keys[rank])] = (char) rank;
    }
    return new IntegerValues(storage, keys, size);
  }

  @Override
  public PageValues lookup(char[] codes, int n, long[] present) {
    long[] out = new long[n];
    for (int i = 0; i < n; i++) {
      out[i] = values[codes[i]];
    }
    return new IntegerValues(storage, out, n);
  }
}
