package io.placed.io;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What a storage device does to a file that it has reported as written. */
public enum Damage {
  /** Only the beginning was written. */
  TORN,
  /** Nothing was written. */
  LOST,
  /** The bytes of the file were written over another file, and not to this one. */
  MISDIRECTED,
  /** A bit has changed. */
  ROT,
  /** The last part has the right length, and is zero. */
  ZEROED,
  /** The file has the content of another one of its directory. */
  EXCHANGED;

  /**
   * Does it.
   *
   * @return the files that are damaged by it
   */
  public List<String> to(FileStore store, String path, Random random) throws IOException {
    byte[] content = store.readAll(path);
    switch (this) {
      case TORN -> replace(store, path, Arrays.copyOf(content, random.nextInt(content.length)));
      case LOST -> store.delete(path, false);
      case ROT -> {
        content[random.nextInt(content.length)] ^= (byte) (1 << random.nextInt(8));
        replace(store, path, content);
      }
      case ZEROED -> {
        Arrays.fill(content, random.nextInt(content.length), content.length, (byte) 0);
        replace(store, path, content);
      }
      case MISDIRECTED -> {
        String other = other(store, path, random);
        if (other != null) {
          replace(store, other, content);
        }
        store.delete(path, false);
        return other == null ? List.of(path) : List.of(path, other);
      }
      case EXCHANGED -> {
        String other = other(store, path, random);
        if (other != null) {
          replace(store, path, store.readAll(other));
        } else {
          store.delete(path, false);
        }
      }
    }
    return List.of(path);
  }

  private static String other(FileStore store, String path, Random random) throws IOException {
    List<String> others =
        store.list(PathNames.parent(path), false).stream()
            .filter(f -> !f.directory() && !f.path().equals(path))
            .map(FileInfo::path)
            .toList();
    return others.isEmpty() ? null : others.get(random.nextInt(others.size()));
  }

  private static void replace(FileStore store, String path, byte[] content) throws IOException {
    store.delete(path, false);
    try (PositionOutput out = store.create(path, CreateOptions.NEW)) {
      out.write(content);
    }
  }
}
