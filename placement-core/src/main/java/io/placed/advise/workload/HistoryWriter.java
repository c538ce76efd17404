package io.placed.advise.workload;

import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.io.PositionOutput;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * Writes the history of this process: files {@code history-ID-N.jsonl} in a directory, with a line
 * per scan. A file is followed by the next one when it is large or old, because some stores show
 * files only once they are closed. A killed process leaves at most one incomplete line on stores
 * that show files while they are written. Not thread-safe.
 */
public final class HistoryWriter implements Closeable {
  static final String PREFIX = "history-";
  static final String SUFFIX = ".jsonl";

  private static final long DEFAULT_BYTES = 16L << 20;
  private static final long DEFAULT_MILLIS = 10 * 60_000L;

  private final FileStore store;
  private final String directory;
  private final long maxBytes;
  private final long maxMillis;
  private final String id = UUID.randomUUID().toString();
  private int number;
  private PositionOutput out;
  private long opened;

  /** Files of 16 MiB, and of 10 minutes. */
  public HistoryWriter(FileStore store, String directory) {
    this(store, directory, DEFAULT_BYTES, DEFAULT_MILLIS);
  }

  /**
   * @param maxBytes of a file, exceeded by at most the records of one call
   * @param maxMillis of a file
   */
  public HistoryWriter(FileStore store, String directory, long maxBytes, long maxMillis) {
    this.store = store;
    this.directory = directory;
    this.maxBytes = maxBytes;
    this.maxMillis = maxMillis;
  }

  /** Whether a file in a history's directory belongs to the history. */
  static boolean isFile(String path) {
    String name = PathNames.name(path);
    return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
  }

  /**
   * Appends records; on return they are visible as far as the store shows files before they are
   * closed. After an exception the next call starts another file.
   */
  public void append(List<ScanRecord> records) throws IOException {
    if (records.isEmpty()) {
      return;
    }
    closeIfOld();
    StringBuilder lines = new StringBuilder();
    records.forEach(r -> lines.append(ScanRecordJson.write(r)).append('\n'));
    try {
      if (out == null) {
        String name = PREFIX + id + "-" + number++ + SUFFIX;
        out = store.create(PathNames.join(directory, name), CreateOptions.NEW);
        opened = System.nanoTime();
      }
      out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
      out.makeVisible();
    } catch (IOException | RuntimeException e) {
      PositionOutput failed = out;
      out = null;
      closeQuietly(failed, e);
      throw e;
    }
    if (out.position() >= maxBytes) {
      close();
    }
  }

  private static void closeQuietly(PositionOutput failed, Exception cause) {
    try {
      if (failed != null) {
        failed.close();
      }
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /** Closes the file if it is so old that readers should see it. */
  public void closeIfOld() throws IOException {
    if (out != null && (System.nanoTime() - opened) / 1_000_000 >= maxMillis) {
      close();
    }
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      PositionOutput closing = out;
      out = null;
      closing.close();
    }
  }
}
