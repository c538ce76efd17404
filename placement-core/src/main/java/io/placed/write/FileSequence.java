package io.placed.write;

import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.placement.reorder.Reorderer;
import io.placed.placement.reorder.Reorderers;
import io.placed.placement.reorder.SortMemory;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.options.WriteMemory;
import io.placed.write.options.WriteOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes rows into files of about a size, one after the other. A reordering orders all rows, so
 * each file has those that follow the ones of the file before. No file exists under its name before
 * it is complete. Not thread-safe.
 */
public final class FileSequence implements Closeable {
  private final FileStore store;
  private final Paths paths;
  private final Schema schema;
  private final WriteOptions options;
  private final WriteMemory memory;
  private final Limit limit;
  private final Reorderer reorderer;
  private final List<FileSummary> complete = new ArrayList<>();

  /** Null if no row has come since the last one was completed. */
  private FileWriter file;

  private long bytesInFiles;
  private boolean done;
  private boolean failed;

  /** Where files are written. */
  public interface Paths {
    /** The whole path of the next file, which must not exist. */
    String next() throws IOException;
  }

  /**
   * When a file ends: after the page with which it has that size.
   *
   * @param bytes about what it then has, its siblings included; 0 = it does not end
   * @param wholeRowGroups whether it ends only where a row group does, so that the size of row
   *     groups is that of the placement
   */
  public record Limit(long bytes, boolean wholeRowGroups) {}

  /**
   * @param memory shared by all writers of the thread
   */
  public FileSequence(
      FileStore store,
      Paths paths,
      Schema schema,
      WriteOptions options,
      WriteMemory memory,
      Limit limit) {
    this.store = store;
    this.paths = paths;
    this.schema = schema;
    this.options = options;
    this.memory = memory;
    this.limit = limit;
    this.reorderer =
        Reorderers.create(
            options.placement().reorder(),
            schema,
            new SortMemory(options.sortMemory(), memory.task()),
            new SpillFiles(options.temporaryDirectory()));
  }

  /** Adds rows; the batch may be reused afterwards. */
  public void write(Batch batch) throws IOException {
    requireOpen();
    // After a failure rows may be missing, so the files must not be finished.
    failed = true;
    reorderer.add(batch, this::append);
    failed = false;
  }

  private void append(Batch ordered) throws IOException {
    for (int at = 0; at < ordered.rows(); ) {
      if (file == null) {
        file = FileWriter.ordered(store, paths.next(), schema, options, memory);
      }
      at = file.writeToPage(ordered, at);
      if (limit.bytes > 0 && file.isFull(limit.bytes, limit.wholeRowGroups)) {
        complete();
      }
    }
  }

  private void complete() throws IOException {
    FileSummary summary = file.finish();
    complete.add(summary);
    bytesInFiles += summary.totalLength();
    file = null;
  }

  /** Bytes written to storage so far, without the current row group. */
  public long bytesWritten() {
    return bytesInFiles + (file == null ? 0 : file.bytesWritten());
  }

  /** Completes all files, which are then the caller's, in their order; none if there was no row. */
  public List<FileSummary> finish() throws IOException {
    requireOpen();
    failed = true;
    reorderer.finish(this::append);
    if (file != null) {
      complete();
    }
    failed = false;
    done = true;
    reorderer.close();
    return complete;
  }

  /** Removes all files, complete ones too. */
  public void abort() throws IOException {
    if (done) {
      return;
    }
    done = true;
    try {
      if (file != null) {
        file.abort();
      }
    } finally {
      try {
        deleteComplete();
      } finally {
        reorderer.close();
      }
    }
  }

  private void deleteComplete() throws IOException {
    List<String> paths = new ArrayList<>();
    for (FileSummary s : complete) {
      paths.add(s.path());
      for (SiblingSummary sibling : s.siblings()) {
        paths.add(PathNames.join(PathNames.parent(s.path()), sibling.name()));
      }
    }
    store.deleteFiles(paths);
  }

  /** Aborts unless {@link #finish} was called. */
  @Override
  public void close() throws IOException {
    abort();
  }

  private void requireOpen() {
    if (done) {
      throw new IllegalStateException("the files are already finished or aborted");
    }
    if (failed) {
      throw new IllegalStateException("a write failed, so the files can only be aborted");
    }
  }
}
