package io.placed.spark.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.workload.Condition;
import io.placed.advise.workload.History;
import io.placed.advise.workload.QuantileSource;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.RankRange;
import io.placed.advise.workload.ScanRecord;
import io.placed.advise.workload.TableQuantiles;
import io.placed.advise.workload.WorkloadTable;
import io.placed.datasets.SparkTables;
import io.placed.datasets.TpchRows;
import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.spark.SparkTestCase;
import io.placed.table.DataSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Row;

/** Tables of TPC-H, and ranks from counts over all their rows. */
abstract class WorkloadTestCase extends SparkTestCase {
  private static final double SCALE = 0.003;

  /** Ranks of frequent values are exact, of others as exact as the kept points. */
  private static final double CLOSE = 2e-4;

  /** Statements that move rows of lineitem, or not; the columns that they read tell them apart. */
  static final List<String> MOVING =
      List.of(
          "select /*+ merge(o) */ sum(l_tax) from lineitem join orders o on l_orderkey = o_orderkey",
          "select /*+ shuffle_hash(o) */ sum(l_tax), sum(l_discount) from orders o join lineitem on"
              + " l_orderkey = o_orderkey where o_orderdate > date '1994-01-01'",
          "select /*+ broadcast(o) */ sum(l_quantity) from lineitem join orders o on l_orderkey ="
              + " o_orderkey",
          "select l_partkey, l_suppkey, sum(l_extendedprice) from lineitem group by 1, 2",
          "select /*+ merge(o) */ sum(s) from orders o join (select l_orderkey k, sum(l_linenumber) s"
              + " from lineitem group by 1) on k = o_orderkey",
          "select /*+ repartition(3, l_orderkey) */ l_orderkey, l_shipdate from lineitem",
          "select /*+ merge(o) */ sum(l_receiptdate - o_orderdate) from lineitem join orders o on"
              + " l_orderkey + 1 = o_orderkey",
          "select c, count(*) from (select l_shipmode, count(l_returnflag) c from lineitem where"
              + " l_linestatus is not null group by 1) group by 1",
          "select L_SUPPKEY, l_comment, count(*) from lineitem where l_comment <> '' group by 1, 2",
          "select max(r) from (select l_commitdate, row_number() over (partition by l_suppkey order"
              + " by l_commitdate) r from lineitem) where l_commitdate is not null",
          "select /*+ merge(o, p) */ max(l_shipinstruct) from lineitem join orders o on l_orderkey ="
              + " o.o_orderkey join orders p on o.o_orderkey = p.o_orderkey where p.o_totalprice > 1",
          "select /*+ merge(g) */ max(l_shipmode) from lineitem join (select max(o_orderkey) k from"
              + " orders group by o_custkey) g on l_orderkey = k");

  static final String SHUFFLES = String.join(";\n", MOVING);

  /** What {@link #MOVING} is found to do. */
  static void assertShuffles(List<Query> found) {
    Map<String, String> expected =
        Map.ofEntries(
            Map.entry("l_tax", "join by l_orderkey with orders (o_orderkey)"),
            Map.entry("l_discount", "join by l_orderkey with orders (o_orderkey)"),
            Map.entry("l_quantity", ""),
            Map.entry("l_extendedprice", "group by l_partkey, l_suppkey"),
            Map.entry("l_linenumber", "group by l_orderkey"),
            Map.entry("l_shipdate", ""),
            Map.entry("l_receiptdate", ""),
            Map.entry("l_returnflag", "group by l_shipmode"),
            Map.entry("l_comment", "group by l_suppkey, l_comment"),
            Map.entry("l_commitdate", "group by l_suppkey"),
            Map.entry("l_shipinstruct", "join by l_orderkey with orders (o_orderkey)"),
            // The other side is moved for its groups before.
            Map.entry("l_shipmode", ""));
    assertEquals(MOVING.size(), found.size(), "" + found);
    for (Query q : found) {
      Set<String> read = new HashSet<>(q.output());
      read.addAll(q.filterColumns());
      String column = read.stream().filter(expected::containsKey).min(String::compareTo).get();
      assertEquals(expected.get(column), shuffle(q), "" + q);
    }
  }

  /** With names of tables instead of paths. */
  static String shuffle(Query q) {
    return q.shuffle().map(s -> s.toString().replaceAll("`[^`]*/(\\w+)\\.\\w+`", "$1")).orElse("");
  }

  /** Writes a table of TPC-H and makes a view of its name. */
  void tpch(String name, String format) {
    if (!new java.io.File(path(name + "." + format)).exists()) {
      SparkTables.of(spark, new TpchRows(name, SCALE, Type.parse("decimal(15,2)")), 2)
          .write()
          .format(format)
          .save(path(name + "." + format));
    }
    view(name, format, path(name + "." + format));
  }

  static void view(String name, String format, String path) {
    spark.read().format(format).load(path).createOrReplaceTempView(name);
  }

  WorkloadTable placed(String name, String path) throws Exception {
    DataSet table = DataSet.at(FileStores.local(), path);
    Schema schema = table.current().schema();
    return new WorkloadTable(
        name, path, "placed", schema, new TableQuantiles(table, table.current()));
  }

  static WorkloadTable of(WorkloadTable placed, String format, String path) {
    return new WorkloadTable(placed.name(), path, format, placed.schema(), placed.quantiles());
  }

  static WorkloadTable withoutRanks(WorkloadTable t) {
    return new WorkloadTable(t.name(), t.path(), t.format(), t.schema(), QuantileSource.NONE);
  }

  /** Scans in a history, once all queries are recorded. */
  static List<ScanRecord> recorded(String directory) throws Exception {
    drain();
    HistoryListener.await();
    List<ScanRecord> out = new ArrayList<>();
    if (new java.io.File(directory).exists()) {
      assertEquals(0, History.at(new LocalFileStore(), directory).forEach(out::add));
    }
    return out;
  }

  /** The share of values for which a condition on a column is true. */
  static double share(String table, String column, String condition) {
    Row row =
        sql("select count_if(" + condition + "), count(" + column + ") from " + table)
            .collectAsList()
            .get(0);
    return (double) row.getLong(0) / row.getLong(1);
  }

  /** Compares ranges with the shares of rows below and up to the ends, which SQL counts. */
  static void assertRanges(
      String table, Collection<Condition> found, String column, String... belowAndUpTo) {
    Condition condition =
        found.stream()
            .filter(c -> c.column().equals(column))
            .findFirst()
            .orElseThrow(() -> new AssertionError(column + " is not in " + found));
    List<RankRange> ranges = condition.ranges();
    assertEquals(belowAndUpTo.length / 2, ranges.size(), "" + condition);
    for (int i = 0; i < ranges.size(); i++) {
      String from = belowAndUpTo[2 * i];
      String to = belowAndUpTo[2 * i + 1];
      double low = from == null ? 0 : share(table, column, from);
      double high = to == null ? 1 : share(table, column, to);
      assertEquals(low, ranges.get(i).from(), CLOSE, condition + " " + from);
      assertEquals(high, ranges.get(i).to(), CLOSE, condition + " " + to);
    }
  }

  static void assertUnknown(Collection<Condition> found, String column) {
    assertTrue(found.contains(Condition.on(column)), column + " in " + found);
  }
}
