package io.placed.formats.advise;

import io.placed.schema.Field;

/** Types of columns in files. */
final class StoredTypes {
  private StoredTypes() {}

  /**
   * @throws IllegalArgumentException if a file has a column with another type than the table
   */
  static void requireSame(String file, Field wanted, Field stored) {
    if (wanted.type().kind() != stored.type().kind()) {
      throw new IllegalArgumentException(
          "%s has column '%s' as %s, and the table as %s; rewrite the file first"
              .formatted(file, wanted.name(), stored.type(), wanted.type()));
    }
  }
}
