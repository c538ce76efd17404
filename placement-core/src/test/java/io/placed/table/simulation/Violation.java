package io.placed.table.simulation;

/** A promise that a table did not keep. */
final class Violation extends AssertionError {
  private static final long serialVersionUID = 1L;

  Violation(String what) {
    super(what);
  }

  Violation(String what, Throwable cause) {
    super(what, cause);
  }
}
