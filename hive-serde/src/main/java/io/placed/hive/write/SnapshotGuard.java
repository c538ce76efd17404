package io.placed.hive.write;

import io.placed.dataset.DataSet;
import io.placed.hive.type.HostHive;
import io.placed.io.FileStores;
import io.placed.io.hadoop.HadoopFileStores;
import java.io.IOException;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.plan.BaseWork;
import org.apache.hadoop.hive.ql.plan.FileSinkDesc;

/**
 * Keeps statements that remove files away from data sets with snapshots. Hive removes them itself,
 * after the tasks: older snapshots would be lost and the newest would name files that are gone.
 * There are two places where a format can object before that: when a task opens its file, where the
 * plan says what it is for; and, since there may be no rows and so no task, when the statement is
 * compiled and asks for the table's SerDe, where there is only its text.
 */
public final class SnapshotGuard {
  static final String LOCATION = "location";

  private static final String NAME = "name";

  private static final Pattern REMOVES =
      Pattern.compile(
          "(?:insert\\s+overwrite(?:\\s+table)?|overwrite\\s+into\\s+table)"
              + "\\s+(?:(`[^`]+`|[\\w]+)\\s*\\.\\s*)?(`[^`]+`|[\\w]+)",
          Pattern.CASE_INSENSITIVE);

  private SnapshotGuard() {}

  /**
   * Objects to a statement that is being compiled.
   *
   * @param table properties of a table that the statement names somewhere
   * @throws IOException that says what to do instead
   */
  public static void requireNoRemoval(Configuration conf, Properties table) throws IOException {
    String query = statement(conf);
    String location = table.getProperty(LOCATION);
    if (query == null || location == null || !removes(query, table.getProperty(NAME, ""))) {
      return;
    }
    FileStores stores = new HadoopFileStores(conf);
    if (DataSet.at(stores, location).hasSnapshots()) {
      throw refusal(location);
    }
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
   * Whether a statement removes files of a table.
   *
   * @param table as {@code database.table}
   */
  static boolean removes(String query, String table) {
    int dot = table.indexOf('.');
    Matcher m = REMOVES.matcher(query);
    while (m.find()) {
      boolean sameDatabase =
          m.group(1) == null
              || dot < 0
              || plain(m.group(1)).equalsIgnoreCase(table.substring(0, dot));
      if (sameDatabase && plain(m.group(2)).equalsIgnoreCase(table.substring(dot + 1))) {
        return true;
      }
    }
    return false;
  }

  private static String plain(String identifier) {
    return identifier.startsWith("`")
        ? identifier.substring(1, identifier.length() - 1)
        : identifier;
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
              + ": a data set with snapshots is not written by Spark through Hive's classes. Put the"
              + " jar placed-spark beside placed-hive: then INSERT INTO and INSERT OVERWRITE make a"
              + " new snapshot. Nothing was changed.");
    }
    if (overwrites(Utilities.getMapWork(job), location)
        || overwrites(Utilities.getReduceWork(job), location)) {
      throw refusal(location);
    }
  }

  private static IOException refusal(String location) {
    return new IOException(
        location
            + ": INSERT OVERWRITE is not possible on a data set with snapshots, nor is LOAD DATA"
            + " OVERWRITE, because Hive would remove files that snapshots need. Allowed are INSERT"
            + " INTO, and INSERT OVERWRITE from Spark, which makes a new snapshot. Nothing was"
            + " changed.");
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
