package io.placed.spark.combinations;

import java.util.List;
import java.util.Random;

/** Names as tables of users have them: mixed case, spaces, dots, letters of all kinds. */
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

  /** A name that no column of the table has, in whatever case. */
  static String fresh(ModelTable table, Random random) {
    while (true) {
      String name = NAMES.get(random.nextInt(NAMES.size()));
      if (!table.isTaken(name)) {
        return name;
      }
    }
  }
}
