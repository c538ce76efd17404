package io.placed.table.deletes;

import io.placed.table.file.Deletes;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Deletion vectors, which never change; the least recently used is forgotten first. A bitmap takes
 * about as much memory as its bytes. Thread-safe.
 */
final class VectorCache {
  /** Objects of a small bitmap. */
  private static final int OVERHEAD = 512;

  private final long maxBytes;
  private final Map<String, Known> vectors = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  private record Known(Deletes reference, RowBitmap rows) {
    long bytes() {
      return OVERHEAD + (long) reference.length();
    }
  }

  VectorCache(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Null if it is not known as this. */
  synchronized RowBitmap get(String place, Deletes reference) {
    Known known = vectors.get(place);
    return known != null && known.reference().equals(reference) ? known.rows() : null;
  }

  synchronized void put(String place, Deletes reference, RowBitmap rows) {
    Known known = new Known(reference, rows);
    Known before = vectors.put(place, known);
    bytes += known.bytes() - (before == null ? 0 : before.bytes());
    Iterator<Known> eldest = vectors.values().iterator();
    while (bytes > maxBytes && eldest.hasNext()) {
      bytes -= eldest.next().bytes();
      eldest.remove();
    }
  }
}
