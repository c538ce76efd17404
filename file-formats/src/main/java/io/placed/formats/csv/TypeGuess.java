package io.placed.formats.csv;

import io.placed.schema.Type;

/**
 * Infers the narrowest type that represents every string of a column without loss. A column with
 * leading zeros or plus signs, integers beyond 64 bits, numbers of more than 17 digits or
 * timestamps with nanoseconds stays a string.
 */
public final class TypeGuess {
  private static final int BOOLEAN = 1;
  private static final int INT32 = 2;
  private static final int INT64 = 4;
  private static final int DOUBLE = 8;
  private static final int DATE = 16;
  private static final int TIMESTAMP = 32;
  private static final int TIMESTAMP_NTZ = 64;
  private static final int ALL = 127;

  private static final long MAX_EXACT_DOUBLE = 1L << 53;

  private int possible;
  private boolean seen;

  public TypeGuess() {
    this(ALL);
  }

  private TypeGuess(int possible) {
    this.possible = possible;
  }

  /** For strings that are no numbers or booleans, whatever they look like. */
  public static TypeGuess ofTimes() {
    return new TypeGuess(DATE | TIMESTAMP | TIMESTAMP_NTZ);
  }

  /** Adds a string that is not null. */
  public void add(String text) {
    if (possible == 0) {
      return;
    }
    seen = true;
    possible &= possibleFor(text, possible);
  }

  private static int possibleFor(String text, int asked) {
    if (text.isEmpty()) {
      return 0;
    }
    int out = 0;
    if ((asked & (INT32 | INT64 | DOUBLE)) != 0) {
      out = number(text);
    }
    if (out == 0 && (asked & BOOLEAN) != 0 && Texts.isBoolean(text)) {
      out = BOOLEAN;
    }
    if (out == 0 && (asked & DATE) != 0 && Texts.isDate(text)) {
      out = DATE;
    }
    if (out == 0 && (asked & (TIMESTAMP | TIMESTAMP_NTZ)) != 0 && Texts.looksLikeTime(text)) {
      out = time(text);
    }
    return out;
  }

  private static int number(String text) {
    char first = text.charAt(0);
    if (first == '+') {
      return 0;
    }
    int start = first == '-' ? 1 : 0;
    if (!Texts.isNumber(text)) {
      return Texts.isSpecialDouble(text) ? DOUBLE : 0;
    }
    boolean leadingZero =
        text.length() > start + 1
            && text.charAt(start) == '0'
            && Character.isDigit(text.charAt(start + 1));
    if (leadingZero) {
      return 0;
    }
    if (!Texts.isInteger(text)) {
      return Texts.isExactEnough(text) ? DOUBLE : 0;
    }
    if (text.equals("-0")) {
      return DOUBLE;
    }
    if (text.length() - start > 19) {
      return 0;
    }
    long value;
    try {
      value = Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
    return INT64
        | (value == (int) value ? INT32 : 0)
        | (value >= -MAX_EXACT_DOUBLE && value <= MAX_EXACT_DOUBLE ? DOUBLE : 0);
  }

  private static int time(String text) {
    try {
      Texts.timestamp(text);
      return TIMESTAMP;
    } catch (IllegalArgumentException e) {
      // Possibly a timestamp without a zone.
    }
    try {
      Texts.timestampNtz(text);
      return TIMESTAMP_NTZ;
    } catch (IllegalArgumentException e) {
      return 0;
    }
  }

  /** The inferred type; string for a column that is all null. */
  public Type result() {
    if (!seen || possible == 0) {
      return Type.STRING;
    }
    if ((possible & INT32) != 0) {
      return Type.INT32;
    }
    if ((possible & INT64) != 0) {
      return Type.INT64;
    }
    if ((possible & DOUBLE) != 0) {
      return Type.DOUBLE;
    }
    if ((possible & BOOLEAN) != 0) {
      return Type.BOOLEAN;
    }
    if ((possible & DATE) != 0) {
      return Type.DATE;
    }
    return (possible & TIMESTAMP) != 0 ? Type.TIMESTAMP : Type.TIMESTAMP_NTZ;
  }
}
