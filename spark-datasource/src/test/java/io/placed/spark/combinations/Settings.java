package io.placed.spark.combinations;

import io.placed.spark.combinations.Query.Kind;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import scala.Option;

/** Settings of a session, most of which change how a query is executed, but not its result. */
final class Settings {
  private static final Map<String, List<String>> VALUES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("spark.sql.adaptive.enabled", List.of("false", "true")),
              Map.entry("spark.sql.autoBroadcastJoinThreshold", List.of("-1", "10m")),
              Map.entry("spark.sql.files.maxPartitionBytes", List.of("1k", "20k", "1g")),
              Map.entry("spark.sql.files.openCostInBytes", List.of("0", "1g")),
              Map.entry("spark.sql.files.minPartitionNum", List.of("1", "7")),
              Map.entry("spark.sql.files.maxPartitionNum", List.of("1", "3")),
              Map.entry("spark.placed.runtimeFilter.minBytes", List.of("0")),
              Map.entry("spark.sql.sources.v2.bucketing.enabled", List.of("true", "false")),
              Map.entry(
                  "spark.sql.optimizer.dynamicPartitionPruning.enabled", List.of("true", "false")),
              Map.entry(
                  "spark.sql.optimizer.dynamicPartitionPruning.reuseBroadcastOnly",
                  List.of("false", "true")),
              Map.entry(
                  "spark.sql.optimizer.dynamicPartitionPruning.fallbackFilterRatio",
                  List.of("10.0", "0.0")),
              Map.entry("spark.sql.exchange.reuse", List.of("false", "true")),
              Map.entry("spark.sql.codegen.wholeStage", List.of("true", "false")),
              Map.entry("spark.sql.ansi.enabled", List.of("false", "false", "true")),
              Map.entry(
                  "spark.sql.session.timeZone",
                  List.of("UTC", "Asia/Kolkata", "Europe/Zurich", "Pacific/Apia")),
              Map.entry("spark.sql.files.ignoreCorruptFiles", List.of("true")),
              Map.entry("spark.sql.files.ignoreMissingFiles", List.of("true")),
              Map.entry("spark.sql.caseSensitive", List.of("true", "false")),
              Map.entry("spark.sql.limit.initialNumPartitions", List.of("1", "5")),
              Map.entry("spark.sql.inMemoryColumnarStorage.batchSize", List.of("10")),
              Map.entry("spark.sql.optimizer.nestedSchemaPruning.enabled", List.of("false")),
              Map.entry(
                  "spark.sql.optimizer.excludedRules",
                  List.of(
                      "org.apache.spark.sql.catalyst.optimizer.PushDownPredicates",
                      "org.apache.spark.sql.catalyst.optimizer.LimitPushDown,"
                          + "org.apache.spark.sql.catalyst.optimizer.ColumnPruning",
                      "org.apache.spark.sql.catalyst.optimizer.InferFiltersFromConstraints"))));

  private static final Set<String> OF_RESULT =
      Set.of("spark.sql.ansi.enabled", "spark.sql.session.timeZone");

  private Settings() {}

  /** Those that change the result of a query: they hold for the model, too. */
  static Map<String, String> ofResult(Map<String, String> settings) {
    Map<String, String> some = new TreeMap<>(settings);
    some.keySet().retainAll(OF_RESULT);
    return some;
  }

  static Map<String, String> random(Random random, Kind reading) {
    Map<String, String> out = new TreeMap<>();
    List<String> names = List.copyOf(VALUES.keySet());
    for (int k = random.nextInt(5); k > 0; k--) {
      String name = names.get(random.nextInt(names.size()));
      List<String> values = VALUES.get(name);
      out.put(name, values.get(random.nextInt(values.size())));
    }
    if (reading == Kind.LOAD_WITH_SCHEMA) {
      out.remove("spark.sql.caseSensitive"); // the query's names differ in case
    }
    return out;
  }

  static <T> T with(SparkSession spark, Map<String, String> settings, Callable<T> task)
      throws Exception {
    Map<String, Option<String>> before = new TreeMap<>();
    settings.keySet().forEach(k -> before.put(k, spark.conf().getOption(k)));
    settings.forEach((k, v) -> spark.conf().set(k, v));
    try {
      return task.call();
    } finally {
      before.forEach(
          (k, v) -> {
            if (v.isDefined()) {
              spark.conf().set(k, v.get());
            } else {
              spark.conf().unset(k);
            }
          });
    }
  }
}
