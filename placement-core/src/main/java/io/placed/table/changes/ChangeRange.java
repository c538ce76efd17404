package io.placed.table.changes;

/**
 * Snapshots whose changes are read.
 *
 * @param first id of the first one
 * @param last id of the last one; null = the latest
 */
public record ChangeRange(long first, Long last) {
  public ChangeRange {
    if (first < 1 || (last != null && last < first)) {
      throw new IllegalArgumentException(
          "changes are read from a first snapshot, at least 1, to a last one, not before it; found "
              + first
              + " to "
              + (last == null ? "the latest" : last));
    }
  }
}
