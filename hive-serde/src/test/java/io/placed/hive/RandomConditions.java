package io.placed.hive;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Conditions in HiveQL on the columns of {@link RandomRows}. */
final class RandomConditions {
  /** More digits than the column has. */
  private static final String TOO_LARGE = "123456789012345678901234567890";

  private static final String[] COLUMNS = {
    "bo", "ti", "sm", "i", "bi", "f", "db", "de", "d9", "s", "c", "v", "d", "t", "st.x"
  };

  private final Random random;
  private final String[] columns;

  RandomConditions(long seed) {
    this(seed, COLUMNS);
  }

  /** On some columns alone. */
  RandomConditions(long seed, String... columns) {
    random = new Random(seed);
    this.columns = columns;
  }

  String condition() {
    return condition(2);
  }

  private String condition(int depth) {
    int kind = depth == 0 ? 0 : random.nextInt(5);
    return switch (kind) {
      case 1 -> "(" + condition(depth - 1) + " and " + condition(depth - 1) + ")";
      case 2 -> "(" + condition(depth - 1) + " or " + condition(depth - 1) + ")";
      case 3 -> "not (" + condition(depth - 1) + ")";
      default -> leaf();
    };
  }

  private String leaf() {
    String column = columns[random.nextInt(columns.length)];
    return switch (random.nextInt(8)) {
      case 0 -> column + " is null";
      case 1 -> column + " is not null";
      case 2 -> column + " in (" + literal(column) + ", " + literal(column) + ")";
      case 3 ->
          column.equals("bo")
              ? "bo"
              : column + " between " + literal(column) + " and " + literal(column);
      case 4 ->
          column.equals("s") ? "s like '" + pick("a%", "%b", "%ab%", "a_") + "'" : compare(column);
      default -> compare(column);
    };
  }

  private String compare(String column) {
    String op =
        column.equals("bo") ? pick("=", "<>") : pick("=", "<>", "<", "<=", ">", ">=", "<=>");
    String literal = literal(column);
    if (op.equals("<=>") && literal.equals(TOO_LARGE)) {
      // Within OR, Hive takes a decimal beyond the column's type for null: ORC returns more rows.
      literal = "0";
    }
    return column + " " + op + " " + literal;
  }

  private String literal(String column) {
    return switch (column) {
      case "bo" -> pick("true", "false");
      case "ti" -> String.valueOf(random.nextInt(256) - 128);
      case "sm" -> String.valueOf(random.nextInt(2000));
      case "i", "bi" -> pick(String.valueOf(random.nextInt(500) - 250), "7.5");
      case "st.x" -> String.valueOf(random.nextInt(9));
      case "f", "db" ->
          pick(random.nextInt(64) / 8d + "D", String.valueOf(random.nextInt(9)), "0.1");
      case "de" -> pick("1234567.5", "0", TOO_LARGE);
      case "d9" -> pick(random.nextInt(1000) + ".125", "-" + random.nextInt(1000), "0.0005");
      case "s" -> "'" + pick("a", "abc", "bba", "ab", "ü") + "'";
      case "c" -> "'" + pick("a", "ab ", "abc", "b", "a b", "", "abcab", "zzabcz") + "'";
      case "v" -> "'" + pick("a", "ab", "abc", "b", "ba ", "", "abca", "zzabc") + "'";
      case "d" -> "date '" + (1990 + random.nextInt(40)) + "-0" + (1 + random.nextInt(9)) + "-01'";
      case "t" ->
          "timestamp '"
              + (1910 + random.nextInt(120))
              + "-03-0"
              + (1 + random.nextInt(9))
              + " 12:00:00.25'";
      default -> throw new IllegalArgumentException(column);
    };
  }

  private String pick(String... some) {
    return some[random.nextInt(some.length)];
  }

  /** Conditions of one column, or NOT of them. */
  List<String> simple(int n) {
    List<String> all = new ArrayList<>();
    for (int k = 0; k < n; k++) {
      all.add(random.nextInt(4) == 0 ? "not (" + leaf() + ")" : leaf());
    }
    return all;
  }

  /** Returns several conditions. */
  List<String> conditions(int n) {
    List<String> all = new ArrayList<>();
    for (int k = 0; k < n; k++) {
      all.add(condition());
    }
    return all;
  }
}
