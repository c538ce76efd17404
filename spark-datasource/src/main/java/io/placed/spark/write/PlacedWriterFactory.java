package io.placed.spark.write;

import java.util.Locale;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;

/** Creates writers on the executors. */
final class PlacedWriterFactory implements DataWriterFactory {
  private static final long serialVersionUID = 1L;

  private final WriteTask task;

  PlacedWriterFactory(WriteTask task) {
    this.task = task;
  }

  @Override
  public DataWriter<InternalRow> createWriter(int partitionId, long taskId) {
    // The attempt id distinguishes the files of two attempts of one task.
    return new PlacedDataWriter(task, String.format(Locale.ROOT, "%05d-%d", partitionId, taskId));
  }
}
