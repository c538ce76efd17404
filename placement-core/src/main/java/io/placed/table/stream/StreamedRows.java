package io.placed.table.stream;

/** What a stream reads of a snapshot that removed or changed rows. */
public enum StreamedRows {
  /** Only added rows are read; a snapshot that removed or changed rows is an error. */
  ADDED,

  /** Only added rows are read; snapshots that removed or changed rows are passed over. */
  ADDED_SKIPPING_CHANGES,

  /** Added and removed rows are read, with the columns of changes. */
  CHANGES
}
