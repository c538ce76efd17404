package io.placed.advise.columns;

import io.placed.placement.Placement;
import io.placed.write.options.WriteOptions;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds names of properties that are probably misspelt ones of settings and options. */
public final class SimilarNames {
  /** Typing errors in names of this length and longer ones. */
  private static final int MOST_ERRORS = 2;

  private static final int LONG = 12;

  /** Shorter names resemble too many others. */
  private static final int LEAST_LENGTH = 9;

  /** Of some names, which may be forgotten. */
  private static final String OUR_PREFIX = "placed.";

  /** What begins so is meant for us, whatever follows. */
  private static final List<String> BEGINS = List.of(Placement.SETTING, WriteOptions.COMPRESSION);

  private SimilarNames() {}

  /**
   * The one of the known names that is probably meant.
   *
   * @return empty if the name is one of those known, ignoring case, or resembles none
   */
  public static Optional<String> meant(String name, Collection<String> known) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (known.stream().anyMatch(name::equalsIgnoreCase)) {
      return Optional.empty();
    }
    return known.stream()
        .filter(k -> isMisspelt(lower, k.toLowerCase(Locale.ROOT)))
        .findFirst()
        .or(() -> BEGINS.stream().filter(lower::startsWith).findFirst());
  }

  private static boolean isMisspelt(String name, String known) {
    int most = known.length() < LONG ? 1 : MOST_ERRORS;
    return known.length() >= LEAST_LENGTH
        && (errors(name, known) <= most || errors(OUR_PREFIX + name, known) <= most);
  }

  /**
   * Letters that are wrong, missing, doubled or exchanged with the next one. Any other letter that
   * is too many counts twice: words that contain another one are rarely misspelt ones, as
   * replacement, insolation.
   */
  private static int errors(String name, String known) {
    int[][] errors = new int[name.length() + 1][known.length() + 1];
    for (int i = 0; i <= name.length(); i++) {
      for (int j = 0; j <= known.length(); j++) {
        int least = i == 0 && j == 0 ? 0 : Integer.MAX_VALUE;
        if (i > 0) {
          least = Math.min(least, errors[i - 1][j] + (isDouble(name, i - 1) ? 1 : 2));
        }
        if (j > 0) {
          least = Math.min(least, errors[i][j - 1] + 1);
        }
        if (i > 0 && j > 0) {
          int wrong = name.charAt(i - 1) == known.charAt(j - 1) ? 0 : 1;
          least = Math.min(least, errors[i - 1][j - 1] + wrong);
        }
        if (i > 1
            && j > 1
            && name.charAt(i - 1) == known.charAt(j - 2)
            && name.charAt(i - 2) == known.charAt(j - 1)) {
          least = Math.min(least, errors[i - 2][j - 2] + 1);
        }
        errors[i][j] = least;
      }
    }
    return errors[name.length()][known.length()];
  }

  private static boolean isDouble(String name, int at) {
    return at > 0 && name.charAt(at) == name.charAt(at - 1)
        || at + 1 < name.length() && name.charAt(at) == name.charAt(at + 1);
  }
}
