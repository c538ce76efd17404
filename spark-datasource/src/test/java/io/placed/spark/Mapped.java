package io.placed.spark;

import java.util.Iterator;
import java.util.function.Function;

/** An iterator over the images of what another iterates over. */
final class Mapped {
  private Mapped() {}

  static <A, B> Iterator<B> of(Iterable<A> source, Function<A, B> function) {
    Iterator<A> items = source.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return items.hasNext();
      }

      @Override
      public B next() {
        return function.apply(items.next());
      }
    };
  }
}
