package io.placed;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Writes rows to a table. Nothing is visible before {@link #commit}; closing without a commit
 * removes everything that was written. Not thread-safe.
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
    requireOpen();
    pending.appendRow(row);
    // Only variable-length values make a batch large before it has many rows.
    pendingBytes += bytes(row);
    if (pending.rows() >= BATCH_ROWS || pendingBytes >= BATCH_BYTES) {
      flush();
    }
  }

  /** Adds rows; the batch may be reused afterwards. */
  public void write(Batch batch) throws IOException {
    requireOpen();
    flush();
    out.write(batch);
  }

  /** Publishes all rows atomically. */
  public void commit() throws IOException {
    requireOpen();
    flush();
    out.commit();
    done = true;
  }

  /** Discards rows that were not committed. */
  @Override
  public void close() throws IOException {
    if (!done) {
      done = true;
      out.abort();
    }
  }

  private void requireOpen() {
    if (done) {
      throw new IllegalStateException("the writer is already committed or closed");
    }
  }

  /** Approximate size of a value in memory. */
  private static long bytes(Object value) {
    if (value instanceof String s) {
      return s.length();
    }
    if (value instanceof byte[] b) {
      return b.length;
    }
    if (value instanceof Map<?, ?> m) {
      return 16 + bytes(m.keySet()) + bytes(m.values());
    }
    Collection<?> parts =
        value instanceof Object[] a
            ? Arrays.asList(a)
            : value instanceof Collection<?> c ? c : List.of();
    long sum = 16;
    for (Object part : parts) {
      sum += bytes(part);
    }
    return sum;
  }

  private void flush() throws IOException {
    if (pending.rows() > 0) {
      out.write(pending);
      pending.clear();
      pendingBytes = 0;
    }
  }
}
