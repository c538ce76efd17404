package io.placed.hive;

import io.placed.hive.read.PlacedSplit;
import io.placed.hive.read.RowReader;
import io.placed.hive.read.SplitPlanner;
import io.placed.hive.read.VectorReader;
import io.placed.hive.type.HostHive;
import io.placed.hive.write.Loads;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedInputFormatInterface;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedSupport;
import org.apache.hadoop.hive.ql.io.CombineHiveInputFormat;
import org.apache.hadoop.hive.ql.io.InputFormatChecker;
import org.apache.hadoop.hive.ql.io.SelfDescribingInputFormatInterface;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/**
 * Reads Placed tables: in batches if the query runs vectorized, otherwise row by row. Each file
 * describes its own schema, so the columns of the table are looked up in each file, whatever schema
 * a partition was created with.
 */
public final class PlacedInputFormat
    implements InputFormat<NullWritable, PlacedRow>,
        VectorizedInputFormatInterface,
        SelfDescribingInputFormatInterface,
        CombineHiveInputFormat.AvoidSplitCombination,
        InputFormatChecker {

  @Override
  public InputSplit[] getSplits(JobConf job, int ignoredNumber) throws IOException {
    return new SplitPlanner(job).plan(FileInputFormat.getInputPaths(job));
  }

  @Override
  @SuppressWarnings("unchecked") // Hive accepts batches if it requested them.
  public RecordReader<NullWritable, PlacedRow> getRecordReader(
      InputSplit split, JobConf job, Reporter reporter) throws IOException {
    PlacedSplit placed = (PlacedSplit) split;
    if (!HostHive.BEFORE_4 && Utilities.getIsVectorized(job)) {
      RecordReader<?, ?> batches = VectorReader.open(placed, job, reporter);
      return (RecordReader<NullWritable, PlacedRow>) batches;
    }
    return RowReader.open(placed, job, reporter);
  }

  @Override
  public VectorizedSupport.Support[] getSupportedFeatures() {
    return new VectorizedSupport.Support[] {VectorizedSupport.Support.DECIMAL_64};
  }

  /** A split already consists of whole row groups of one file. */
  @Override
  public boolean shouldSkipCombine(Path path, Configuration conf) {
    return true;
  }

  /**
   * Whether these files may be loaded into a managed table.
   *
   * @throws IOException that says why they may not
   */
  @Override
  public boolean validateInput(FileSystem fs, HiveConf conf, List<FileStatus> files)
      throws IOException {
    Loads.requireVisible(conf, files);
    return !files.isEmpty();
  }
}
