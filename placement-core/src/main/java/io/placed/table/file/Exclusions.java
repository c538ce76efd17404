package io.placed.table.file;

import java.util.HashSet;
import java.util.Set;

/**
 * The files that a state of a table excludes: by path, length and time, or by path, length and id
 * where the table was copied without the times of its files.
 */
public final class Exclusions {
  public static final Exclusions NONE = new Exclusions(Set.of());

  private final Set<ExcludedFile> files;
  private final Set<Content> contents = new HashSet<>();

  /** What stays the same when a file is copied to another directory. */
  private record Content(String path, long length, String fileId) {
    static Content of(ExcludedFile file) {
      return new Content(file.path(), file.length(), file.fileId());
    }
  }

  public Exclusions(Set<ExcludedFile> files) {
    this.files = files;
    for (ExcludedFile f : files) {
      if (f.fileId() != null) {
        contents.add(Content.of(f));
      }
    }
  }

  /** Whether a file is excluded, as far as it can be told while its id is not known. */
  public boolean has(ExcludedFile file) {
    return files.contains(file) || file.fileId() != null && contents.contains(Content.of(file));
  }
}
