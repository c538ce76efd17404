package io.placed.table.rewrite;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files of partitions that a thread has open for writing, of which there are only so many at a
 * time. Not thread-safe.
 *
 * @param <F> an open file
 */
public final class OpenPartitions<F> {
  /** Files that are open at a time where rows of a partition need not be together. */
  public static final int MAX_OPEN =
      Math.max(1, Integer.getInteger("placed.write.open-partitions", 32));

  /** Ends files. */
  public interface Ends<F> {
    void complete(Map<String, String> partition, F file) throws IOException;

    void abort(F file) throws IOException;
  }

  private final int limit;
  private final Ends<F> ends;

  /** By partition, that of the latest row last. */
  private final Map<Map<String, String>, F> open = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param limit most files that are open at a time
   */
  public OpenPartitions(int limit, Ends<F> ends) {
    this.limit = limit;
    this.ends = ends;
  }

  /** The file for a row of a partition; null if none is open. */
  public F get(Map<String, String> partition) {
    return open.get(partition);
  }

  /** All files, that of the oldest row first. */
  public Iterable<F> files() {
    return open.values();
  }

  public boolean isFull() {
    return open.size() >= limit;
  }

  /** Completes the file of the oldest row if there are as many as there may be. */
  public void makeRoom() throws IOException {
    if (isFull()) {
      complete(open.keySet().iterator().next());
    }
  }

  public void add(Map<String, String> partition, F file) {
    open.put(partition, file);
  }

  /** Completes a file; if that fails, it stays open, to be aborted. */
  public void complete(Map<String, String> partition) throws IOException {
    ends.complete(partition, open.get(partition));
    open.remove(partition);
  }

  public void completeAll() throws IOException {
    for (Map<String, String> partition : List.copyOf(open.keySet())) {
      complete(partition);
    }
  }

  /** Aborts the files that are still open. */
  public void abort() throws IOException {
    IOException failure = null;
    for (F file : open.values()) {
      try {
        ends.abort(file);
      } catch (IOException e) {
        failure = e;
      }
    }
    open.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
