package io.placed.spark.write;

import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.table.commit.BatchCommittedException;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnBinding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A streaming write. Each batch is one commit that records the number of the batch: if a batch is
 * repeated after a crash, the commit is found and the new files are removed.
 */
final class PlacedStreamingWrite implements StreamingWrite {
  private static final Logger LOG = LoggerFactory.getLogger(PlacedStreamingWrite.class);

  private final WritePlan plan;
  private final boolean grouped;
  private final String query;

  private final Map<String, ColumnBinding> streams;

  /** The commit of the files that the tasks are writing. */
  private Commit commit;

  /**
   * @param grouped whether the rows of a task are sorted by partition
   * @param query id of the query, which is stored in its checkpoint
   * @param streams columns of the table that the rows have, by query: Spark creates a new write for
   *     each batch, and columns that one batch adds must be known to the next
   */
  PlacedStreamingWrite(
      WritePlan plan, boolean grouped, String query, Map<String, ColumnBinding> streams) {
    this.plan = plan;
    this.grouped = grouped;
    this.streams = streams;
    this.query = query;
  }

  @Override
  public StreamingDataWriterFactory createStreamingWriterFactory(PhysicalWriteInfo info) {
    requireBatches();
    try {
      commit = plan.begin(streams.computeIfAbsent(query, q -> plan.columns()));
      return new Factory(plan.task(commit, grouped));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** All epochs of a continuous stream have one factory, and files are named after one commit. */
  private void requireBatches() {
    if (Session.active().isContinuous()) {
      throw Errors.analysis(
          plan.root()
              + ": a stream is written in batches, and its trigger is continuous; use"
              + " Trigger.ProcessingTime or Trigger.AvailableNow",
          null);
    }
  }

  @Override
  public void commit(long epoch, WriterCommitMessage[] messages) {
    try {
      plan.finish(commit.batch(query, epoch), PlacedBatchWrite.files(messages));
      streams.put(query, commit.nextColumns());
    } catch (BatchCommittedException e) {
      LOG.info("{}", e.getMessage());
      abort(epoch, messages);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  @Override
  public void abort(long epoch, WriterCommitMessage[] messages) {
    try {
      if (commit != null) {
        commit.abort();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private record Factory(WriteTask task) implements StreamingDataWriterFactory {
    @Override
    public DataWriter<InternalRow> createWriter(int partition, long taskId, long epoch) {
      return new PlacedDataWriter(task, String.format(Locale.ROOT, "%05d-%d", partition, taskId));
    }
  }
}
