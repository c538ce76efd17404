package io.placed.cli.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The parts of SQL text that can be told apart without its grammar. */
public final class SqlText {
  /** Words that a table follows. */
  private static final Set<String> BEFORE_TABLES =
      Set.of("FROM", "JOIN", "INTO", "TABLE", "UPDATE", "OVERWRITE", "DESCRIBE", "DESC", "USING");

  private enum Kind {
    BLANK,
    WORD,
    QUOTED_NAME,
    STRING,
    SYMBOL
  }

  private record Token(Kind kind, int start, int end) {}

  private SqlText() {}

  /**
   * The statements of a text, which semicolons end. A script, BEGIN … END, is one of them, with the
   * semicolons in it.
   */
  public static List<String> statements(String text) {
    List<String> out = new ArrayList<>();
    int start = 0;
    boolean empty = true;
    for (Token t : tokens(text)) {
      if (empty && text.substring(t.start, t.end).equalsIgnoreCase("begin")) {
        out.add(text.substring(start).strip());
        return out;
      }
      boolean ends = t.kind == Kind.SYMBOL && text.charAt(t.start) == ';';
      if (ends) {
        if (!empty) {
          out.add(text.substring(start, t.start).strip());
        }
        start = t.end;
        empty = true;
      } else {
        empty &= t.kind == Kind.BLANK;
      }
    }
    if (!empty) {
      out.add(text.substring(start).strip());
    }
    return out;
  }

  /**
   * Replaces names that are paths: names in backquotes with a slash or a dot, alone in a place
   * where SQL expects a table.
   *
   * @param replacement SQL for a path; null leaves it as it is
   */
  public static String withPaths(String statement, UnaryOperator<String> replacement) {
    StringBuilder out = new StringBuilder();
    String before = "";
    List<Token> tokens = tokens(statement);
    for (int i = 0; i < tokens.size(); i++) {
      Token t = tokens.get(i);
      String text = statement.substring(t.start, t.end);
      String shown = text;
      if (t.kind == Kind.QUOTED_NAME
          && BEFORE_TABLES.contains(before)
          && !isDot(statement, t.end)) {
        String name = text.substring(1, text.length() - 1).replace("``", "`");
        if (name.indexOf('/') >= 0 || name.indexOf('.') >= 0) {
          String replaced = replacement.apply(name);
          shown = replaced == null ? text : replaced;
        }
      }
      out.append(shown);
      if (t.kind != Kind.BLANK) {
        before = text.toUpperCase(Locale.ROOT);
      }
    }
    return out.toString();
  }

  /** A name of SQL, whatever is in it. */
  public static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  private static boolean isDot(String text, int at) {
    return at < text.length() && text.charAt(at) == '.';
  }

  private static List<Token> tokens(String s) {
    List<Token> out = new ArrayList<>();
    int at = 0;
    while (at < s.length()) {
      Token t = token(s, at);
      out.add(t);
      at = t.end;
    }
    return out;
  }

  private static Token token(String s, int at) {
    char c = s.charAt(at);
    if (s.startsWith("--", at)) {
      return new Token(Kind.BLANK, at, orEnd(s, s.indexOf('\n', at)));
    }
    if (s.startsWith("/*", at)) {
      return new Token(Kind.BLANK, at, commentEnd(s, at));
    }
    if (Character.isWhitespace(c)) {
      int end = at;
      while (end < s.length() && Character.isWhitespace(s.charAt(end))) {
        end++;
      }
      return new Token(Kind.BLANK, at, end);
    }
    if (c == '`') {
      return new Token(Kind.QUOTED_NAME, at, quoteEnd(s, at, false));
    }
    if (c == '\'' || c == '"') {
      return new Token(Kind.STRING, at, quoteEnd(s, at, true));
    }
    boolean raw =
        (c == 'r' || c == 'R') && at + 1 < s.length() && "'\"".indexOf(s.charAt(at + 1)) >= 0;
    if (raw) {
      return new Token(Kind.STRING, at, quoteEnd(s, at + 1, false));
    }
    if (Character.isLetterOrDigit(c) || c == '_') {
      int end = at;
      while (end < s.length()
          && (Character.isLetterOrDigit(s.charAt(end)) || s.charAt(end) == '_')) {
        end++;
      }
      return new Token(Kind.WORD, at, end);
    }
    return new Token(Kind.SYMBOL, at, at + 1);
  }

  /** Comments may contain comments. */
  private static int commentEnd(String s, int start) {
    int depth = 0;
    int at = start;
    while (at < s.length()) {
      if (s.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (s.startsWith("*/", at)) {
        depth--;
        at += 2;
        if (depth == 0) {
          return at;
        }
      } else {
        at++;
      }
    }
    return s.length();
  }

  /** Behind the quote that ends what the quote at the start begins; two quotes are one inside. */
  private static int quoteEnd(String s, int start, boolean escapes) {
    char quote = s.charAt(start);
    int at = start + 1;
    while (at < s.length()) {
      char c = s.charAt(at);
      if (c == '\\' && escapes) {
        at += 2;
      } else if (c != quote) {
        at++;
      } else if (at + 1 < s.length() && s.charAt(at + 1) == quote) {
        at += 2;
      } else {
        return at + 1;
      }
    }
    return s.length();
  }

  private static int orEnd(String s, int index) {
    return index < 0 ? s.length() : index;
  }
}
