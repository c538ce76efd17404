package io.placed.spark.write;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;

/** A file that a task is writing: rows of one partition. */
final class OpenFile {
  private final String path;
  private final FileWriter writer;
  private final Batch batch;
  private final int[] ordinals;
  private final int batchRows;
  private final long batchBytes;
  private final RowAppender[] appenders;
  private final RowAppender.ByteCount bytes = new RowAppender.ByteCount();
  private int rowsInBatch;
  private long rows;
  private long encodeNanos;

  /**
   * @param ordinals positions of the stored columns in the rows
   * @param types of these columns
   * @param batchBytes approximate bytes of a batch
   */
  OpenFile(
      String path,
      FileWriter writer,
      Schema schema,
      int[] ordinals,
      DataType[] types,
      int batchRows,
      long batchBytes) {
    this.path = path;
    this.writer = writer;
    this.batch = Batch.of(schema);
    this.ordinals = ordinals;
    this.batchRows = batchRows;
    this.batchBytes = batchBytes;
    this.appenders = new RowAppender[ordinals.length];
    for (int i = 0; i < ordinals.length; i++) {
      appenders[i] = RowAppender.of(types[i], batch.column(i), bytes);
    }
  }

  String path() {
    return path;
  }

  long rows() {
    return rows;
  }

  /** Time in the encoder so far. */
  long encodeNanos() {
    return encodeNanos;
  }

  long bytesWritten() {
    return writer.bytesWritten();
  }

  void write(InternalRow row) throws IOException {
    for (int i = 0; i < ordinals.length; i++) {
      appenders[i].append(row, ordinals[i]);
    }
    rows++;
    rowsInBatch++;
    if (rowsInBatch == batchRows || bytes.bytes >= batchBytes) {
      flush();
    }
  }

  private void flush() throws IOException {
    if (rowsInBatch > 0) {
      batch.setRows(rowsInBatch);
      long start = System.nanoTime();
      writer.write(batch);
      encodeNanos += System.nanoTime() - start;
      batch.clear();
      rowsInBatch = 0;
      bytes.bytes = 0;
    }
  }

  FileSummary finish() throws IOException {
    flush();
    long start = System.nanoTime();
    FileSummary file = writer.finish();
    encodeNanos += System.nanoTime() - start;
    return file;
  }

  void abort() throws IOException {
    writer.abort();
  }
}
