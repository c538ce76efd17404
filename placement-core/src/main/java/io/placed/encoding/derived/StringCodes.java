package io.placed.encoding.derived;

import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.error.MalformedDataException;
import io.placed.vector.BytesColumn;

/** The distinct strings of a page of a derived column; their integers are their numbers. */
final class StringCodes {
  private final BytesColumn strings = BytesDecoder.newColumn();

  /**
   * @param n values of the page, which bound the strings
   */
  StringCodes(DecodeContext context, int n) {
    int size = context.in().u32(1, n, "strings of a derived page");
    BytesDecoder decoder = context.bytes(size);
    decoder.decode(0, size, strings);
    strings.starts();
    context.charge(strings.memoryBytes());
  }

  /** Appends the strings with the given numbers; those of nulls may be invalid. */
  void append(long[] integers, int n, long[] present, BytesColumn target) {
    int size = strings.size();
    boolean direct = target.size() == 0;
    int[] codes = direct ? target.startCodes(strings, n) : new int[n];
    for (int i = 0; i < n; i++) {
      long code = integers[i];
      if (code < 0 || code >= size) {
        if (present == null || (present[i >>> 6] >>> i & 1) != 0) {
          throw new MalformedDataException(
              "a string has the number " + code + " of " + size + " strings");
        }
        code = 0;
      }
      codes[i] = (int) code;
    }
    if (!direct) {
      target.appendSelected(strings, codes, n);
    }
  }

  String describe() {
    return describe(strings.size());
  }

  static String describe(int size) {
    return "strings(" + size + ")";
  }
}
