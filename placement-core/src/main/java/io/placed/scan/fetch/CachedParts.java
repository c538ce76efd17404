package io.placed.scan.fetch;

import io.placed.format.v1.PartKind;
import java.util.UUID;

/** The parts of one file that a scan takes from a {@link PageCache}, and puts there. */
public final class CachedParts {
  /**
   * A scan that needs more pages of a file than this is no point lookup: the later ones would
   * displace the pages that others use.
   */
  private static final int FEW_PAGES = 16;

  /** A part with all that its checksum covers, so that none is taken for another. */
  public record Place(PartKind kind, int rowGroup, int column, int node, PageFetcher.Wanted part) {}

  private final PageCache cache;
  private final UUID fileId;
  private final boolean all;
  private int pages;

  private CachedParts(PageCache cache, UUID fileId, boolean all) {
    this.cache = cache;
    this.fileId = fileId;
    this.all = all;
  }

  /**
   * Parts of a file for one scan.
   *
   * @param cache null = keeps nothing
   * @param fileId of the table file
   * @param all whether all pages are kept; otherwise those of a point lookup
   */
  public static CachedParts of(PageCache cache, UUID fileId, boolean all) {
    return new CachedParts(cache, fileId, all);
  }

  boolean isOn() {
    return cache != null;
  }

  /** Announces pages that the scan needs next. */
  void next(int count) {
    pages += count;
  }

  /** The part as {@link #keep} got it, from this scan or another; null if it is not there. */
  public <T> T get(Place part, Class<T> kind) {
    return cache == null ? null : kind.cast(cache.get(new PageCache.Key(fileId, part)));
  }

  /** Whether {@link #keep} takes a part of this size, in heap bytes. */
  public boolean takes(long bytes) {
    return cache != null && (all || pages <= FEW_PAGES) && cache.takes(bytes);
  }

  /**
   * Keeps a part for later scans.
   *
   * @param opened refers to no buffer of a scan
   * @param bytes heap that it takes; see {@link #takes}
   */
  public void keep(Place part, Object opened, long bytes) {
    cache.put(new PageCache.Key(fileId, part), opened, bytes);
  }
}
