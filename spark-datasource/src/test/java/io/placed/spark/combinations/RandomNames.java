package io.placed.spark.combinations;

import java.util.List;
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
