package io.placed.spark.internal.catalyst.node;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import scala.collection.Iterable;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Collections of Scala 2.13, from and to those of Java. */
public final class Scala {
  private Scala() {}

  public static <T> List<T> list(Seq<T> all) {
    return CollectionConverters.asJava(all);
  }

  public static <T> Collection<T> collection(Iterable<T> all) {
    return CollectionConverters.asJavaCollection(all);
  }

  public static <K, V> Map<K, V> map(scala.collection.Map<K, V> map) {
    return CollectionConverters.asJava(map);
  }

  public static <T> scala.collection.immutable.Seq<T> seq(List<T> all) {
    return CollectionConverters.asScala(all).toSeq();
  }

  public static <K, V> scala.collection.immutable.Map<K, V> immutable(Map<K, V> map) {
    return scala.collection.immutable.Map.from(CollectionConverters.asScala(map));
  }
}
