package io.placed.spark.internal.catalyst;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import scala.collection.Iterable;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Collections of Scala 2.13, from and to those of Java. */
final class Scala {
  private Scala() {}

  static <T> List<T> list(Seq<T> all) {
    return CollectionConverters.asJava(all);
  }

  static <T> Collection<T> collection(Iterable<T> all) {
    return CollectionConverters.asJavaCollection(all);
  }

  static <K, V> Map<K, V> map(scala.collection.Map<K, V> map) {
    return CollectionConverters.asJava(map);
  }

  static <T> scala.collection.immutable.Seq<T> seq(List<T> all) {
    return CollectionConverters.asScala(all).toSeq();
  }

  static <K, V> scala.collection.immutable.Map<K, V> immutable(Map<K, V> map) {
    return scala.collection.immutable.Map.from(CollectionConverters.asScala(map));
  }
}
