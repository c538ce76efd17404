package io.placed.spark.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.workload.Condition;
import io.placed.advise.workload.History;
import io.placed.advise.workload.QuantileSource;
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
import java.util.List;
import org.apache.spark.sql.Row;

/** Tables of TPC-H, and ranks from counts over all their rows. */
abstract class WorkloadTestCase extends SparkTestCase {
  private static final double SCALE = 0.003;

  /** Ranks of frequent values are exact, of others as exact as the kept points. */
  private static final double CLOSE = 2e-4;

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
    spark.sparkContext().listenerBus().waitUntilEmpty();
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
