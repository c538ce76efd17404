package io.placed.spark.combinations;

import io.placed.spark.combinations.Query.Reading;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Joins, groups and windows by what the files of a table are partitioned by: there Spark relies on
 * the partitions and the order that scans report, and shuffles and sorts nothing.
 */
final class PartitionQueries {
  private static final String BUCKETING = "spark.sql.sources.v2.bucketing.";

  /** Those that are off unless they are set. */
  private static final List<String> WAYS =
      List.of(
          "partiallyClusteredDistribution.enabled",
          "shuffle.enabled",
          "allowJoinKeysSubsetOfPartitionKeys.enabled",
          "allowCompatibleTransforms.enabled",
          "preserveOrderingOnCoalesce.enabled",
          "preserveKeyOrderingOnCoalesce.enabled",
          "partition.filter.enabled",
          "partitionKeyOrdering.enabled",
          "sorting.enabled");

  private final ModelTable table;
  private final Random random;

  PartitionQueries(ModelTable table, Random random) {
    this.table = table;
    this.random = random;
  }

  /** Null if the table is not partitioned. */
  Query query(Reading reading, ModelTable.State state) {
    List<String> keys = keys(state);
    if (keys.isEmpty()) {
      return null;
    }
    String id =
        state.columns().stream()
            .filter(c -> c.key() == ModelTable.ID)
            .findFirst()
            .orElseThrow()
            .quoted();
    List<String> select = new ArrayList<>(List.of("t." + id + " as rid"));
    List<String> groups = new ArrayList<>();
    List<String> where = new ArrayList<>();
    String source = "$T t ";
    switch (random.nextInt(4)) {
      case 0 -> {
        select.clear();
        for (String key : keys) {
          groups.add("t." + key);
          select.add("t." + key + " as g" + groups.size());
        }
        select.add("count(*) as a0");
        select.add("max(t." + id + ") as a1");
      }
      case 1 ->
          select.add(
              "row_number() over (partition by t."
                  + String.join(", t.", keys)
                  + " order by t."
                  + id
                  + ") as w");
      default -> {
        List<String> on = new ArrayList<>();
        for (String key : keys) {
          on.add("t." + key + (random.nextBoolean() ? " = u." : " <=> u.") + key);
        }
        on.add("t." + id + " = u." + id);
        String kind = List.of("join", "left join", "full join").get(random.nextInt(3));
        source += kind + " $T u on " + String.join(" and ", on);
        select.add("u." + id + " as uid");
        select.add("u." + keys.get(0) + " as u0");
      }
    }
    if (random.nextInt(3) == 0 && groups.isEmpty()) {
      where.add("t." + id + " in (select k from $D where flag = " + random.nextInt(4) + ")");
    }
    Map<String, String> settings = Settings.random(random, reading.kind());
    settings.put("spark.sql.autoBroadcastJoinThreshold", random.nextInt(4) == 0 ? "1k" : "-1");
    settings.put("spark.placed.runtimeFilter.minBytes", "0");
    settings.put("spark.sql.requireAllClusterKeysForCoPartition", "false");
    settings.remove(BUCKETING + "enabled");
    if (random.nextInt(3) > 0) {
      settings.put("spark.sql.files.openCostInBytes", "0");
      settings.put("spark.sql.files.minPartitionNum", String.valueOf(1 + random.nextInt(12)));
    }
    for (int k = random.nextInt(4); k > 0; k--) {
      settings.put(BUCKETING + WAYS.get(random.nextInt(WAYS.size())), "true");
    }
    return new Query(
        reading, settings, source, select, where, groups, List.of(), false, -1, 0, false, false,
        null, null);
  }

  /** Columns of the partitioning of now or of before, as far as the state has them. */
  private List<String> keys(ModelTable.State state) {
    Set<String> names = new LinkedHashSet<>();
    for (ModelColumn c : state.columns()) {
      if (c.isPlain()
          && !c.isFloating()
          && (table.isPartition(c) || PartitionSteps.isSource(table, c))) {
        names.add(c.quoted());
      }
    }
    List<String> keys = new ArrayList<>(names);
    if (keys.size() > 1 && random.nextInt(3) == 0) {
      keys.remove(random.nextInt(keys.size()));
    }
    return keys;
  }
}
