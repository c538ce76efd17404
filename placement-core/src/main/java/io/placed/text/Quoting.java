package io.placed.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

  /** An element of a list, and what follows; possessive, because names can be long. */
  private static final Pattern COLUMN =
      Pattern.compile("\\s*+(?:`((?:[^`]++|``)*+)`\\s*+|([^`,][^,]*+)?+)(,|\\z)");

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

  /**
   * Names that are separated by commas. A name with a comma, with spaces at an end or with a
   * backtick at its start stands in backticks, of which those inside are doubled; any other name
   * may.
   *
   * @throws IllegalArgumentException if a name in backticks does not end
   */
  public static List<String> columns(String list) {
    List<String> names = new ArrayList<>();
    Matcher m = COLUMN.matcher(list);
    int at = 0;
    boolean more = true;
    while (more) {
      if (!m.region(at, list.length()).lookingAt()) {
        throw new IllegalArgumentException(
            "a name in backticks has to end with one, and a comma has to follow, found "
                + list.substring(at).strip());
      }
      String plain = m.group(2) == null ? "" : m.group(2).strip();
      names.add(m.group(1) == null ? plain : m.group(1).replace("``", "`"));
      at = m.end();
      more = !m.group(3).isEmpty();
    }
    return names;
  }

  /** The list that {@link #columns(String)} reads, in backticks where that is necessary. */
  public static String columns(List<String> names) {
    return names.stream()
        .map(
            n ->
                n.indexOf(',') >= 0 || n.startsWith("`") || !n.equals(n.strip())
                    ? "`" + n.replace("`", "``") + "`"
                    : n)
        .collect(Collectors.joining(","));
  }

  private static boolean isReserved(String name) {
    return RESERVED.contains(name.toUpperCase(Locale.ROOT));
  }
}
