package io.placed.hive.history;

import io.placed.advise.workload.Condition;
import io.placed.advise.workload.FilterRanks;
import io.placed.advise.workload.HistoryWriter;
import io.placed.advise.workload.ScanRecord;
import io.placed.advise.workload.TableQuantiles;
import io.placed.hive.read.Counters;
import io.placed.hive.read.TableFilter;
import io.placed.hive.type.Columns;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.io.sarg.ConvertAstToSearchArg;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hive.common.util.HiveVersionInfo;

/** Turns scans of Hive's plans into records of a history. Used by one thread. */
final class HiveScanRecorder {
  private static final String ENGINE = "hive " + HiveVersionInfo.getShortVersion();

  private final Map<String, HistoryWriter> writers = new HashMap<>();

  /**
   * A scan whose conditions are known, taken from the plan while its query's objects are alive.
   *
   * @param sarg null without a filter
   * @param tested columns of the filter in Hive's spelling
   */
  record Found(
      String path, Columns hive, List<String> columns, SearchArgument sarg, Set<String> tested) {
    static Found of(Configuration conf, PlanScan scan) {
      return new Found(
          scan.table().getDataLocation().toString(),
          Columns.of(scan.table().getMetadata()),
          List.copyOf(scan.columns()),
          scan.filter() == null ? null : ConvertAstToSearchArg.create(conf, scan.filter()),
          scan.filter() == null ? Set.of() : new LinkedHashSet<>(scan.filter().getCols()));
    }
  }

  /**
   * Records the scans of a query.
   *
   * @param at when it ended, and
   * @param millis how long it took
   * @param counts of all its scans, so they are those of a scan only if it is the only one
   */
  void record(
      Configuration conf,
      String directory,
      List<Found> scans,
      QueryCounts counts,
      long at,
      double millis)
      throws IOException {
    HadoopFileStores stores = new HadoopFileStores(conf);
    Map<String, Integer> ofTable = new HashMap<>();
    scans.forEach(s -> ofTable.merge(s.path(), 1, Integer::sum));
    boolean single = scans.size() == 1;
    List<ScanRecord> records = new ArrayList<>();
    for (Found scan : scans) {
      DataSet table = DataSet.at(stores, scan.path());
      Snapshot snapshot = table.current();
      List<Condition> conditions = conditions(scan, table, snapshot);
      Set<String> columns = names(scan.columns(), snapshot.schema());
      conditions.forEach(c -> columns.add(c.column()));
      Map<String, Integer> ids = new LinkedHashMap<>();
      if (snapshot.id() > 0) {
        columns.forEach(
            c -> ids.put(c, snapshot.schema().field(snapshot.schema().indexOf(c)).id()));
      }
      records.add(
          new ScanRecord(
              ScanRecord.path(stores.forPath(scan.path()).qualify(scan.path())),
              snapshot.id(),
              at,
              ENGINE,
              List.copyOf(columns),
              conditions,
              Optional.empty(),
              ids,
              single ? counts.get(Counters.ROWS_RETURNED) : 0,
              single ? counts.get(Counters.BYTES_NEEDED) : 0,
              single ? counts.get(Counters.BYTES_READ) : 0,
              single ? counts.get(Counters.REQUESTS) : 0,
              millis / ofTable.get(scan.path())));
    }
    HistoryWriter writer = writers.get(directory);
    if (writer == null) {
      writer = new HistoryWriter(stores.forPath(directory), directory);
      writers.put(directory, writer);
    }
    writer.append(records);
  }

  /** Conditions as ranks; a column of the filter of which nothing is known has one without. */
  private static List<Condition> conditions(Found scan, DataSet table, Snapshot snapshot)
      throws IOException {
    List<Condition> out = new ArrayList<>();
    if (scan.sarg() != null) {
      Predicate filter = TableFilter.of(scan.sarg(), scan.hive(), snapshot.schema());
      out.addAll(new FilterRanks(new TableQuantiles(table, snapshot)).conditions(filter));
    }
    for (String column : names(scan.tested(), snapshot.schema())) {
      if (out.stream().noneMatch(c -> c.column().equals(column))) {
        out.add(Condition.on(column));
      }
    }
    return out;
  }

  /** The columns as the table spells them, without Hive's partition and virtual columns. */
  private static Set<String> names(Iterable<String> hive, Schema schema) {
    Set<String> out = new LinkedHashSet<>();
    for (String name : hive) {
      schema.find(name, false).map(schema::field).map(Field::name).ifPresent(out::add);
    }
    return out;
  }

  /** Closes all files; the first failure is thrown at the end. */
  void close() throws IOException {
    IOException failure = null;
    for (HistoryWriter writer : writers.values()) {
      try {
        writer.close();
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
    writers.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
