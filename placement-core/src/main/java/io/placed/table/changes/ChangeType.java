package io.placed.table.changes;

import java.util.Locale;

/** What a commit did to a row. An update is a delete and an insert. */
public enum ChangeType {
  INSERT,
  DELETE;

  /** The value of column {@code _change_type}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
