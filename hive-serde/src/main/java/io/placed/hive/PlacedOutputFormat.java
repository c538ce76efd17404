package io.placed.hive;

import io.placed.hive.write.FileNames;
import io.placed.hive.write.PlacedRecordWriter;
import java.io.IOException;
import java.util.Properties;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.io.HiveOutputFormat;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.util.Progressable;

/** Writes one Placed file per task, with the layout of the table's properties. */
public final class PlacedOutputFormat extends FileOutputFormat<NullWritable, PlacedRow>
    implements HiveOutputFormat<NullWritable, PlacedRow>, Configurable {
  private Configuration conf;

  /** Called by Hive before it names the file of a task, with a configuration of its own. */
  @Override
  public void setConf(Configuration job) {
    conf = job;
    if (job != null) {
      FileNames.makeUnique(job);
    }
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  /**
   * @throws IOException if the table's properties require what a single file cannot have
   */
  @Override
  public FileSinkOperator.RecordWriter getHiveRecordWriter(
      JobConf job,
      Path file,
      Class<? extends Writable> valueClass,
      boolean compressed,
      Properties table,
      Progressable progress)
      throws IOException {
    // MapReduce reads an empty file, which it makes with another class, for an empty directory.
    boolean isRead = valueClass != PlacedRow.class;
    return isRead
        ? PlacedRecordWriter.openEmpty(job, file, table)
        : PlacedRecordWriter.open(job, file, table);
  }

  @Override
  public RecordWriter<NullWritable, PlacedRow> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) throws IOException {
    throw new IOException(
        "Placed tables are written by Hive's own operators (INSERT, CREATE TABLE AS); a MapReduce"
            + " job of another kind writes them through io.placed.Placed");
  }
}
