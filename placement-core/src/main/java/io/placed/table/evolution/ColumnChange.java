package io.placed.table.evolution;

import io.placed.schema.Type;
import java.util.List;

/** A schema change, made without rewriting data files. */
public sealed interface ColumnChange {
  /** Position of a column: the last. */
  String LAST = "";

  /**
   * Adds a column, or a field of a struct; it is null in existing rows.
   *
   * @param path the column, or struct column and field
   * @param after name of the column before it, {@link #LAST}, or null for the first position
   */
  record Add(List<String> path, Type type, String after) implements ColumnChange {
    public Add {
      path = List.copyOf(path);
    }
  }

  /** Drops a column. Its values stay in the files; a later column with that name is a new one. */
  record Drop(String column) implements ColumnChange {}

  /**
   * Gives a column a type with other fields, as a new column. The table must never have had rows,
   * whose values would be lost.
   */
  record Replace(String column, Type type) implements ColumnChange {}

  /** Renames a column. */
  record Rename(String column, String to) implements ColumnChange {}

  /** Widens the type of a column, or of a field of a struct. */
  record Widen(List<String> path, Type type) implements ColumnChange {
    public Widen {
      path = List.copyOf(path);
    }
  }

  /**
   * Moves a column to another position.
   *
   * @param after as for {@link Add}
   */
  record Move(String column, String after) implements ColumnChange {}
}
