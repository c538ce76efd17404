package io.placed.spark.write;

import io.placed.error.CommitConflictException;
import io.placed.spark.internal.Errors;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** A batch write: tasks write files, and the driver makes them visible in one commit. */
final class PlacedBatchWrite implements BatchWrite {
  private final WritePlan plan;
  private final boolean grouped;
  private Commit commit;

  /**
   * @param grouped whether the rows of a task are sorted by partition
   */
  PlacedBatchWrite(WritePlan plan, boolean grouped) {
    this.plan = plan;
    this.grouped = grouped;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    try {
      commit = plan.beginBatch();
      return new PlacedWriterFactory(plan.task(commit, grouped));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    try {
      plan.finish(commit, files(messages));
    } catch (CommitConflictException e) {
      if (!plan.isMadeMeanwhile()) {
        throw new UncheckedIOException(e.getMessage(), e);
      }
      abort(messages);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** The files that the tasks have written. */
  static List<DataFile> files(WriterCommitMessage[] messages) {
    List<DataFile> files = new ArrayList<>();
    for (WriterCommitMessage m : messages) {
      if (m instanceof TaskFiles t) {
        t.files().forEach(f -> files.add(DataFile.fromJson(f)));
      }
    }
    return files;
  }

  /**
   * Removes the files of all attempts, including those of tasks that were lost and reported
   * nothing.
   */
  @Override
  public void abort(WriterCommitMessage[] messages) {
    if (commit == null) {
      return;
    }
    try {
      commit.abort();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return "PlacedBatchWrite(" + plan.root() + ")";
  }
}
