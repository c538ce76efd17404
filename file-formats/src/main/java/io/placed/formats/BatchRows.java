package io.placed.formats;

/**
 * How many rows a source reads column by column before it looks again at the bytes of the batch:
 * few while values are long, so that a batch does not pass its limit by much.
 */
public final class BatchRows {
  /** As long as nothing is known about the values. */
  private static final int FIRST = 16;

  private static final int MOST = 1024;

  /** Of fixed-width values of one batch; tables of very many columns get fewer rows. */
  private static final long FIXED_BYTES = 4 * BatchSource.BATCH_BYTES;

  private final int most;
  private long rows;
  private long bytes;

  /**
   * @param leaves number of columns without others below
   */
  public BatchRows(int leaves) {
    long fitting = FIXED_BYTES / Long.BYTES / Math.max(1, leaves);
    most = (int) Math.max(1, Math.min(BatchSource.BATCH_ROWS, fitting));
  }

  /**
   * The number of rows to read next.
   *
   * @param inBatch rows in the batch so far
   * @param batchBytes bytes of their strings
   * @return 0 if the batch is full
   */
  public int next(int inBatch, long batchBytes) {
    if (inBatch >= most || batchBytes >= BatchSource.BATCH_BYTES) {
      return 0;
    }
    int room = Math.min(most - inBatch, MOST);
    if (rows == 0) {
      return Math.min(room, FIRST);
    }
    long perRow = bytes / rows + 1;
    // Half of what fits, since the next values may be longer.
    long fitting = (BatchSource.BATCH_BYTES - batchBytes) / perRow / 2;
    return (int) Math.max(1, Math.min(room, fitting));
  }

  /** Learns from rows that were read. */
  public void add(int read, long readBytes) {
    rows += read;
    bytes += readBytes;
  }
}
