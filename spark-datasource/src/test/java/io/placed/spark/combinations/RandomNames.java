package io.placed.spark.combinations;

import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Column names as users have them: mixed case, spaces, dots, letters of all scripts. */
final class RandomNames {
  private static final List<String> NAMES =
      List.of(
          "a",
          "B",
          "qTy",
          "Country",
          "name",
          "first name",
          "x.y",
          "ÜberÖ",
          "Amount",
          "STATE",
          "s",
          "st",
          "day",
          "unitPrice",
          "c1",
          "C2",
          "isActive",
          "_hidden",
          "p",
          "key",
          "Value",
          "order",
          "ts",
          "at");

  private RandomNames() {}

  /** The name itself, or one that differs from it in case only. */
  static String inAnyCase(String name, Random random) {
    String other =
        switch (random.nextInt(4)) {
          case 0 -> name.toLowerCase(Locale.ROOT);
          case 1 -> name.toUpperCase(Locale.ROOT);
          default -> name;
        };
    return other.equalsIgnoreCase(name) ? other : name;
  }

  /** A name that differs from those of all columns, ignoring case. */
  static String fresh(ModelTable table, Random random) {
    for (int tries = 0; ; tries++) {
      String name = NAMES.get(random.nextInt(NAMES.size()));
      // Tables may have more columns than there are names.
      String free = tries < 2 * NAMES.size() ? name : name + tries;
      if (!table.isTaken(free)) {
        return free;
      }
    }
  }
}
