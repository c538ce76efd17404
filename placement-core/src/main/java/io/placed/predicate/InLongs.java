package io.placed.predicate;

import io.placed.predicate.ColumnPredicate.In;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/** Serialized form of a list of integers. */
record InLongs(List<String> column, long[] values) implements Serializable {
  private Object readResolve() {
    return new In(column, Arrays.<Object>asList(Arrays.stream(values).boxed().toArray()));
  }
}
