package io.placed.table.evolution;

import io.placed.schema.Type;
import java.util.List;

/** A change of the columns of a table, made without writing data files. */
public sealed interface ColumnChange {
  /** Where a column goes: behind all others. */
  String LAST = "";

  /**
   * A new column, or a new field of structs; rows that are there have null in it.
   *
   * @param path the column, or struct column and field
   * @param after name of the neighbour before it, {@link #LAST}, or null for the first place
   */
  record Add(List<String> path, Type type, String after) implements ColumnChange {
    public Add {
      path = List.copyOf(path);
    }
  }

  /** A column goes. Its values stay in the files, and a later column of that name is another. */
  record Drop(String column) implements ColumnChange {}

  /** A column gets another name. */
  record Rename(String column, String to) implements ColumnChange {}

  /** A column, or a field of structs, gets a type that has all values of the one before. */
  record Widen(List<String> path, Type type) implements ColumnChange {
    public Widen {
      path = List.copyOf(path);
    }
  }

  /**
   * A column gets another place.
   *
   * @param after as for {@link Add}
   */
  record Move(String column, String after) implements ColumnChange {}
}
