package io.placed.advise;

/**
 * Whether the workload of a table has moved away from its placement.
 *
 * @param state what was found
 * @param message one sentence; empty if the table is not watched
 * @param scans of the history that count: those of the current placement
 * @param regretSeconds that these scans would have taken less under the best placement found; 0 if
 *     it was not computed
 * @param rewriteSeconds cost of a rewrite; 0 if it was not computed
 * @param placement the best placement found; empty if none was searched
 */
public record WatchResult(
    State state,
    String message,
    long scans,
    double regretSeconds,
    double rewriteSeconds,
    String placement) {
  /** A table without the property {@code advise=watch}. */
  static final WatchResult OFF = new WatchResult(State.OFF, "", 0, 0, 0, "");

  /** What was found. */
  public enum State {
    /** The table is not watched. */
    OFF,
    /** There is no history, or it cannot be read. */
    UNKNOWN,
    /** No rewrite pays by what was recorded. */
    FITS,
    /** The regret has reached the cost of a rewrite. */
    MOVED_AWAY
  }

  static WatchResult unknown(String why) {
    return new WatchResult(State.UNKNOWN, "advise=watch: " + why, 0, 0, 0, "");
  }

  static WatchResult fits(String message, long scans) {
    return new WatchResult(State.FITS, "advise=watch: " + message, scans, 0, 0, "");
  }

  /** Whether there is anything to say. */
  public boolean isOn() {
    return state != State.OFF;
  }
}
