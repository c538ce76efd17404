package io.placed.text;

/**
 * Cells of a terminal that a text takes: two for East Asian wide characters and emoji, none for
 * combining and format characters, one for others. What a terminal draws as one emoji (joined by
 * U+200D, with a skin tone, or as a flag) takes two cells.
 */
final class Cells {
  private static final int JOINER = 0x200D;

  /** Makes an emoji of a character that is text otherwise, such as a heart. */
  private static final int EMOJI_STYLE = 0xFE0F;

  /**
   * First and last code points of what Unicode 14's annex 11 calls wide or fullwidth, in ascending
   * order; blocks of emoji include those that later versions added.
   */
  private static final int[] WIDE = {
    0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3,
    0x25FD, 0x25FE, 0x2614, 0x2615, 0x2648, 0x2653, 0x267F, 0x267F, 0x2693, 0x2693, 0x26A1, 0x26A1,
    0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA, 0x26EA,
    0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD, 0x2705, 0x2705, 0x270A, 0x270B,
    0x2728, 0x2728, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797,
    0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x2E80, 0x303E,
    0x3041, 0x3247, 0x3250, 0x4DBF, 0x4E00, 0xA4C6, 0xA960, 0xA97C, 0xAC00, 0xD7A3, 0xF900, 0xFAFF,
    0xFE10, 0xFE19, 0xFE30, 0xFE6B, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x18CD5, 0x1AFF0,
    0x1B2FB, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191, 0x1F19A, 0x1F200,
    0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C, 0x1F37E, 0x1F393, 0x1F3A0, 0x1F3CA, 0x1F3CF,
    0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4, 0x1F3F4, 0x1F3F8, 0x1F43E, 0x1F440, 0x1F440, 0x1F442,
    0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B, 0x1F54E, 0x1F550, 0x1F567, 0x1F57A, 0x1F57A, 0x1F595,
    0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F, 0x1F680, 0x1F6C5, 0x1F6CC, 0x1F6CC, 0x1F6D0,
    0x1F6D2, 0x1F6D5, 0x1F6DF, 0x1F6EB, 0x1F6EC, 0x1F6F4, 0x1F6FC, 0x1F7E0, 0x1F7F0, 0x1F90C,
    0x1F93A, 0x1F93C, 0x1F945, 0x1F947, 0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000, 0x3FFFD
  };

  private Cells() {}

  static int of(String text) {
    int sum = 0;
    for (int at = 0; at < text.length(); ) {
      int end = end(text, at);
      sum += width(text, at, end);
      at = end;
    }
    return sum;
  }

  /** The start of a text that fits, with the marks of its last character. */
  static String first(String text, int cells) {
    int at = 0;
    int used = 0;
    while (at < text.length()) {
      int end = end(text, at);
      used += width(text, at, end);
      if (used > cells) {
        break;
      }
      at = end;
    }
    return text.substring(0, at);
  }

  /** Where what is drawn as one character ends. */
  private static int end(String text, int start) {
    int before = text.codePointAt(start);
    int at = start + Character.charCount(before);
    boolean flag = isRegion(before);
    boolean emoji = isWide(before);
    while (at < text.length()) {
      int c = text.codePointAt(at);
      emoji |= c == EMOJI_STYLE;
      boolean joined = before == JOINER && emoji;
      boolean toned = emoji && c >= 0x1F3FB && c <= 0x1F3FF;
      boolean second = flag && isRegion(c);
      if (!isMark(c) && !joined && !toned && !second) {
        break;
      }
      flag = false;
      before = c;
      at += Character.charCount(c);
    }
    return at;
  }

  private static int width(String text, int start, int end) {
    int c = text.codePointAt(start);
    boolean two =
        isWide(c)
            || text.substring(start, end).indexOf(EMOJI_STYLE) > 0
            || isRegion(c) && end - start > 2;
    return two ? 2 : isMark(c) ? 0 : 1;
  }

  /** Combining and format characters, and the vowels and finals of conjoining Hangul. */
  private static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT
        || (c >= 0x1160 && c <= 0x11FF)
        || (c >= 0xD7B0 && c <= 0xD7FF);
  }

  /** Two of them are a flag. */
  private static boolean isRegion(int c) {
    return c >= 0x1F1E6 && c <= 0x1F1FF;
  }

  private static boolean isWide(int c) {
    int low = 0;
    int high = WIDE.length / 2;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (c > WIDE[2 * middle + 1]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < WIDE.length / 2 && c >= WIDE[2 * low] && !isMark(c);
  }
}
