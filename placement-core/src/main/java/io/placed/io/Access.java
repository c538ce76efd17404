package io.placed.io;

/** How the reads that follow will lie in a file. */
public enum Access {
  /** From one place onwards, so that reading ahead pays. */
  SEQUENTIAL,
  /** Here and there: what lies between is not wanted, and reading ahead would read it. */
  SCATTERED
}
