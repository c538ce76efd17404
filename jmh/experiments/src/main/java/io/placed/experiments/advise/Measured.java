package io.placed.experiments.advise;

/**
 * A query on a written placement.
 *
 * @param order kind of order: none, sort, z-order, hilbert or qd-tree
 * @param heldOut whether the adviser saw no run of the template
 * @param predicted bytes, with the ends of the 90 % bar
 * @param counted bytes that the reader needed
 * @param predictedSeconds of one thread
 * @param seconds the fastest run
 */
record Measured(
    String table,
    String order,
    String placement,
    String query,
    boolean heldOut,
    double low,
    double predicted,
    double high,
    double counted,
    double predictedSeconds,
    double seconds) {
  /** Relative error of the bytes. */
  double error() {
    return counted == 0 ? (predicted == 0 ? 0 : 1) : Math.abs(predicted - counted) / counted;
  }

  boolean isInBar() {
    // A byte is not an error.
    return low - 1 <= counted && counted <= high + 1;
  }

  double timeError() {
    return Math.abs(predictedSeconds - seconds) / seconds;
  }
}
