package io.placed.placement.reorder;

import java.io.IOException;

/**
 * Collects failures during cleanup, which continues after each. The first one is thrown, with the
 * others as suppressed exceptions.
 */
final class Failures {
  private Failures() {}

  static Throwable add(Throwable first, Throwable next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }

  static void throwIfAny(Throwable failure) throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
  }
}
