package io.placed.spark.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The statements of a file, separated by {@code ;}. The comments {@code -- name q6} and {@code --
 * weight 3} are about the statement that they stand in or before.
 */
final class SqlStatements {
  private static final Pattern NAME = Pattern.compile("--\\s*name[ \\t:]+(\\S+)\\s*");
  private static final Pattern WEIGHT = Pattern.compile("--\\s*weight[ \\t:]+(\\S+)\\s*");
  private static final Pattern NOT_IN_NAMES = Pattern.compile("[^\\p{L}\\p{N}_.-]");
  private static final Pattern FIRST_WORD =
      Pattern.compile(
          "(?is)(?:\\s|--[^\\n]*(?:\\n|$)|/\\*.*?\\*/|\\()*"
              + "(?:select|with|from|insert|create|merge|update|delete|values|table)\\b.*");

  private SqlStatements() {}

  /**
   * A statement.
   *
   * @param name null if it has none
   * @param line of the file where it begins, from 1; 0 = of a log, whose statements have no names
   * @param millis measured run time, 0 if unknown
   */
  record Statement(String name, double weight, String text, int line, double millis) {}

  /** Whether a text begins as SQL. */
  static boolean isSql(String head) {
    return FIRST_WORD.matcher(head).matches();
  }

  /**
   * Splits a text.
   *
   * @throws IllegalArgumentException if a weight is no positive number
   */
  static List<Statement> of(String text) {
    List<Statement> out = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    String name = null;
    double weight = 1;
    int line = 1;
    int first = 0;
    for (int i = 0; i <= text.length(); ) {
      if (i == text.length() || text.charAt(i) == ';') {
        if (!statement.toString().isBlank()) {
          out.add(new Statement(name, weight, statement.toString().strip(), first, 0));
          name = null;
          weight = 1;
        }
        statement.setLength(0);
        first = 0;
        i++;
        continue;
      }
      int end = tokenEnd(text, i);
      String token = text.substring(i, end);
      if (token.startsWith("--")) {
        Matcher named = NAME.matcher(token);
        Matcher weighted = WEIGHT.matcher(token);
        name = named.matches() ? NOT_IN_NAMES.matcher(named.group(1)).replaceAll("_") : name;
        weight = weighted.matches() ? weight(weighted.group(1), line) : weight;
        statement.append(' ');
      } else {
        first = first == 0 && !token.isBlank() ? line : first;
        statement.append(token);
      }
      line += (int) token.chars().filter(c -> c == '\n').count();
      i = end;
    }
    return out;
  }

  private static double weight(String text, int line) {
    try {
      double weight = Double.parseDouble(text);
      if (weight > 0 && weight <= 1e15) {
        return weight;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "line " + line + ": the weight must be more than 0 and at most 1e15, found " + text);
  }

  /** The end of a comment, a quoted text, or a character. */
  private static int tokenEnd(String text, int i) {
    char c = text.charAt(i);
    if (text.startsWith("--", i)) {
      int end = text.indexOf('\n', i);
      return end < 0 ? text.length() : end;
    }
    if (text.startsWith("/*", i)) {
      int end = text.indexOf("*/", i + 2);
      return end < 0 ? text.length() : end + 2;
    }
    if (c != '\'' && c != '"' && c != '`') {
      return i + 1;
    }
    int end = i + 1;
    while (end < text.length() && text.charAt(end) != c) {
      end += text.charAt(end) == '\\' && c != '`' ? 2 : 1;
    }
    return Math.min(text.length(), end + 1);
  }
}
