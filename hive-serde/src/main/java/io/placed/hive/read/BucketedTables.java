package io.placed.hive.read;

import io.placed.hive.type.Buckets;
import io.placed.hive.type.HostHive;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.ql.plan.PartitionDesc;

/**
 * The CLUSTERED BY tables of a query. Hive takes each of their files for a bucket, by its name or
 * its place in the order of names, when it joins, samples and sorts. Commits write files that are
 * no buckets, under other names. Which of Hive's optimizations a plan has cannot be seen from here.
 */
final class BucketedTables {
  private static final String PLAN = "hive.exec.plan";

  /** Names of tables by paths without their file systems. */
  private final Map<String, String> names = new HashMap<>();

  BucketedTables(Configuration job) {
    if (HostHive.BEFORE_4 || job.get(PLAN, "").isEmpty()) {
      return; // Rows are only listed, or the query is Spark's.
    }
    MapWork work = (MapWork) Utilities.getMergeWork(job);
    work = work == null ? Utilities.getMapWork(job) : work;
    if (work == null) {
      return;
    }
    work.getPathToPartitionInfo()
        .forEach(
            (path, partition) -> {
              if (isBucketed(partition)) {
                names.put(plain(path), partition.getTableName());
              }
            });
  }

  private static boolean isBucketed(PartitionDesc partition) {
    Properties table = partition.getTableDesc().getProperties();
    return table != null && Buckets.has(table);
  }

  private static String plain(Path path) {
    return path.toUri().getPath();
  }

  /**
   * @param input in a data set with snapshots
   * @throws IOException if it is of such a table
   */
  void requireNone(Path input) throws IOException {
    for (Path p = input; p != null && !names.isEmpty(); p = p.getParent()) {
      String table = names.get(plain(p));
      if (table != null) {
        throw new IOException(
            input
                + ": table "
                + table
                + " is CLUSTERED BY, so Hive takes its files for buckets, and files of a data set"
                + " with snapshots are none: joins and samples would lose rows. Use ALTER TABLE "
                + table
                + " NOT CLUSTERED, which changes only the metastore");
      }
    }
  }
}
