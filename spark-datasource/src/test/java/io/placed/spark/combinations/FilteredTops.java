package io.placed.spark.combinations;

import io.placed.io.FileStores;
import io.placed.spark.combinations.Query.Kind;
import io.placed.spark.combinations.Query.Reading;
import io.placed.table.DataSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The first rows by the sort column of the table, with a join or subquery whose keys filter the
 * scan at run time, so that it reads other files than when it reported the order to Spark.
 */
final class FilteredTops {
  private final ModelTable table;
  private final Random random;

  FilteredTops(ModelTable table, Random random) {
    this.table = table;
    this.random = random;
  }

  /** Null if the table is not sorted. */
  Query query(Reading given, ModelTable.State current) throws IOException {
    // Files of later steps may be sorted in other ways, or by columns that were renamed.
    ModelTable.State first = table.states().get(0);
    boolean past = first.snapshot() > 0 && random.nextBoolean();
    ModelTable.State state = past ? first : current;
    Reading reading = past ? new Reading(Kind.VERSION_AS_OF, first.snapshot()) : given;
    List<ModelColumn> columns = state.columns();
    ModelColumn sorted =
        columns.stream().filter(c -> c.key() == state.sortKey()).findFirst().orElse(null);
    if (sorted == null) {
      return null;
    }
    String id =
        columns.stream().filter(c -> c.key() == ModelTable.ID).findFirst().orElseThrow().quoted();
    List<String> select = new ArrayList<>(List.of("t." + id + " as rid"));
    for (ModelColumn c : columns) {
      if (c.key() != ModelTable.ID && (table.isPartition(c) || random.nextInt(6) == 0)) {
        select.add("t." + c.quoted() + " as c" + select.size());
      }
    }
    select.add("t." + sorted.quoted() + " as sk");
    String few = "d.flag = " + random.nextInt(4);
    few += random.nextInt(4) == 0 ? "" : " and d.name = 'd" + random.nextInt(5) + "'";
    List<ModelColumn> keys = columns.stream().filter(table::isPartition).toList();
    if (keys.isEmpty() || random.nextInt(4) == 0) {
      keys = List.of(sorted);
    }
    List<String> where = new ArrayList<>();
    String source = "$T t ";
    if (random.nextInt(5) == 0) {
      source += "join $D d on t." + id + " = d.k";
      where.add(few);
    } else {
      String key = keys.get(random.nextInt(keys.size())).quoted();
      String found = "select u." + key + " from $T u join $D d on u." + id + " = d.k where " + few;
      where.add("t." + key + " in (" + found + ")");
    }
    Map<String, String> settings = Settings.random(random, reading.kind());
    settings.put("spark.placed.runtimeFilter.minBytes", "0");
    settings.put("spark.sql.files.openCostInBytes", "0");
    // One file per task, as long as all of them are read.
    int files = files(reading);
    int tasks = Math.max(1, files - random.nextInt(files / 2 + 1));
    settings.put("spark.sql.files.minPartitionNum", String.valueOf(tasks));
    settings.remove("spark.sql.files.maxPartitionBytes");
    if (random.nextInt(3) > 0) {
      settings.put("spark.sql.sources.v2.bucketing.enabled", "false");
    }
    return new Query(
        reading,
        settings,
        source,
        select,
        where,
        List.of(),
        List.of("sk" + (state.sortsDescending() ? " desc" : "")),
        sorted.key() == ModelTable.ID && !reading.repeatsIds(),
        1 + random.nextInt(random.nextBoolean() ? 5 : 300),
        0,
        false,
        false,
        null,
        null);
  }

  private int files(Reading reading) throws IOException {
    if (reading.changes() != null) {
      return 8;
    }
    DataSet dataSet = DataSet.at(FileStores.local(), table.path);
    return (reading.snapshot() == 0 ? dataSet.current() : dataSet.snapshot(reading.snapshot()))
        .files()
        .size();
  }
}
