package io.placed.io;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Values by key, bounded in bytes: the least recently used are forgotten first. Thread-safe.
 *
 * @param <K> with equals and hashCode
 * @param <V> not changed once it is here
 */
public final class BoundedCache<K, V> {
  private final long maxBytes;
  private final Map<K, Sized<V>> values = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  private record Sized<V>(V value, long bytes) {}

  /**
   * @param maxBytes of all values together
   */
  public BoundedCache(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Null if it is not known. */
  public synchronized V get(K key) {
    Sized<V> known = values.get(key);
    return known == null ? null : known.value();
  }

  /**
   * Keeps a value, unless it is larger than the bound.
   *
   * @param size of the value, in bytes
   */
  public synchronized void put(K key, V value, long size) {
    Sized<V> before = values.put(key, new Sized<>(value, size));
    bytes += size - (before == null ? 0 : before.bytes());
    Iterator<Sized<V>> eldest = values.values().iterator();
    while (bytes > maxBytes && eldest.hasNext()) {
      bytes -= eldest.next().bytes();
      eldest.remove();
    }
  }

  /** Bytes that are held now. */
  synchronized long bytes() {
    return bytes;
  }
}
