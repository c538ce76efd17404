package io.placed.advise.columns;

import java.util.Collection;
import java.util.Locale;

/** Finds names that are probably misspelt. */
final class SimilarNames {
  /** Letters that may be wrong, missing or too many. */
  private static final int MOST_ERRORS = 2;

  /** Shorter names resemble too many others. */
  private static final int LEAST_LENGTH = 9;

  private SimilarNames() {}

  /**
   * @throws IllegalArgumentException if the name resembles one of those known, and is none of them
   */
  static void requireNone(String name, Collection<String> known) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (String k : known) {
      String other = k.toLowerCase(Locale.ROOT);
      if (lower.equals(other)) {
        return;
      }
    }
    for (String k : known) {
      String other = k.toLowerCase(Locale.ROOT);
      boolean clause = k.indexOf('.') < 0 && lower.startsWith(k + ".");
      if (k.length() >= LEAST_LENGTH && (clause || errors(lower, other) <= MOST_ERRORS)) {
        throw new IllegalArgumentException(
            "unknown property '" + name + "'; its name resembles the setting " + k);
      }
    }
  }

  /** The edit distance of two names. */
  private static int errors(String one, String other) {
    int[] before = new int[other.length() + 1];
    for (int j = 0; j < before.length; j++) {
      before[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] now = new int[before.length];
      now[0] = i;
      for (int j = 1; j < now.length; j++) {
        int replaced = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        now[j] = Math.min(replaced, 1 + Math.min(before[j], now[j - 1]));
      }
      before = now;
    }
    return before[other.length()];
  }
}
