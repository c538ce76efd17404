package io.placed.spark.write;

import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DeltaWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * Collects the rows that one task attempt of a row-level operation deletes, and writes those that
 * it adds. A row is identified by {@link RowOperation#rowId}.
 */
final class PlacedDeltaWriter implements DeltaWriter<InternalRow> {
  private final PlacedDataWriter rows;
  private final RowDeletes deleted = new RowDeletes();

  PlacedDeltaWriter(WriteTask task, String label) {
    this.rows = new PlacedDataWriter(task, label);
  }

  @Override
  public void delete(InternalRow metadata, InternalRow id) {
    deleted.add(id.getUTF8String(0), id.getLong(1));
  }

  @Override
  public void update(InternalRow metadata, InternalRow id, InternalRow row) throws IOException {
    delete(metadata, id);
    rows.write(row);
  }

  @Override
  public void insert(InternalRow row) throws IOException {
    rows.write(row);
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    TaskFiles files = (TaskFiles) rows.commit();
    return new TaskChanges(files.files(), deleted.toBytes());
  }

  @Override
  public void abort() throws IOException {
    rows.abort();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return rows.currentMetricsValues();
  }
}
