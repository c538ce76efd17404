package io.placed.encoding.derived;

import io.placed.encoding.values.DictionaryBuilder;
import io.placed.encoding.values.Missing;
import io.placed.encoding.values.PageValues;
import io.placed.encoding.values.StringValues;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;

/** The distinct strings of a page in ascending order, which numbers them. */
final class StringNumbers {
  private final PageValues sorted;
  private final int count;

  private StringNumbers(PageValues sorted, int count) {
    this.sorted = sorted;
    this.count = count;
  }

  /**
   * Numbers values [from, from + n).
   *
   * @param numbers receives the number of each value
   * @param present receives a bit for each value that is not null
   */
  static StringNumbers of(BytesColumn column, int from, int n, long[] numbers, long[] present) {
    if (column.validity() == null) {
      Bits.fill(present, 0, n, true);
    } else {
      Bits.copy(column.validity(), from, present, 0, n);
    }
    StringValues values = StringValues.load(column, from, n, new int[n], new int[n]);
    DictionaryBuilder builder = values.newDictionaryOfThese();
    char[] codes = new char[n];
    boolean none = Missing.any(present, 0, n) && Bits.count(present, 0, n) == 0;
    if (none || !builder.add(values, codes, DictionaryBuilder.MAX_VALUES, Long.MAX_VALUE)) {
      return new StringNumbers(null, 0);
    }
    char[] ranks = new char[builder.size()];
    PageValues sorted = builder.sorted(ranks);
    for (int i = 0; i < n; i++) {
      numbers[i] = ranks[codes[i]];
    }
    return new StringNumbers(sorted, builder.size());
  }

  /** Number of strings; 0 if there are none, or too many. */
  int count() {
    return count;
  }

  PageValues sorted() {
    return sorted;
  }
}
