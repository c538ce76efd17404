package io.placed.write.pack;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of siblings: {@code _<name of the table file without .placed>.<16 digits of its
 * id>-<number>.placed}. The underscore hides them from engines that list the directory, the id
 * distinguishes the siblings of a file from those of its replacement.
 */
public final class SiblingNames {
  private static final String SUFFIX = ".placed";
  private static final Pattern SIBLING =
      Pattern.compile("_(.+)\\.[0-9a-f]{16}-[0-9]{1,5}\\.placed", Pattern.DOTALL);

  private SiblingNames() {}

  /**
   * The name of a sibling.
   *
   * @param tableFile name of the table file
   * @param fileId its id
   * @param number of the sibling, from 1
   */
  static String of(String tableFile, UUID fileId, int number) {
    String stem =
        tableFile.endsWith(SUFFIX)
            ? tableFile.substring(0, tableFile.length() - SUFFIX.length())
            : tableFile;
    long id = fileId.getMostSignificantBits();
    return String.format(Locale.ROOT, "_%s.%016x-%d%s", stem, id, number, SUFFIX);
  }

  /**
   * The name, with {@code .placed}, of the table file of a sibling; null if it is not the name of a
   * sibling.
   */
  public static String tableFileOf(String name) {
    Matcher m = SIBLING.matcher(name);
    return m.matches() ? m.group(1) + SUFFIX : null;
  }
}
