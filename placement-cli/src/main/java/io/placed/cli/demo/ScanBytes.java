package io.placed.cli.demo;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Bytes that a query needed and fetched.
 *
 * @param needed bytes of the pages that were used, -1 = unknown
 * @param read bytes fetched
 */
record ScanBytes(long needed, long read) {
  /** Names of the metrics of a Placed scan. */
  private static final String NEEDED = "bytesNeeded";

  private static final String READ = "bytesFetched";

  /** Starts counting reads of Hadoop's local file system; Placed's scans have metrics. */
  static Probe start() {
    return new Probe(hadoopBytes());
  }

  record Probe(long before) {
    /** To be called after the same Dataset has run the query. */
    ScanBytes stop(Dataset<Row> ran) {
      long needed = metric(ran, NEEDED);
      return needed >= 0
          ? new ScanBytes(needed, metric(ran, READ))
          : new ScanBytes(-1, hadoopBytes() - before);
    }
  }

  /** Sum over the scans of a plan; -1 if no scan has such a metric. */
  private static long metric(Dataset<Row> ran, String name) {
    long sum = -1;
    SparkPlan plan = ran.queryExecution().executedPlan();
    for (SparkPlan leaf : CollectionConverters.asJava(plan.collectLeaves())) {
      Option<SQLMetric> metric = leaf.metrics().get(name);
      if (metric.isDefined()) {
        sum = Math.max(0, sum) + metric.get().value();
      }
    }
    return sum;
  }

  private static long hadoopBytes() {
    StorageStatistics local = FileSystem.getGlobalStorageStatistics().get("file");
    Long bytes = local == null ? null : local.getLong("bytesRead");
    return bytes == null ? 0 : bytes;
  }
}
