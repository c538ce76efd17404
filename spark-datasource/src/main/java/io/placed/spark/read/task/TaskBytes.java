package io.placed.spark.read.task;

import io.placed.io.PathNames;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;

/**
 * Adds reads of local files to Hadoop's counters of this thread, from which Spark takes the bytes
 * read by a task, because these reads do not use Hadoop.
 */
public final class TaskBytes {
  private long reported;

  /**
   * @param total bytes that this task has read so far
   */
  @SuppressWarnings("deprecation")
  public void report(String path, long total) {
    String scheme = PathNames.scheme(path);
    if (total > reported && (scheme.isEmpty() || scheme.equals("file"))) {
      // The newer interface of Hadoop's counters is read-only.
      FileSystem.getStatistics("file", LocalFileSystem.class).incrementBytesRead(total - reported);
    }
    reported = total;
  }
}
