package io.placed.spark.read.vector;

import io.placed.error.CorruptFileException;
import io.placed.error.MalformedDataException;
import io.placed.error.UnsupportedVersionException;
import io.placed.scan.ScanMetrics;
import io.placed.scan.request.RowChoice;
import io.placed.spark.internal.Session;
import io.placed.spark.read.task.PlacedInputPartition;
import io.placed.spark.read.task.ReadContext;
import io.placed.spark.read.task.ReadMetrics;
import io.placed.spark.read.task.TaskBytes;
import io.placed.table.split.FileSlice;
import io.placed.vector.Batch;
import io.placed.vector.TaskMemory;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Iterator;
import java.util.function.Function;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the slices (parts of files) of a task, one after the other. */
public final class PlacedPartitionReader implements PartitionReader<ColumnarBatch> {
  private static final Logger LOG = LoggerFactory.getLogger(PlacedPartitionReader.class);

  private final ReadContext context;
  private final Iterator<FileSlice> slices;
  private final boolean sparse;
  private final Function<FileSlice, RowChoice> choice;
  private final TaskMemory memory = Session.taskMemory();
  private final TaskBytes taskBytes = new TaskBytes();
  private FileSlice slice;
  private SliceReader reader;
  private ScanMetrics finished = ScanMetrics.NONE;
  private long rows;

  /** Remaining number of initial rows to skip. */
  private long toSkip;

  public PlacedPartitionReader(ReadContext context, PlacedInputPartition task) {
    this(context, task, false);
  }

  /**
   * @param sparse whether batches may contain rows that do not match; see {@link #wanted}
   */
  public PlacedPartitionReader(ReadContext context, PlacedInputPartition task, boolean sparse) {
    this.context = context.withPredicate(task.predicate());
    this.toSkip = task.skipped();
    this.sparse = sparse;
    this.choice = context.choice() == null ? slice -> null : context.choice().forTask();
    this.slices = task.slices().iterator();
  }

  @Override
  public boolean next() throws IOException {
    while (true) {
      boolean enough = context.limit() >= 0 && rows >= context.limit();
      if (enough || (reader == null && !slices.hasNext())) {
        return false;
      }
      try {
        if (reader == null) {
          slice = slices.next();
          Session.currentFile(slice.path(), slice.bytes());
          reader = SliceReader.open(context, slice, sparse, choice.apply(slice), memory);
        }
        boolean more = reader.next();
        taskBytes.report(slice.path(), finished.bytesRead() + reader.metrics().bytesRead());
        if (more) {
          int n = reader.batch().numRows();
          if (toSkip >= n) {
            toSkip -= n;
            continue;
          }
          long left = context.limit() < 0 ? n : Math.min(n - toSkip, context.limit() - rows);
          if (!sparse && left < n) {
            reader.keep((int) toSkip, (int) left);
          }
          toSkip = 0;
          rows += reader.batch().numRows();
          return true;
        }
      } catch (IOException | MalformedDataException e) {
        if (!mayIgnore(e)) {
          throw e;
        }
        LOG.warn("the rest of {} is skipped: {}", slice.path(), e.toString());
      }
      closeReader();
    }
  }

  private boolean mayIgnore(Exception e) {
    boolean missing = e instanceof FileNotFoundException || e instanceof NoSuchFileException;
    if (missing) {
      return context.ignoreMissing();
    }
    boolean corrupt =
        e instanceof CorruptFileException
            || e instanceof UnsupportedVersionException
            || e instanceof MalformedDataException
            || e instanceof java.io.EOFException;
    return corrupt && context.ignoreCorrupt();
  }

  @Override
  public ColumnarBatch get() {
    return reader.batch();
  }

  /** The current batch as columns of the core. */
  Batch columns() {
    return reader.columns();
  }

  /** One bit per row that matches; null if all rows match. */
  long[] wanted() {
    return reader.wanted();
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return ReadMetrics.of(reader == null ? finished : finished.plus(reader.metrics()));
  }

  private void closeReader() throws IOException {
    if (reader != null) {
      SliceReader closing = reader;
      finished = finished.plus(closing.metrics());
      reader = null;
      closing.close();
    }
  }

  @Override
  public void close() throws IOException {
    Session.noCurrentFile();
    closeReader();
  }
}
