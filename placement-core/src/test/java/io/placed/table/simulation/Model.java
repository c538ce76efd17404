package io.placed.table.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The rows of a table at one time, in memory. Columns have numbers of their own, which the table
 * does not know. Immutable.
 *
 * @param rows by the value of column {@code k}, which no two rows have in common
 * @param batch the last one of the stream
 */
record Model(List<Column> columns, SortedMap<Long, Map<Integer, Object>> rows, long batch) {
  /**
   * A column.
   *
   * @param type int32, int64 or string
   */
  record Column(int number, String name, String type) {
    Column withName(String other) {
      return new Column(number, other, type);
    }
  }

  static final int KEY = 1;
  static final int PARTITION = 2;

  /** The others that the table begins with. */
  static final int FIRST = 3;

  static final int SECOND = 4;

  Model {
    columns = List.copyOf(columns);
    rows = Collections.unmodifiableSortedMap(new TreeMap<>(rows));
  }

  Model withRows(SortedMap<Long, Map<Integer, Object>> other) {
    return new Model(columns, other, batch);
  }

  Model withColumns(List<Column> other) {
    return new Model(other, rows, batch);
  }

  Model withBatch(long other) {
    return new Model(columns, rows, other);
  }

  /** The column of this name; null if there is none. */
  Column column(String name) {
    return columns.stream().filter(c -> c.name().equals(name)).findFirst().orElse(null);
  }

  Column column(int number) {
    return columns.stream().filter(c -> c.number() == number).findFirst().orElse(null);
  }

  /**
   * Rows with values of columns of the table only.
   *
   * @throws Violation if a row has a value of a column that the table does not have
   */
  Map<Integer, Object> fitting(Map<Integer, Object> row) {
    row.forEach(
        (number, value) -> {
          if (column(number) == null) {
            throw new Violation(
                "a value of a column was committed that was dropped before: number " + number);
          }
        });
    return row;
  }

  /** With columns as wide as those of another table are: of two types the wider one is taken. */
  Model widened(Model other) {
    List<Column> wider = new ArrayList<>();
    for (Column c : columns) {
      Column o = other.column(c.number());
      wider.add(o != null && o.type().equals("int64") ? o.withName(c.name()) : c);
    }
    return withColumns(wider);
  }

  /** Keys of the rows for which a condition holds. */
  List<Long> matching(Predicate<Map<Integer, Object>> condition) {
    List<Long> keys = new ArrayList<>();
    rows.forEach(
        (key, row) -> {
          if (condition.test(row)) {
            keys.add(key);
          }
        });
    return keys;
  }

  /** The rows as text, sorted: names and values of all columns. */
  List<String> texts(Predicate<Map<Integer, Object>> condition) {
    List<String> texts = new ArrayList<>();
    rows.values().stream()
        .filter(condition)
        .forEach(
            row -> {
              Map<String, String> shown = new HashMap<>();
              columns.forEach(c -> shown.put(c.name(), String.valueOf(row.get(c.number()))));
              texts.add(new TreeMap<>(shown).toString());
            });
    texts.sort(null);
    return texts;
  }
}
