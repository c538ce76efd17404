package io.placed.table.file;

import java.util.Objects;

/**
 * A file of another name than those of commits that a snapshot replaced: one that the snapshot
 * before listed, or a foreign file. With another length or time it is a new file, unless it has the
 * same id: then the table was copied, and the times of its files were not.
 *
 * @param fileId null if it is not known. It is a note: two of the same path, length and time are
 *     equal, whatever is known of their ids
 */
public record ExcludedFile(String path, long length, long modifiedMillis, String fileId) {
  public ExcludedFile(String path, long length, long modifiedMillis) {
    this(path, length, modifiedMillis, null);
  }

  public ExcludedFile withId(String id) {
    return new ExcludedFile(path, length, modifiedMillis, id);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ExcludedFile f
        && path.equals(f.path)
        && length == f.length
        && modifiedMillis == f.modifiedMillis;
  }

  @Override
  public int hashCode() {
    return Objects.hash(path, length, modifiedMillis);
  }
}
