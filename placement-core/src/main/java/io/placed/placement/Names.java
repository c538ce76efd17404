package io.placed.placement;

/** Column names in the text of a Placement. */
final class Names {
  private Names() {}

  /** The name, in backquotes unless it is a plain word; the same rule as in the text of types. */
  static String quote(String name) {
    boolean plain = !name.isEmpty() && !Character.isDigit(name.charAt(0));
    for (int i = 0; i < name.length() && plain; i++) {
      plain = isPlain(name.charAt(i));
    }
    return plain ? name : "`" + name.replace("`", "``") + "`";
  }

  static boolean isPlain(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  /**
   * Whether a name may have the character without backquotes. One that this version of Unicode does
   * not know may be a letter in that of the writer.
   */
  static boolean mayBePlain(char c) {
    return isPlain(c) || Character.getType(c) == Character.UNASSIGNED;
  }
}
