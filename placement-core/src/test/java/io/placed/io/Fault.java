package io.placed.io;

import java.io.IOException;

/**
 * What goes wrong with an operation of a {@link FaultStore}.
 *
 * @param thrown what the caller gets: an IOException, a RuntimeException or an Error; null = the
 *     operation reports success
 * @param effect whether the operation is done all the same, so that only its answer is lost
 * @param damage what becomes of a file that the operation completes; null = nothing
 */
public record Fault(Throwable thrown, boolean effect, Damage damage) {
  /** Nothing goes wrong. */
  public static final Fault NONE = new Fault(null, true, null);

  /** The operation fails and was not done. */
  public static Fault before(Throwable thrown) {
    return new Fault(thrown, false, null);
  }

  /** The operation fails, but was done: a rename that happened, a put whose answer was lost. */
  public static Fault after(Throwable thrown) {
    return new Fault(thrown, true, null);
  }

  /** The operation succeeds, but the device does not keep what it was given. */
  public static Fault of(Damage damage) {
    return new Fault(null, true, damage);
  }

  /** Throws what is to be thrown. */
  void raise() throws IOException {
    if (thrown instanceof IOException e) {
      throw e;
    } else if (thrown instanceof RuntimeException e) {
      throw e;
    } else if (thrown instanceof Error e) {
      throw e;
    } else if (thrown != null) {
      throw new IllegalArgumentException("not allowed as a fault: " + thrown, thrown);
    }
  }
}
