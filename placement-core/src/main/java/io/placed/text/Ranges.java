package io.placed.text;

import java.util.SortedSet;

/** Formats ascending numbers as ranges. */
public final class Ranges {
  private Ranges() {}

  /** For example {@code 0–5, 7}. */
  public static String text(SortedSet<Integer> numbers) {
    StringBuilder out = new StringBuilder();
    int first = 0;
    int last = -2;
    for (int n : numbers) {
      if (n != last + 1) {
        end(out, first, last);
        out.append(out.length() == 0 ? "" : ", ").append(n);
        first = n;
      }
      last = n;
    }
    end(out, first, last);
    return out.toString();
  }

  private static void end(StringBuilder out, int first, int last) {
    if (last > first) {
      out.append('–').append(last);
    }
  }
}
