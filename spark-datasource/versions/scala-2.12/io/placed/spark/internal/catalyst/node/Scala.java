package io.placed.spark.internal.catalyst.node;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import scala.Tuple2;
import scala.collection.Iterable;
import scala.collection.JavaConverters;
import scala.collection.Seq;
import scala.collection.immutable.Map$;

/** Collections of Scala 2.12, from and to those of Java. */
public final class Scala {
  private Scala() {}

  public static <T> List<T> list(Seq<T> all) {
    return JavaConverters.seqAsJavaList(all);
  }

  public static <T> Collection<T> collection(Iterable<T> all) {
    return JavaConverters.asJavaCollection(all);
  }

  public static <K, V> Map<K, V> map(scala.collection.Map<K, V> map) {
    return JavaConverters.mapAsJavaMap(map);
  }

  /** Immutable, as in Scala 2.13; methods of Spark take any. */
  public static <T> scala.collection.immutable.Seq<T> seq(List<T> all) {
    return JavaConverters.asScalaBuffer(all).toList();
  }

  public static <K, V> scala.collection.immutable.Map<K, V> immutable(Map<K, V> map) {
    scala.collection.immutable.Map<K, V> out = Map$.MODULE$.empty();
    for (Map.Entry<K, V> e : map.entrySet()) {
      out = out.$plus(new Tuple2<>(e.getKey(), e.getValue()));
    }
    return out;
  }
}
