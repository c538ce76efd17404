package io.placed.hive.write;

import io.placed.hive.type.HostHive;
import io.placed.table.file.ManagedName;
import java.util.HexFormat;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/**
 * Names of the files that an INSERT adds. Hive calls them by the task's number ({@code 000000_0}),
 * looks for one that is free in the table's directory, and moves them there without noticing
 * whether the move has failed: of the rows that two sessions insert at the same time, those of one
 * would be lost.
 */
public final class FileNames {
  /** What follows the task's number. */
  private static final String EXTENSION = "hive.output.file.extension";

  private static final String TASK = "mapred.task.id";

  private FileNames() {}

  /**
   * Makes Hive give a unique name to the file of a task. Files of INSERT OVERWRITE keep Hive's
   * names, so that those of two statements replace each other.
   *
   * @param job of an operator that writes files
   */
  public static void makeUnique(Configuration job) {
    boolean isTask = !job.get(TASK, "").isEmpty();
    if (isTask
        && !HostHive.BEFORE_4
        && job.get(EXTENSION, "").isEmpty()
        && !SnapshotGuard.overwrites(job)) {
      job.set(EXTENSION, "." + newId() + ManagedName.SUFFIX);
    }
  }

  /**
   * 32 hexadecimal digits that ascend with time: without a log the columns are those of the file
   * whose name comes first, as with Hive's names the oldest one.
   */
  static String newId() {
    String random = UUID.randomUUID().toString().replace("-", "");
    return HexFormat.of().toHexDigits(System.currentTimeMillis(), 12) + random.substring(12);
  }
}
