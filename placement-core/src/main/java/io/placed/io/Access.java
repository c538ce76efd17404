package io.placed.io;

/** Access pattern of the next reads of a file. */
public enum Access {
  /** Sequential, so that readahead pays. */
  SEQUENTIAL,
  /** Sparse: readahead would read unneeded bytes. */
  SCATTERED
}
