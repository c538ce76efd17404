package io.placed.aggregate;

import java.util.Arrays;

/** Numbers the different pairs of two small numbers from 0 on, in the order in which they come. */
final class PairNumbers {
  /** Pairs that could be there, up to which they are looked up in an array. */
  private static final int MAX_TABLE = 1 << 16;

  private final LongNumbers numbers = new LongNumbers();

  /** Number + 1 by pair; 0 where it is not known yet. */
  private int[] table = new int[0];

  /** Of the second number in a place of the table. */
  private int bits;

  int count() {
    return numbers.count();
  }

  int first(int number) {
    return (int) (numbers.values()[number] >>> 32);
  }

  int second(int number) {
    return (int) numbers.values()[number];
  }

  long memoryBytes() {
    return numbers.memoryBytes();
  }

  void clear() {
    numbers.clear();
    Arrays.fill(table, 0);
  }

  /**
   * Replaces n numbers by those of the pairs of them with others.
   *
   * @param firsts above all of the first ones
   * @param seconds above all of the others
   */
  void number(int[] first, int firsts, int[] second, int seconds, int n) {
    int wanted = 32 - Integer.numberOfLeadingZeros(seconds);
    long size = (long) firsts << wanted;
    if (size > MAX_TABLE) {
      for (int i = 0; i < n; i++) {
        first[i] = of(first[i], second[i]);
      }
      return;
    }
    if (wanted != bits || size > table.length) {
      bits = wanted;
      table = new int[Integer.highestOneBit((int) size) << 1];
    }
    for (int i = 0; i < n; i++) {
      int place = first[i] << bits | second[i];
      int number = table[place];
      if (number == 0) {
        number = of(first[i], second[i]) + 1;
        table[place] = number;
      }
      first[i] = number - 1;
    }
  }

  int of(int first, int second) {
    return numbers.of((long) first << 32 | second);
  }
}
