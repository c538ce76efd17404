package io.placed.hive.write;

import io.placed.dataset.DataSet;
import io.placed.io.FileStores;
import java.io.IOException;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.plan.BaseWork;
import org.apache.hadoop.hive.ql.plan.FileSinkDesc;

/**
 * Keeps INSERT OVERWRITE away from data sets with snapshots. Hive would remove their files itself,
 * after the tasks: older snapshots would be lost and the newest would name files that are gone. A
 * task that fails stops it before anything is removed.
 */
final class SnapshotGuard {
  private static final String LOCATION = "location";

  private SnapshotGuard() {}

  /**
   * @throws IOException that says what to do instead
   */
  static void requireNoOverwrite(Configuration job, Properties table, FileStores stores)
      throws IOException {
    String location = table.getProperty(LOCATION);
    if (location == null || !overwrites(job, location)) {
      return;
    }
    if (DataSet.at(stores, location).hasSnapshots()) {
      throw new IOException(
          location
              + ": INSERT OVERWRITE is not possible on a data set with snapshots, because Hive would"
              + " remove files that snapshots need. Allowed are INSERT INTO, and INSERT OVERWRITE"
              + " from Spark, which makes a new snapshot. Nothing was changed.");
    }
  }

  private static boolean overwrites(Configuration job, String location) {
    return overwrites(Utilities.getMapWork(job), location)
        || overwrites(Utilities.getReduceWork(job), location);
  }

  private static boolean overwrites(BaseWork work, String location) {
    if (work == null) {
      return false;
    }
    for (Operator<?> op : work.getAllOperators()) {
      if (op instanceof FileSinkOperator && op.getConf() instanceof FileSinkDesc sink) {
        Properties target = sink.getTableInfo().getProperties();
        if (sink.getInsertOverwrite() && location.equals(target.getProperty(LOCATION))) {
          return true;
        }
      }
    }
    return false;
  }
}
