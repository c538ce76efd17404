package io.placed.placement;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tokenizer of the text of a Placement, with positions for errors. */
final class TextScanner {
  private static final Pattern NUMBER =
      Pattern.compile(
          String.format(Locale.ROOT, "[-+]?[0-9]{1,%1$d}(\\.[0-9]{0,%1$d})?", Cut.MAX_DIGITS));

  /** Possessive, so that long strings take no stack. */
  private static final Pattern STRING = Pattern.compile("'((?:[^']++|'')*+)'");

  private final String text;
  private int pos;
  private int tokenStart;
  private String setting;
  private String allowed;

  TextScanner(String text) {
    this.text = text;
  }

  /** Sets the context of errors. */
  void reading(String settingName, String allowedText) {
    setting = settingName;
    allowed = allowedText;
  }

  boolean atEnd() {
    skipSpace();
    return pos >= text.length();
  }

  boolean accept(char c) {
    skipSpace();
    if (pos < text.length() && text.charAt(pos) == c) {
      pos++;
      return true;
    }
    return false;
  }

  void expect(char c) {
    if (!accept(c)) {
      throw unexpected("'" + c + "' is missing");
    }
  }

  /** A word of letters, digits, '-' and '_', in lower case; empty if there is none. */
  String word() {
    skipSpace();
    tokenStart = pos;
    while (pos < text.length() && (Names.isPlain(text.charAt(pos)) || text.charAt(pos) == '-')) {
      pos++;
    }
    return text.substring(tokenStart, pos).toLowerCase(Locale.ROOT);
  }

  /** Consumes the word if it comes next. */
  boolean acceptWord(String word) {
    int start = pos;
    if (word().equals(word)) {
      return true;
    }
    pos = start;
    return false;
  }

  /** A column name, plain or in backquotes. */
  String name() {
    skipSpace();
    tokenStart = pos;
    StringBuilder out = new StringBuilder();
    if (accept('`')) {
      while (true) {
        int close = text.indexOf('`', pos);
        if (close < 0) {
          throw unexpected("the closing ` of a name is missing");
        }
        out.append(text, pos, close);
        pos = close + 1;
        if (pos >= text.length() || text.charAt(pos) != '`') {
          break;
        }
        out.append('`');
        pos++;
      }
    } else {
      while (pos < text.length() && Names.mayBePlain(text.charAt(pos))) {
        out.append(text.charAt(pos++));
      }
    }
    if (out.length() == 0) {
      throw unexpected("a column name is missing; write unusual names in `backquotes`");
    }
    return out.toString();
  }

  /** A non-negative integer. */
  long number() {
    skipSpace();
    tokenStart = pos;
    while (pos < text.length() && text.charAt(pos) >= '0' && text.charAt(pos) <= '9') {
      pos++;
    }
    if (pos == tokenStart) {
      throw unexpected("a number is missing");
    }
    try {
      return Long.parseLong(text, tokenStart, pos, 10);
    } catch (NumberFormatException e) {
      throw fail("number " + text.substring(tokenStart, pos) + " is too large");
    }
  }

  /** Whether a number comes next. */
  boolean atDigit() {
    return !atEnd() && text.charAt(pos) >= '0' && text.charAt(pos) <= '9';
  }

  /** A number with optional sign and fraction, a quoted string, true or false. */
  Object literal() {
    skipSpace();
    tokenStart = pos;
    Matcher number = NUMBER.matcher(text).region(pos, text.length());
    if (number.lookingAt()) {
      pos = number.end();
      return new BigDecimal(number.group());
    }
    Matcher string = STRING.matcher(text).region(pos, text.length());
    if (string.lookingAt()) {
      pos = string.end();
      return string.group(1).replace("''", "'");
    }
    if (acceptWord("true")) {
      return true;
    }
    if (acceptWord("false")) {
      return false;
    }
    throw unexpected("a value is missing: a number, 'text', true or false");
  }

  /** A number with an optional fraction. */
  BigDecimal decimal() {
    skipSpace();
    tokenStart = pos;
    Matcher number = NUMBER.matcher(text).region(pos, text.length());
    if (!number.lookingAt()) {
      throw unexpected("a number is missing");
    }
    pos = number.end();
    return new BigDecimal(number.group());
  }

  /** A duration such as {@code 10ms} or {@code 0.1 ms}, in nanoseconds. */
  long duration() {
    BigDecimal number = decimal();
    int start = tokenStart;
    String word = word();
    long unit = Durations.unit(word);
    if (unit < 0) {
      throw fail(
          word.isEmpty()
              ? "the unit is missing; units are ns, us, ms, s"
              : "'" + word + "' is not a unit; units are ns, us, ms, s");
    }
    tokenStart = start;
    try {
      return number.multiply(BigDecimal.valueOf(unit)).longValueExact();
    } catch (ArithmeticException e) {
      throw fail(
          "duration " + text.substring(start, pos) + " is not an integer number of nanoseconds");
    }
  }

  /** A number that fits an int. */
  int smallNumber() {
    long n = number();
    if (n > Integer.MAX_VALUE) {
      throw fail("number " + n + " is too large");
    }
    return (int) n;
  }

  /** A size such as {@code 64MiB}. */
  long size() {
    return size(number());
  }

  /** The unit of a size whose number was parsed. */
  long size(long number) {
    int start = tokenStart;
    String word = word();
    long unit = Sizes.unit(word);
    if (unit < 0) {
      throw fail(
          word.isEmpty()
              ? "the unit is missing; units are B, KiB, MiB, GiB, TiB, PiB"
              : "'" + word + "' is not a unit; units are B, KiB, MiB, GiB, TiB, PiB");
    }
    tokenStart = start;
    if (number > Long.MAX_VALUE / unit) {
      throw fail("size " + text.substring(start, pos) + " is too large");
    }
    return number * unit;
  }

  void expectEnd() {
    if (!atEnd()) {
      throw unexpected("the end is expected");
    }
  }

  /** An error at the next token. */
  IllegalArgumentException unexpected(String what) {
    skipSpace();
    tokenStart = pos;
    String found =
        pos >= text.length()
            ? "the end"
            : "'" + text.substring(pos, Math.min(text.length(), pos + 20)) + "'";
    return fail("found " + found + ": " + what);
  }

  /** An error at the last token. */
  IllegalArgumentException fail(String what) {
    return new IllegalArgumentException(
        setting
            + " in '"
            + text
            + "' at character "
            + (tokenStart + 1)
            + ": "
            + what
            + ". Allowed: "
            + allowed);
  }

  private void skipSpace() {
    while (pos < text.length() && Character.isWhitespace(text.charAt(pos))) {
      pos++;
    }
  }
}
