package io.placed.table.changes;

/**
 * Snapshots whose changes are read.
 *
 * @param first id of the first one; null = all that is known: the rows of the oldest snapshot, as
 *     if it had added them, and the changes since then
 * @param last id of the last one; null = the latest; one less than the first: there are none
 */
public record ChangeRange(Long first, Long last) {
  /** All changes that are known. */
  public static final ChangeRange ALL = new ChangeRange(null, null);

  public ChangeRange {
    if ((first != null && first < 1) || (last != null && last < (first == null ? 1 : first - 1))) {
      throw new IllegalArgumentException(
          "changes are read from a first snapshot, at least 1, to a last one, not before it; found "
              + (first == null ? "the oldest" : first)
              + " to "
              + (last == null ? "the latest" : last));
    }
  }
}
