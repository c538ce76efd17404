package io.placed.table.manifest;

import io.placed.table.file.DataFile;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Entries of manifests that this process has read, least recently used ones forgotten first.
 * Manifests never change. Thread-safe.
 */
final class ManifestCache {
  /** The share of the heap that it may take. */
  private static final int SHARE = 8;

  /** What an entry takes without its statistics, and the statistics of one column, about. */
  private static final long ENTRY_BYTES = 600;

  private static final long STATISTICS_BYTES = 120;

  static final ManifestCache SHARED = new ManifestCache(Runtime.getRuntime().maxMemory() / SHARE);

  private final long maxBytes;
  private final Map<Key, Content> contents = new LinkedHashMap<>(16, 0.75f, true);

  ManifestCache(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * What is read depends on the file and on the columns of the table.
   *
   * @param path the whole path
   * @param schema of the table, as text
   */
  record Key(String path, String fileId, String schema) {}

  /** All entries of a manifest. */
  record Content(List<DataFile> entries, ManifestStatistics statistics) {
    private long bytes() {
      return entries.size() * (ENTRY_BYTES + STATISTICS_BYTES * statistics.columnsRead());
    }
  }

  interface Reader {
    Content read() throws IOException;
  }

  /** Several threads may read the same at once; one of the results is kept. */
  Content get(Key key, Reader reader) throws IOException {
    synchronized (contents) {
      Content known = contents.get(key);
      if (known != null) {
        return known;
      }
    }
    Content read = reader.read();
    synchronized (contents) {
      contents.put(key, read);
    }
    forget();
    return read;
  }

  /** Keeps to the bound, after statistics were read, too. */
  void forget() {
    synchronized (contents) {
      long bytes = contents.values().stream().mapToLong(Content::bytes).sum();
      Iterator<Content> eldest = contents.values().iterator();
      while (bytes > maxBytes && eldest.hasNext()) {
        bytes -= eldest.next().bytes();
        eldest.remove();
      }
    }
  }
}
