package io.placed.spark.write;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.FileSequence;
import io.placed.write.FileSummary;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;

/** What a task is writing: rows of one partition, in one file or several. */
final class OpenFile {
  private final FileSequence writer;
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
      FileSequence writer,
      Schema schema,
      int[] ordinals,
      DataType[] types,
      int batchRows,
      long batchBytes) {
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

  List<FileSummary> finish() throws IOException {
    flush();
    long start = System.nanoTime();
    List<FileSummary> files = writer.finish();
    encodeNanos += System.nanoTime() - start;
    return files;
  }

  void abort() throws IOException {
    writer.abort();
  }
}
