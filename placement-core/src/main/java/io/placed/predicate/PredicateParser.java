package io.placed.predicate;

import io.placed.predicate.Predicate.Op;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Recursive descent parser of the text form of predicates; keywords in any case. */
final class PredicateParser {
  /** Deeper predicates are rejected: recursion over them must not exhaust the stack. */
  private static final int MAX_DEPTH = 200;

  private final String text;
  private int pos;
  private int depth;

  PredicateParser(String text) {
    this.text = text;
  }

  Predicate whole() {
    Predicate p = or();
    skipSpace();
    if (pos < text.length()) {
      throw error("'and', 'or' or the end was expected");
    }
    return p;
  }

  private Predicate or() {
    List<Predicate> parts = new ArrayList<>();
    do {
      parts.add(and());
    } while (acceptWord("or"));
    return Predicate.or(parts);
  }

  private Predicate and() {
    List<Predicate> parts = new ArrayList<>();
    do {
      parts.add(not());
    } while (acceptWord("and"));
    return Predicate.and(parts);
  }

  private Predicate not() {
    if (++depth > MAX_DEPTH) {
      throw error("predicates may be nested at most " + MAX_DEPTH + " levels deep");
    }
    Predicate p = acceptWord("not") ? Predicate.not(not()) : primary();
    depth--;
    return p;
  }

  private Predicate primary() {
    if (accept("(")) {
      Predicate p = or();
      expect(")");
      return p;
    }
    int start = pos;
    if (literalFollows()) {
      Object value = literal();
      if (value instanceof Boolean b && !operatorFollows()) {
        return b ? Predicate.alwaysTrue() : Predicate.alwaysFalse();
      }
      if (accept("<=>")) {
        return Predicate.equalNullSafe(column(), value);
      }
      Op op = operator();
      if (op == null) {
        pos = start;
        throw error("a predicate was expected");
      }
      return Predicate.compare(column(), op.flipped(), value);
    }
    return condition(column());
  }

  private Predicate condition(List<String> column) {
    if (accept("<=>")) {
      return Predicate.equalNullSafe(column, literal());
    }
    Op op = operator();
    if (op != null) {
      return Predicate.compare(column, op, literal());
    }
    if (acceptWord("is")) {
      boolean not = acceptWord("not");
      if (acceptWord("nan")) {
        Predicate nan = Predicate.equalNullSafe(column, Double.NaN);
        return not ? Predicate.not(nan) : nan;
      }
      expectWord("null");
      return not ? Predicate.isNotNull(column) : Predicate.isNull(column);
    }
    boolean not = acceptWord("not");
    Predicate p;
    if (acceptWord("in")) {
      expect("(");
      List<Object> values = new ArrayList<>();
      do {
        values.add(literal());
      } while (accept(","));
      expect(")");
      p = Predicate.in(column, values);
    } else if (acceptWord("between")) {
      Object low = literal();
      expectWord("and");
      Object high = literal();
      p =
          Predicate.and(
              Predicate.compare(column, Op.GE, low), Predicate.compare(column, Op.LE, high));
    } else if (acceptWord("starts")) {
      expectWord("with");
      p = Predicate.startsWith(column, string());
    } else if (acceptWord("ends")) {
      expectWord("with");
      p = Predicate.endsWith(column, string());
    } else if (acceptWord("contains")) {
      p = Predicate.contains(column, string());
    } else if (acceptWord("like")) {
      p = like(column, string());
    } else {
      throw error(
          "an operator was expected: = <> < <= > >= <=>, is [not] null, is [not] nan, [not] in,"
              + " [not] between, [not] starts with, [not] ends with, [not] contains, [not] like");
    }
    return not ? Predicate.not(p) : p;
  }

  private Predicate like(List<String> column, String pattern) {
    boolean simple = pattern.indexOf('_') < 0 && pattern.indexOf('\\') < 0;
    boolean open = pattern.startsWith("%");
    boolean end = pattern.endsWith("%") && pattern.length() > 1;
    String text = pattern.substring(open ? 1 : 0, pattern.length() - (end ? 1 : 0));
    if (!simple || text.indexOf('%') >= 0) {
      throw error("like supports '%' at the ends only: 'abc%', '%abc', '%abc%'");
    }
    if (open) {
      return end ? Predicate.contains(column, text) : Predicate.endsWith(column, text);
    }
    return end ? Predicate.startsWith(column, text) : Predicate.compare(column, Op.EQ, text);
  }

  private boolean operatorFollows() {
    skipSpace();
    return pos < text.length() && "=<>!".indexOf(text.charAt(pos)) >= 0;
  }

  private Op operator() {
    skipSpace();
    if (accept("<>") || accept("!=")) {
      return Op.NE;
    }
    if (accept("<=")) {
      return Op.LE;
    }
    if (accept(">=")) {
      return Op.GE;
    }
    if (accept("==") || accept("=")) {
      return Op.EQ;
    }
    return accept("<") ? Op.LT : accept(">") ? Op.GT : null;
  }

  private List<String> column() {
    List<String> path = new ArrayList<>();
    do {
      path.add(name());
    } while (accept("."));
    return path;
  }

