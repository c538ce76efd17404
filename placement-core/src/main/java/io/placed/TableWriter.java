package io.placed;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/**
 * Takes the rows of a table. Nothing is visible before {@link #commit}; a writer that is closed
 * without it leaves nothing behind. Not thread-safe.
 */
public final class TableWriter implements Closeable {
  private static final int BATCH_ROWS = 4096;
  private static final long BATCH_BYTES = 16L << 20;

  private final TableOutput out;
  private final Batch pending;
  private long pendingBytes;
  private boolean done;

  TableWriter(Schema schema, TableOutput out) {
    this.out = out;
    this.pending = Batch.of(schema);
  }

  /**
   * Adds a row of Java values, in the order of the schema; see {@link io.placed.vector.Values}.
   *
   * @throws IllegalArgumentException if a value does not fit its field
   */
  public void write(Object... row) throws IOException {
    pending.appendRow(row);
    // Only values of variable length make a batch large before it has many rows.
    for (Object value : row) {
      pendingBytes +=
          value instanceof String s ? s.length() : value instanceof byte[] b ? b.length : 16;
    }
    if (pending.rows() >= BATCH_ROWS || pendingBytes >= BATCH_BYTES) {
      flush();
    }
  }

  /** Adds rows; the batch may be reused afterwards. */
  public void write(Batch batch) throws IOException {
    flush();
    out.write(batch);
  }

  /** Makes all rows visible at once. */
  public void commit() throws IOException {
    flush();
    out.commit();
    done = true;
  }

  /** Gives up what was not committed. */
  @Override
  public void close() throws IOException {
    if (!done) {
      done = true;
      out.abort();
    }
  }

  private void flush() throws IOException {
    if (pending.rows() > 0) {
      out.write(pending);
      pending.clear();
      pendingBytes = 0;
    }
  }
}
