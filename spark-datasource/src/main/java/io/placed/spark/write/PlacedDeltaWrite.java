package io.placed.spark.write;

import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.read.vector.FileMetadataColumn;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.distributions.ClusteredDistribution;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.write.DeltaBatchWrite;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * The write of a row-level operation: tasks report which rows they delete and write those that they
 * add; the driver makes both visible in one commit.
 */
final class PlacedDeltaWrite extends DistributedWrite implements DeltaWrite, DeltaBatchWrite {
  private final RowChanges changes;
  private Commit commit;

  /**
   * @param functions whether Spark knows the transforms of partitions as functions
   */
  PlacedDeltaWrite(
      WritePlan plan, RowChanges changes, TaskDistribution distribution, boolean functions) {
    super(plan, distribution, functions);
    this.changes = changes;
  }

  @Override
  public String description() {
    return "placed " + plan.root() + " " + changes.operation() + plan.search();
  }

  /**
   * Without adaptive execution nothing divides a large partition among tasks: there its rows go to
   * tasks by the files that they were in, too.
   */
  @Override
  public Distribution requiredDistribution() {
    Distribution required = super.requiredDistribution();
    if (!(required instanceof ClusteredDistribution partitions)
        || distributionStrictlyRequired()
        || Session.active().adapts()) {
      return required;
    }
    return Distributions.clustered(
        Stream.concat(
                Arrays.stream(partitions.clustering()),
                Stream.of(Expressions.column(FileMetadataColumn.FILE)))
            .toArray(Expression[]::new));
  }

  @Override
  public DeltaBatchWrite toBatch() {
    return this;
  }

  @Override
  public DeltaWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    try {
      commit = plan.begin(plan.columns());
      return new Factory(plan.task(commit, grouped()));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private record Factory(WriteTask task) implements DeltaWriterFactory {
    private static final long serialVersionUID = 1L;

    @Override
    public DeltaWriter<InternalRow> createWriter(int partitionId, long taskId) {
      // The attempt id distinguishes the files of two attempts of one task.
      return new PlacedDeltaWriter(
          task, String.format(Locale.ROOT, "%05d-%d", partitionId, taskId));
    }
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    RowDeletes deleted = new RowDeletes();
    List<DataFile> files = new ArrayList<>();
    for (WriterCommitMessage m : messages) {
      if (m instanceof TaskChanges t) {
        t.files().forEach(f -> files.add(DataFile.fromJson(f)));
        deleted.add(t.deleted());
      }
    }
    try {
      changes.commit(commit, deleted.byPath(), files);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
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
    return "PlacedDeltaWrite(" + plan.root() + ")";
  }
}
