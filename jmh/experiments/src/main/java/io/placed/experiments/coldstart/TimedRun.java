package io.placed.experiments.coldstart;

/**
 * One run in a fresh process.
 *
 * @param name of the query, or the number of the run
 * @param begin microseconds since the epoch
 * @param end microseconds since the epoch
 * @param answer a digest of the result
 */
record TimedRun(String name, long begin, long end, String answer) {
  double millis() {
    return (end - begin) / 1e3;
  }
}
