package io.placed.hive.write;

import io.placed.hive.type.HostHive;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.table.DataSet;
import java.io.IOException;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.plan.BaseWork;
import org.apache.hadoop.hive.ql.plan.FileSinkDesc;

/**
 * Keeps statements that remove files away from data sets with snapshots, without any setting of
 * Hive. Hive removes them itself, after the tasks: older snapshots would be lost and the newest
 * would name files that are gone. There are two places where a format can object before that: when
 * a task opens its file, where the plan says what it is for; and, since there may be no rows and so
 * no task, when the statement is compiled and asks for the table's SerDe, where there is only its
 * text. What Hive does without asking for a SerDe only {@link io.placed.hive.SnapshotHook} sees.
 */
public final class SnapshotGuard {
  static final String LOCATION = "location";

  private static final String NAME = "name";

  private SnapshotGuard() {}

  /**
   * Objects to a statement that is being compiled.
   *
   * @param table properties of a table that the statement names somewhere
   * @throws IOException that says what to do instead
   */
  public static void requireNoRemoval(Configuration conf, Properties table) throws IOException {
    String statement = statement(conf);
    String location = table.getProperty(LOCATION);
    if (statement == null || location == null) {
      return;
    }
    Removals removals = Removals.of(statement, conf);
    boolean removed = removals.ofTable(table.getProperty(NAME, ""));
    for (String directory : removals.directories()) {
      removed |= overlap(plainPath(directory), plainPath(location));
    }
    if (removed && DataSet.at(new HadoopFileStores(conf), location).hasSnapshots()) {
      throw refusal(location);
    }
  }

  private static String plainPath(String location) {
    return new Path(location).toUri().getPath();
  }

  private static boolean overlap(String a, String b) {
    return (a + "/").startsWith(b + "/") || (b + "/").startsWith(a + "/");
  }

  /**
   * The text of the statement that this thread compiles, or null. Hive asks for a SerDe with the
   * session's configuration; that of the statement is where the thread keeps its metastore client.
   */
  private static String statement(Configuration conf) {
    if (HostHive.BEFORE_4) {
      // Inside Spark, where Hive compiles nothing.
      return null;
    }
    Hive client = Hive.getThreadLocal();
    Configuration own = client == null ? conf : client.getConf();
    return own == null ? null : HiveConf.getQueryString(own);
  }

  /**
   * Objects to a task.
   *
   * @param location of the data set as the table's properties have it
   * @throws IOException that says what to do instead
   */
  static void requireNoOverwrite(Configuration job, String location) throws IOException {
    if (HostHive.BEFORE_4) {
      // Spark tells its Hive nothing of the statement, so an overwrite looks like an insert.
      throw new IOException(
          location
              + ": a data set with snapshots is not written by Spark through Hive's classes. Put"
              + " the jar placed-spark beside placed-hive: then INSERT INTO and INSERT OVERWRITE"
              + " make a new snapshot. Nothing was changed.");
    }
    if (overwrites(Utilities.getMapWork(job), location)
        || overwrites(Utilities.getReduceWork(job), location)) {
      throw refusal(location);
    }
  }

  private static IOException refusal(String location) {
    return refusal(location, "INSERT OVERWRITE");
  }

  /**
   * @param what the statement does
   */
  static IOException refusal(String location, String what) {
    return new IOException(
        location
            + ": "
            + what
            + " is not possible on a data set with snapshots, nor is anything else by which Hive"
            + " would remove files that snapshots need (INSERT OVERWRITE, LOAD DATA OVERWRITE,"
            + " TRUNCATE, DROP PARTITION of a managed table). Allowed are INSERT INTO, and all of"
            + " them from Spark, where they make a new snapshot. Nothing was changed.");
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
