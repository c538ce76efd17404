package io.placed.io;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Loads pages of a file into the page cache without the kernel's readahead, which for reads of a
 * few columns also reads their neighbours: up to the device's readahead after every chunk.
 *
 * <p>Java has no {@code posix_fadvise}. {@link MappedByteBuffer#load} is {@code
 * madvise(MADV_WILLNEED)}, which requests exactly the range, and {@link MappedByteBuffer#isLoaded}
 * is {@code mincore}, which checks with a system call whether it is cached already. Nothing is read
 * through a mapping: reading a truncated file must be an error, not a signal. A loaded mapping is
 * unmapped at once, because touched pages count as memory of the process, which cluster managers
 * limit; a mapping that is only queried is left to the garbage collector.
 */
final class ExactReads {
  /**
   * Mapped files cannot be removed on Windows, and its readahead differs. {@code
   * -Dplaced.exact-reads=false} leaves everything to the kernel, for comparison.
   */
  static final boolean POSSIBLE =
      !System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("windows")
          && !"false".equals(System.getProperty("placed.exact-reads"))
          && Unmapping.POSSIBLE;

  private static final int WINDOW_BITS = 30;
  private static final long WINDOW = 1L << WINDOW_BITS;

  private final FileChannel channel;
  private final ConcurrentMap<Long, MappedByteBuffer> windows = new ConcurrentHashMap<>();
  private volatile boolean failed;

  /** Length of the file, as of the last time that it seemed too short. */
  private volatile long size;

  ExactReads(FileChannel channel) {
    this.channel = channel;
  }

  /** Loads the bytes into the page cache if possible; never fails. */
  void fetch(long position, int length) {
    if (failed) {
      return;
    }
    try {
      if (position + length > size) {
        // A system call, so not for every read; files do not shrink while they are read.
        size = channel.size();
      }
      long end = Math.min(position + length, size);
      for (long from = position; from < end; ) {
        long window = from >>> WINDOW_BITS;
        long to = Math.min(end, (window + 1) << WINDOW_BITS);
        MappedByteBuffer mapped = window(window);
        int offset = (int) (from - (window << WINDOW_BITS));
        if (offset + (to - from) > mapped.limit()) {
          return; // The file has grown, which should not happen.
        }
        MappedByteBuffer slice = mapped.slice(offset, (int) (to - from));
        if (!slice.isLoaded()) {
          load(from, to - from);
        }
        from = to;
      }
    } catch (IOException | InternalError | OutOfMemoryError | UnsupportedOperationException e) {
      // InternalError: the file was truncated. The read itself reports errors.
      failed = true;
    }
  }

  private void load(long position, long length) throws IOException {
    MappedByteBuffer touched = channel.map(MapMode.READ_ONLY, position, length);
    try {
      touched.load();
    } finally {
      Unmapping.unmap(touched);
    }
  }

  private MappedByteBuffer window(long number) throws IOException {
    MappedByteBuffer known = windows.get(number);
    if (known == null) {
      long start = number << WINDOW_BITS;
      long size = Math.min(WINDOW, channel.size() - start);
      known = channel.map(MapMode.READ_ONLY, start, size);
      windows.put(number, known);
    }
    return known;
  }
}
