package io.placed.text;

import java.util.Locale;
import java.util.Set;

/** Names and values in statements for people to copy. */
public final class Quoting {
  /** Reserved in Spark's ANSI mode, and likely names of columns. */
  private static final Set<String> RESERVED =
      Set.of(
          "ALL",
          "AND",
          "ANY",
          "AS",
          "BOTH",
          "CASE",
          "CAST",
          "CHECK",
          "COLUMN",
          "CROSS",
          "DISTINCT",
          "ELSE",
          "END",
          "EXCEPT",
          "FALSE",
          "FETCH",
          "FILTER",
          "FOR",
          "FROM",
          "FULL",
          "GRANT",
          "GROUP",
          "HAVING",
          "IN",
          "INNER",
          "INTO",
          "IS",
          "JOIN",
          "LEFT",
          "LIKE",
          "NATURAL",
          "NOT",
          "NULL",
          "ON",
          "ONLY",
          "OR",
          "ORDER",
          "OUTER",
          "PRIMARY",
          "REFERENCES",
          "RIGHT",
          "SELECT",
          "SOME",
          "TABLE",
          "THEN",
          "TO",
          "TRUE",
          "UNION",
          "UNIQUE",
          "USER",
          "USING",
          "WHEN",
          "WHERE",
          "WITH");

  private Quoting() {}

  /** A word of a POSIX shell. */
  public static String shell(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  /** A string literal of Spark SQL. */
  public static String sql(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  /** An identifier of Spark SQL, in backticks unless it is a plain word. */
  public static String identifier(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_]*") && !isReserved(name)
        ? name
        : "`" + name.replace("`", "``") + "`";
  }

  private static boolean isReserved(String name) {
    return RESERVED.contains(name.toUpperCase(Locale.ROOT));
  }
}
