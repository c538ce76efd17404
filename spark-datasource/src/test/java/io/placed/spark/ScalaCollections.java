package io.placed.spark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import scala.Tuple2;
import scala.collection.Iterable;
import scala.collection.Iterator;

/**
 * Copies of Scala's collections as those of Java, and back, with what Scala 2.12 and 2.13 have in
 * common.
 */
final class ScalaCollections {
  private ScalaCollections() {}

  static <T> List<T> list(Iterable<? extends T> all) {
    List<T> out = new ArrayList<>();
    for (Iterator<? extends T> i = all.iterator(); i.hasNext(); ) {
      out.add(i.next());
    }
    return out;
  }

  static <K, V> Map<K, V> map(scala.collection.Map<K, V> all) {
    Map<K, V> out = new LinkedHashMap<>();
    for (Iterator<Tuple2<K, V>> i = all.iterator(); i.hasNext(); ) {
      Tuple2<K, V> entry = i.next();
      out.put(entry._1(), entry._2());
    }
    return out;
  }

  @SuppressWarnings("unchecked")
  static <K, V> scala.collection.immutable.Map<K, V> immutable(Map<K, V> all) {
    scala.collection.immutable.Map<K, V> out =
        scala.collection.immutable.Map$.MODULE$.<K, V>empty();
    for (Map.Entry<K, V> e : all.entrySet()) {
      out = out.$plus(new Tuple2<>(e.getKey(), e.getValue()));
    }
    return out;
  }
}
