package io.placed.predicate;

import io.placed.predicate.Predicate.In;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/** A list of integers as it is sent. */
record InLongs(List<String> column, long[] values) implements Serializable {
  private Object readResolve() {
    return new In(column, Arrays.<Object>asList(Arrays.stream(values).boxed().toArray()));
  }
}
