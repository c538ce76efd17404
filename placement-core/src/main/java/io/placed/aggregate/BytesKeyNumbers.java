package io.placed.aggregate;

import io.placed.expression.ExpressionValues;
import io.placed.schema.Type;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import java.util.Arrays;

/**
 * Strings and binary. Codes of a dictionary take one look into an array each; other values that
 * share their bytes, as those of runs do, are known by the place where they start.
 */
final class BytesKeyNumbers extends KeyNumbers {
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final BytesColumn values;

  /** Number in each place, 0 in empty ones; a power of two, at most half full. */
  private int[] table = new int[64];

  private long[] hashes = new long[32];

  /** By place in the arena the number of the value that starts there; 0 if it is not known. */
  private int[] places = new int[0];

  /** The dictionary whose values were met last. */
  private BytesColumn dictionary;

  /** By code of the dictionary the number of the value; 0 if it is not known. */
  private int[] numbers = new int[0];

  BytesKeyNumbers(Type type) {
    super(type);
    values = (BytesColumn) values();
  }

  @Override
  void clear() {
    super.clear();
    Arrays.fill(table, 0);
    dictionary = null;
  }

  @Override
  void number(ExpressionValues in, int n, int[] out) {
    if (in.dictionary() != null) {
      numberCodes(in, n, out);
    } else {
      numberPlaces(in, n, out);
    }
  }

  @SuppressWarnings("ReferenceEquality")
  private void numberCodes(ExpressionValues in, int n, int[] out) {
    BytesColumn all = in.dictionary();
    if (all != dictionary) {
      dictionary = all;
      if (numbers.length < all.size()) {
        numbers = new int[Integer.highestOneBit(all.size()) << 1];
      } else {
        Arrays.fill(numbers, 0, all.size(), 0);
      }
    }
    int[] codes = in.codes();
    int[] known = numbers;
    for (int i = 0; i < n; i++) {
      int number = known[codes[i]];
      out[i] = number == 0 ? learn(codes[i]) : number;
    }
    if (in.present() != null) {
      Bits.putWhereClear(out, in.present(), n, 0);
    }
  }

  private int learn(int code) {
    int number = of(dictionary, code);
    numbers[code] = number;
    return number;
  }

  @Override
  int of(BytesColumn strings, int i) {
    return find(strings.arena(), strings.starts()[i], strings.lengths()[i]);
  }

  private void numberPlaces(ExpressionValues in, int n, int[] out) {
    byte[] arena = in.arena();
    int[] starts = in.starts();
    int[] lengths = in.lengths();
    if (!remember(arena, n)) {
      for (int i = 0; i < n; i++) {
        out[i] = in.isPresent(i) ? find(arena, starts[i], lengths[i]) : 0;
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      if (!in.isPresent(i)) {
        out[i] = 0;
        continue;
      }
      int start = starts[i];
      int length = lengths[i];
      // Nothing starts anywhere, even behind the last byte.
      int number = length == 0 ? 0 : places[start];
      if (number == 0 || values.lengths()[number] != length) {
        number = find(arena, start, length);
        if (length > 0) {
          places[start] = number;
        }
      }
      out[i] = number;
    }
  }

  /** Gets the places of an arena ready; false if it is too large for the rows. */
  private boolean remember(byte[] arena, int rows) {
    if (arena.length > 4 * rows) {
      return false;
    }
    if (places.length < arena.length) {
      places = new int[arena.length];
    } else {
      Arrays.fill(places, 0, arena.length, 0);
    }
    return true;
  }

  private int find(byte[] bytes, int start, int length) {
    long hash = hash(bytes, start, length);
    int mask = table.length - 1;
    for (int at = (int) (hash >>> 32) & mask; ; at = at + 1 & mask) {
      int number = table[at];
      if (number == 0) {
        return add(bytes, start, length, hash, at);
      }
      int from = values.starts()[number];
      if (hashes[number] == hash
          && Arrays.equals(
              bytes,
              start,
              start + length,
              values.arena(),
              from,
              from + values.lengths()[number])) {
        return number;
      }
    }
  }

  private int add(byte[] bytes, int start, int length, long hash, int at) {
    int number = values.size();
    values.append(bytes, start, length);
    if (number == hashes.length) {
      hashes = Arrays.copyOf(hashes, number * 2);
    }
    hashes[number] = hash;
    table[at] = number;
    if (number * 2 > table.length) {
      rehash();
    }
    return number;
  }

  private void rehash() {
    table = new int[table.length * 2];
    int mask = table.length - 1;
    for (int number = 1; number < values.size(); number++) {
      int at = (int) (hashes[number] >>> 32) & mask;
      while (table[at] != 0) {
        at = at + 1 & mask;
      }
      table[at] = number;
    }
  }

  private static long hash(byte[] bytes, int start, int length) {
    long h = length;
    for (int i = start; i < start + length; i++) {
      h = h * 31 + bytes[i];
    }
    h *= MIX;
    return h ^ h >>> 29;
  }
}
