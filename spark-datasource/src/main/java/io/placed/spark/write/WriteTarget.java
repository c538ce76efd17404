package io.placed.spark.write;

/** What a write goes to, which decides what an overwrite leaves. */
public enum WriteTarget {
  /** A path. An overwrite of all rows replaces the columns, too. */
  PATH,

  /**
   * A table by its name. Columns and wider types stay that its catalog does not know, and a
   * partitioning that the catalog contradicts.
   */
  NAMED,

  /** The same, but only the partitions that get rows are overwritten. */
  WRITTEN_PARTITIONS,

  /** A table that takes the place of another one, of whose rows an overwrite leaves none. */
  REPLACEMENT,

  /** A new table: it fails if somebody else makes one meanwhile. */
  NEW,

  /** A new table, in the place of any other. */
  NEW_OR_REPLACED;

  boolean isNew() {
    return this == NEW || this == NEW_OR_REPLACED;
  }

  boolean keepsColumns() {
    return this == NAMED || this == WRITTEN_PARTITIONS;
  }
}
