package io.placed.scan.fetch;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Pages and dictionaries that many small reads share: verified once, when they were read from their
 * file, decompressed, and open for decoding. Those used last stay, up to a number of bytes. Not
 * thread-safe; scans that share a cache may be interleaved in one thread.
 */
public final class PageCache {
  /** A larger part is not kept, since it would displace too many others. */
  private static final int MOST_SHARE = 8;

  /** Heap bytes of an entry besides its arrays: objects of decoders, and of the map. */
  private static final int OVERHEAD = 512;

  private final long bound;
  private final Map<Key, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * A part of a file, which never changes.
   *
   * @param fileId of the table file
   */
  record Key(UUID fileId, CachedParts.Place place) {}

  private record Kept(Object part, long bytes) {}

  /** Bounded like the memory of a scan; see {@link ScanMemory}. */
  public PageCache() {
    this(ScanMemory.defaultBytes());
  }

  /**
   * @param bound in bytes; 0 = keeps nothing
   */
  public PageCache(long bound) {
    this.bound = bound;
  }

  /** Null if the part is not there; otherwise it counts as used. */
  Object get(Key key) {
    Kept found = kept.get(key);
    return found == null ? null : found.part();
  }

  /** Whether a part of this size is kept. */
  boolean takes(long partBytes) {
    return partBytes + OVERHEAD <= bound / MOST_SHARE;
  }

  /**
   * Keeps a part, and drops those that were used longest ago.
   *
   * @param partBytes heap that the part takes; see {@link #takes}
   */
  void put(Key key, Object part, long partBytes) {
    Kept before = kept.put(key, new Kept(part, partBytes + OVERHEAD));
    bytes += partBytes + OVERHEAD - (before == null ? 0 : before.bytes());
    Iterator<Kept> oldest = kept.values().iterator();
    while (bytes > bound && kept.size() > 1) {
      bytes -= oldest.next().bytes();
      oldest.remove();
    }
  }

  /** Heap bytes of all parts, estimated. */
  public long bytes() {
    return bytes;
  }

  /** Number of parts. */
  public int size() {
    return kept.size();
  }
}