  private String name() {
    skipSpace();
    if (pos < text.length() && text.charAt(pos) == '`') {
      return quoted('`', "a name");
    }
    String word = word();
    if (word.isEmpty() || PredicateText.WORDS.contains(word.toLowerCase(Locale.ROOT))) {
      throw error(
          word.isEmpty() ? "a column was expected" : "a column named " + word + " needs backticks");
    }
    pos += word.length();
    return word;
  }

  private boolean literalFollows() {
    skipSpace();
    if (pos >= text.length()) {
      return false;
    }
    char c = text.charAt(pos);
    if (c == '\'' || c == '-' || c == '+' || (c >= '0' && c <= '9')) {
      return true;
    }
    String word = word().toLowerCase(Locale.ROOT);
    return word.equals("null")
        || word.equals("true")
        || word.equals("false")
        || (PredicateText.LITERAL_WORDS.contains(word) && quoteFollows(pos + word.length()));
  }

  private boolean quoteFollows(int at) {
    int i = at;
    while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
      i++;
    }
    return i < text.length() && text.charAt(i) == '\'';
  }

  private Object literal() {
    skipSpace();
    int start = pos;
    if (pos < text.length() && text.charAt(pos) == '\'') {
      return string();
    }
    String word = word().toLowerCase(Locale.ROOT);
    pos += word.length();
    try {
      return switch (word) {
        case "" -> number();
        case "null" -> null;
        case "true" -> true;
        case "false" -> false;
        case "x" -> HexFormat.of().parseHex(string());
        case "double" -> Double.valueOf(string().trim());
        case "date" -> LocalDate.parse(string().trim());
        case "timestamp" -> OffsetDateTime.parse(time()).toInstant();
        case "timestamp_ntz" -> LocalDateTime.parse(time());
        default -> {
          pos = start;
          throw error("a literal was expected");
        }
      };
    } catch (NumberFormatException | DateTimeException e) {
      String found = text.substring(start, Math.min(pos, text.length()));
      pos = start;
      throw error(found + " is not a literal (timestamps need a zone: timestamp '…Z')");
    }
  }

  private String time() {
    return string().trim().replace(' ', 'T');
  }

  private String string() {
    skipSpace();
    if (pos >= text.length() || text.charAt(pos) != '\'') {
      throw error("a string in single quotes was expected");
    }
    return quoted('\'', "a string");
  }

  private Object number() {
    int start = pos;
    if (pos < text.length() && (text.charAt(pos) == '-' || text.charAt(pos) == '+')) {
      pos++;
    }
    int digits = pos;
    skipDigits();
    boolean integral = true;
    if (pos < text.length() && text.charAt(pos) == '.') {
      integral = false;
      pos++;
      skipDigits();
    }
    boolean floating = false;
    if (pos > digits && pos < text.length() && (text.charAt(pos) | 0x20) == 'e') {
      floating = true;
      pos++;
      if (pos < text.length() && (text.charAt(pos) == '-' || text.charAt(pos) == '+')) {
        pos++;
      }
      skipDigits();
    }
    String found = text.substring(start, pos);
    if (pos == digits || found.length() > 1000) {
      pos = start;
      throw error(found.length() > 1000 ? "the number is too long" : "a literal was expected");
    }
    if (pos < text.length() && (text.charAt(pos) | 0x20) == 'd') {
      floating = true;
      pos++;
    }
    if (floating) {
      return Double.valueOf(found);
    }
    return integral ? new BigInteger(found) : new BigDecimal(found);
  }

  private void skipDigits() {
    while (pos < text.length() && text.charAt(pos) >= '0' && text.charAt(pos) <= '9') {
      pos++;
    }
  }

  private String quoted(char quote, String what) {
    StringBuilder out = new StringBuilder();
    int start = pos;
    for (pos++; pos < text.length(); pos++) {
      char c = text.charAt(pos);
      if (c != quote) {
        out.append(c);
      } else if (pos + 1 < text.length() && text.charAt(pos + 1) == quote) {
        out.append(quote);
        pos++;
      } else {
        pos++;
        return out.toString();
      }
    }
    pos = start;
    throw error(what + " is not closed: the closing " + quote + " is missing");
  }

  /** The plain word at the position, without consuming it; empty if there is none. */
  private String word() {
    int end = pos;
    if (end < text.length() && PredicateText.isNameStart(text.charAt(end))) {
      while (end < text.length() && PredicateText.isNamePart(text.charAt(end))) {
        end++;
      }
    }
    return text.substring(pos, end);
  }

  private boolean acceptWord(String word) {
    skipSpace();
    if (word().equalsIgnoreCase(word)) {
      pos += word.length();
      return true;
    }
    return false;
  }

  private void expectWord(String word) {
    if (!acceptWord(word)) {
      throw error("'" + word + "' was expected");
    }
  }

  private boolean accept(String symbol) {
    skipSpace();
    if (text.startsWith(symbol, pos)) {
      pos += symbol.length();
      return true;
    }
    return false;
  }

  private void expect(String symbol) {
    if (!accept(symbol)) {
      throw error("'" + symbol + "' was expected");
    }
  }

  private void skipSpace() {
    while (pos < text.length() && Character.isWhitespace(text.charAt(pos))) {
      pos++;
    }
  }

  private IllegalArgumentException error(String what) {
    return new IllegalArgumentException(
        "predicate \"" + text + "\" at character " + (pos + 1) + ": " + what);
  }
}
