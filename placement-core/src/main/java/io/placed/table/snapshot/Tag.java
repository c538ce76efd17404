package io.placed.table.snapshot;

import java.util.regex.Pattern;

/**
 * A name for a snapshot, which vacuums keep with its files.
 *
 * @param replacedMillis when the next snapshot took its place; 0 unless the number of the snapshot
 *     has expired
 */
public record Tag(String name, long snapshot, long replacedMillis) {
  private static final int MAX_LENGTH = 128;
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]*");
  private static final Pattern NUMBER = Pattern.compile("\\p{N}+");

  public Tag {
    requireName(name);
    if (snapshot < 1 || replacedMillis < 0) {
      throw new IllegalArgumentException(
          "tag '" + name + "' names snapshot " + snapshot + ", which cannot exist");
    }
  }

  /**
   * @throws IllegalArgumentException if this cannot be the name of a tag
   */
  public static String requireName(String name) {
    if (name.length() > MAX_LENGTH
        || !NAME.matcher(name).matches()
        || NUMBER.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the name of a tag has at most "
              + MAX_LENGTH
              + " letters, digits, '.', '_' and '-', begins with a letter, a digit or '_', and is"
              + " not a number, found '"
              + name
              + "'");
    }
    return name;
  }
}
