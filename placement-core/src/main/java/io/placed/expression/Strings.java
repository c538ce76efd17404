package io.placed.expression;

/** Lengths of strings in characters. */
final class Strings {
  private Strings() {}

  static long[] lengths(Operand in) {
    long[] out = new long[in.count];
    for (int k = 0; k < out.length; k++) {
      if (in.isMissing(k)) {
        continue;
      }
      int end = in.starts[k] + in.lengths[k];
      int n = 0;
      for (int i = in.starts[k]; i < end; i += bytes(in.arena[i] & 0xFF)) {
        n++;
      }
      out[k] = n;
    }
    return out;
  }

  /** How long a character is that starts with this byte; 1 if none does (RFC 3629, section 4). */
  private static int bytes(int first) {
    if (first < 0xC2 || first > 0xF4) {
      return 1;
    }
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  }
}
