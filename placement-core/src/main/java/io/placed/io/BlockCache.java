package io.placed.io;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Blocks of files that never change, the least recently used forgotten first. What is missing is
 * read by whoever needs it, with their own file system and access rights. Thread-safe.
 */
public final class BlockCache {
  private static final int BLOCK_BYTES = 64 * 1024;

  private final BoundedCache<Key, byte[]> blocks;

  /**
   * @param maxBytes of all blocks together
   */
  public BlockCache(long maxBytes) {
    this.blocks = new BoundedCache<>(maxBytes);
  }

  private record Key(String path, String id, long length, long block) {}

  /**
   * The same file, read through this cache. It is opened when a block is missing.
   *
   * @param id of the file's content: another file at the same path has another one
   */
  public InputFile cached(InputFile file, String id) {
    return new CachedFile(file, id);
  }

  /** Bytes that are held now. */
  long bytes() {
    return blocks.bytes();
  }

  private final class CachedFile implements InputFile {
    private final InputFile file;
    private final String id;

    CachedFile(InputFile file, String id) {
      this.file = file;
      this.id = id;
    }

    @Override
    public String path() {
      return file.path();
    }

    @Override
    public long length() throws IOException {
      return file.length();
    }

    @Override
    public StorageKind storage() {
      return file.storage();
    }

    @Override
    public String devices() {
      return file.devices();
    }

    @Override
    public RandomInput open() throws IOException {
      return new CachedInput(file, id);
    }
  }

  private final class CachedInput implements RandomInput {
    private final InputFile file;
    private final String id;
    private RandomInput opened;

    CachedInput(InputFile file, String id) {
      this.file = file;
      this.id = id;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      readAll(List.of(new ReadTarget(position, buffer, offset, length)));
    }

    @Override
    public void readAll(List<ReadTarget> targets) throws IOException {
      for (ReadTarget t : targets) {
        if (t.position() + t.length() > file.length()) {
          throw new EOFException(
              file.path()
                  + ": ends at byte "
                  + file.length()
                  + ", requested "
                  + t.length()
                  + " bytes at "
                  + t.position());
        }
      }
      Map<Long, byte[]> found = new LinkedHashMap<>();
      List<Long> missing = new ArrayList<>();
      for (ReadTarget t : targets) {
        for (long b = first(t); t.length() > 0 && b <= last(t); b++) {
          if (!found.containsKey(b)) {
            byte[] block = blocks.get(new Key(file.path(), id, file.length(), b));
            found.put(b, block);
            if (block == null) {
              missing.add(b);
            }
          }
        }
      }
      if (!missing.isEmpty()) {
        fetch(missing, found);
      }
      for (ReadTarget t : targets) {
        for (long b = first(t); t.length() > 0 && b <= last(t); b++) {
          copy(b, found.get(b), t);
        }
      }
    }

    private long first(ReadTarget t) {
      return t.position() / BLOCK_BYTES;
    }

    private long last(ReadTarget t) {
      return (t.position() + t.length() - 1) / BLOCK_BYTES;
    }

    private void copy(long number, byte[] block, ReadTarget t) {
      long begin = number * BLOCK_BYTES;
      long from = Math.max(begin, t.position());
      long end = Math.min(begin + block.length, t.position() + t.length());
      System.arraycopy(
          block,
          (int) (from - begin),
          t.buffer(),
          t.offset() + (int) (from - t.position()),
          (int) (end - from));
    }

    /** Reads blocks that follow each other at once. */
    private void fetch(List<Long> missing, Map<Long, byte[]> found) throws IOException {
      List<Long> sorted = missing.stream().sorted().toList();
      long length = file.length();
      List<ReadTarget> runs = new ArrayList<>();
      for (int i = 0; i < sorted.size(); ) {
        int end = i + 1;
        while (end < sorted.size() && sorted.get(end) == sorted.get(end - 1) + 1) {
          end++;
        }
        long from = sorted.get(i) * BLOCK_BYTES;
        long to = Math.min(length, (sorted.get(end - 1) + 1) * BLOCK_BYTES);
        runs.add(new ReadTarget(from, new byte[(int) (to - from)], 0, (int) (to - from)));
        i = end;
      }
      input().readAll(runs);
      for (ReadTarget run : runs) {
        for (int at = 0; at < run.length(); at += BLOCK_BYTES) {
          byte[] block = new byte[Math.min(BLOCK_BYTES, run.length() - at)];
          System.arraycopy(run.buffer(), at, block, 0, block.length);
          long number = (run.position() + at) / BLOCK_BYTES;
          found.put(number, block);
          blocks.put(new Key(file.path(), id, length, number), block, block.length);
        }
      }
    }

    private synchronized RandomInput input() throws IOException {
      if (opened == null) {
        opened = file.open();
      }
      return opened;
    }

    @Override
    public synchronized void close() throws IOException {
      if (opened != null) {
        opened.close();
      }
    }
  }
}
