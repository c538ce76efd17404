package io.placed.text;

/**
 * Cells of a terminal that a text takes: two for East Asian wide characters and emoji, none for
 * combining and format characters, one for others.
 */
final class Cells {
  private Cells() {}

  static int of(String text) {
    return text.codePoints().map(Cells::of).sum();
  }

  /** The start of a text that fits, with the marks of its last character. */
  static String first(String text, int cells) {
    int end = 0;
    int used = 0;
    while (end < text.length()) {
      int c = text.codePointAt(end);
      used += of(c);
      if (used > cells) {
        break;
      }
      end += Character.charCount(c);
    }
    return text.substring(0, end);
  }

  private static int of(int c) {
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    return isWide(c) ? 2 : 1;
  }

  /** The ranges that Unicode's annex 11 calls wide or fullwidth, by block. */
  private static boolean isWide(int c) {
    return (c >= 0x1100 && c <= 0x115F)
        || (c >= 0x2E80 && c <= 0xA4CF && c != 0x303F)
        || (c >= 0xA960 && c <= 0xA97C)
        || (c >= 0xAC00 && c <= 0xD7A3)
        || (c >= 0xF900 && c <= 0xFAFF)
        || (c >= 0xFE30 && c <= 0xFE6F)
        || (c >= 0xFF00 && c <= 0xFF60)
        || (c >= 0xFFE0 && c <= 0xFFE6)
        || (c >= 0x1F300 && c <= 0x1F64F)
        || (c >= 0x1F900 && c <= 0x1F9FF)
        || (c >= 0x20000 && c <= 0x3FFFD);
  }
}
