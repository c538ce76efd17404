package io.placed.predicate;

import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Bits;
import io.placed.vector.Column;
import io.placed.vector.StructColumn;
import java.util.Arrays;

/** A column resolved in a schema: its position, and the positions of struct fields below it. */
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

  /** Whether this is a top-level column, not a struct field. */
  boolean isWhole() {
    return path.length == 0;
  }

  boolean sameAs(ColumnRef other) {
    return top == other.top && Arrays.equals(path, other.path);
  }

  /** Resolves the field in the top-level column. */
  Column column(Column topColumn) {
    Column column = topColumn;
    for (int child : path) {
      column = ((StructColumn) column).child(child);
    }
    if (!column.type().equals(type)) {
      throw new IllegalArgumentException(
          "column " + name + " was bound as " + type + ", found " + column.type());
    }
    return column;
  }

  /** Validity of the value and all enclosing structs; null if there are no nulls. */
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
   * False only if there are no nulls, including those of enclosing structs. Their own statistics
   * are tested, since a field of a null struct is undefined.
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

  /** False only if all values are null. */
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
