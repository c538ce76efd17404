package io.placed.predicate;

import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Bits;
import io.placed.vector.Column;
import io.placed.vector.StructColumn;
import java.util.Arrays;

/** A column found in a schema: a position and positions of struct fields below it. */
final class ColumnRef {
  private final String name;
  private final int top;
  private final int[] path;
  private final Type type;

  ColumnRef(String name, int top, int[] path, Type type) {
    this.name = name;
    this.top = top;
    this.path = path;
    this.type = type;
  }

  int top() {
    return top;
  }

  Type type() {
    return type;
  }

  /** Whether this is a column of the schema, not a part of one. */
  boolean isWhole() {
    return path.length == 0;
  }

  boolean sameAs(ColumnRef other) {
    return top == other.top && Arrays.equals(path, other.path);
  }

  /** Goes down from the column of the schema. */
  Column column(Column topColumn) {
    Column column = topColumn;
    for (int child : path) {
      column = ((StructColumn) column).child(child);
    }
    if (!column.type().equals(type)) {
      throw new IllegalArgumentException(
          "column " + name + " was bound as " + type + " and is " + column.type());
    }
    return column;
  }

  /** The bitmap of rows where neither the value nor a struct around it is missing, or null. */
  long[] validity(Column topColumn) {
    Column column = topColumn;
    long[] all = column.validity();
    boolean own = false;
    for (int child : path) {
      column = ((StructColumn) column).child(child);
      long[] more = column.validity();
      if (more == null) {
        continue;
      }
      if (all == null) {
        all = more;
        continue;
      }
      int words = Bits.words(topColumn.size());
      if (!own) {
        all = Arrays.copyOf(all, words);
        own = true;
      }
      for (int w = 0; w < words; w++) {
        all[w] &= more[w];
      }
    }
    return all;
  }

  ColumnStatistics statistics(StatisticsSource source) {
    return source.get(top, path.clone());
  }

  /**
   * False only if no value is missing, structs around it included. These are asked themselves,
   * since the content of a field below a missing struct is not defined.
   */
  boolean mayBeNull(StatisticsSource source) {
    for (int depth = 0; depth <= path.length; depth++) {
      ColumnStatistics s = source.get(top, Arrays.copyOf(path, depth));
      if (s == null || s.nullCount() > 0) {
        return true;
      }
    }
    return false;
  }

  /** False only if every value is missing. */
  boolean mayBePresent(StatisticsSource source) {
    for (int depth = 0; depth <= path.length; depth++) {
      ColumnStatistics s = source.get(top, Arrays.copyOf(path, depth));
      if (s != null && s.nullCount() == s.valueCount()) {
        return false;
      }
    }
    return true;
  }
}
