package io.placed.hive.read;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/** Reads a split for Hive; common to rows and batches. */
abstract class SplitReader<V> implements RecordReader<NullWritable, V> {
  final SplitScan scan;
  private final Reporter reporter;

  SplitReader(SplitScan scan, Reporter reporter) {
    this.scan = scan;
    this.reporter = reporter;
  }

  @Override
  public final NullWritable createKey() {
    return NullWritable.get();
  }

  @Override
  public final long getPos() {
    return scan.position();
  }

  @Override
  public final float getProgress() {
    return scan.progress();
  }

  @Override
  public final void close() throws IOException {
    scan.report(reporter);
    scan.close();
  }
}
