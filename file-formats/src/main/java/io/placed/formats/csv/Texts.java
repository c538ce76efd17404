package io.placed.formats.csv;

import io.placed.vector.Values;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Parses values from strings. */
final class Texts {
  /** Any two doubles differ within 17 significant digits. */
  private static final int MAX_DOUBLE_DIGITS = 17;

  private Texts() {}

  static boolean isBoolean(String t) {
    return t.equalsIgnoreCase("true") || t.equalsIgnoreCase("false");
  }

  /** An optional sign and digits. */
  static boolean isInteger(String t) {
    int i = t.startsWith("-") || t.startsWith("+") ? 1 : 0;
    int start = i;
    while (i < t.length() && isDigit(t.charAt(i))) {
      i++;
    }
    return i > start && i == t.length();
  }

  /** Sign, digits with at most one point, exponent, like {@code [+-]1.5e[+-]7}. */
  static boolean isNumber(String t) {
    int n = t.length();
    int i = t.startsWith("-") || t.startsWith("+") ? 1 : 0;
    int digits = 0;
    boolean point = false;
    for (; i < n; i++) {
      char c = t.charAt(i);
      if (isDigit(c)) {
        digits++;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (digits == 0 || i == n) {
      return digits > 0;
    }
    return (t.charAt(i) == 'e' || t.charAt(i) == 'E') && isInteger(t.substring(i + 1));
  }

  static boolean isSpecialDouble(String t) {
    return switch (t) {
      case "NaN", "nan", "Infinity", "-Infinity", "inf", "-inf" -> true;
      default -> false;
    };
  }

  /** Whether a double represents this number: at most 17 significant digits, in its range. */
  static boolean isExactEnough(String number) {
    int first = -1;
    int last = -1;
    int position = 0;
    for (int i = 0; i < number.length(); i++) {
      char c = number.charAt(i);
      if (c == 'e' || c == 'E') {
        break;
      }
      if (isDigit(c)) {
        if (c != '0') {
          first = first < 0 ? position : first;
          last = position;
        }
        position++;
      }
    }
    if (first < 0) {
      return true;
    }
    double value = Double.parseDouble(number);
    return last - first < MAX_DOUBLE_DIGITS && value != 0 && !Double.isInfinite(value);
  }

  static double parseDouble(String t) {
    return switch (t) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> {
        boolean isNumber = isNumber(t);
        if (!isNumber && !isSpecialDouble(t)) {
          throw new NumberFormatException(t);
        }
        double value = Double.parseDouble(t);
        if (isNumber && (Double.isInfinite(value) || value == 0 && !isZero(t))) {
          throw new ArithmeticException(t + " is beyond the range of double");
        }
        yield value;
      }
    };
  }

  /** Whether all digits of a number before its exponent are 0. */
  private static boolean isZero(String number) {
    for (int i = 0;
        i < number.length() && number.charAt(i) != 'e' && number.charAt(i) != 'E';
        i++) {
      if (number.charAt(i) >= '1' && number.charAt(i) <= '9') {
        return false;
      }
    }
    return true;
  }

  /** A valid date {@code yyyy-mm-dd}. */
  static boolean isDate(String t) {
    if (t.length() != 10 || t.charAt(4) != '-' || t.charAt(7) != '-') {
      return false;
    }
    try {
      LocalDate.parse(t);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  static boolean looksLikeTime(String t) {
    return t.length() >= 16
        && t.charAt(4) == '-'
        && t.charAt(7) == '-'
        && (t.charAt(10) == 'T' || t.charAt(10) == ' ');
  }

  /**
   * Microseconds since the epoch of a timestamp with a zone ({@code 2013-01-01T06:00:00Z}, {@code
   * …+02:00}).
   *
   * @throws IllegalArgumentException if it is invalid or has nanoseconds
   */
  static long timestamp(String t) {
    try {
      // Instant.parse would take the second 60 and the hour 24 for other times.
      return micros(OffsetDateTime.parse(iso(t)).toInstant());
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(t, e);
    }
  }

  /** Like {@link #timestamp}, without a zone, with T or a space before the time. */
  static long timestampNtz(String t) {
    try {
      return micros(LocalDateTime.parse(iso(t)).toInstant(ZoneOffset.UTC));
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(t, e);
    }
  }

  private static String iso(String t) {
    return t.length() > 10 && t.charAt(10) == ' ' ? t.substring(0, 10) + 'T' + t.substring(11) : t;
  }

  private static long micros(Instant t) {
    if (t.getNano() % 1000 != 0) {
      throw new ArithmeticException("more precise than a microsecond");
    }
    return Values.micros(t);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
