package io.placed.advise.check;

import io.placed.advise.cost.Predicted;

/**
 * A template of an advice: what was predicted for scans with equal conditions, and their means.
 *
 * @param name of the template
 * @param text one of its queries
 * @param scans number of scans that were compared
 * @param before what was predicted, or planned, under the layout before
 * @param predicted what was predicted for the new layout, for the number of rows that the table has
 * @param bytes that scans needed
 * @param bytesRead that they fetched
 * @param requests for pages
 * @param seconds run time
 * @param timed whether the times can be compared: the advice knew how long the query took before
 */
public record ComparedTemplate(
    String name,
    String text,
    long scans,
    PredictedReads before,
    PredictedReads predicted,
    double bytes,
    double bytesRead,
    double requests,
    double seconds,
    boolean timed) {
  /** Less than the smallest read of a device counts as that. */
  private static final double LEAST_BYTES = 4096;

  private static final double LEAST_SECONDS = 1e-3;

  /** Logarithm of counted by predicted bytes. */
  public double bytesLog() {
    return log(bytes, predicted.bytes(), LEAST_BYTES);
  }

  /** Logarithm of measured by predicted time. */
  public double timeLog() {
    return log(seconds, predicted.seconds(), LEAST_SECONDS);
  }

  private static double log(double counted, Predicted predicted, double least) {
    return Math.log(Math.max(least, counted) / Math.max(least, predicted.mean()));
  }

  /** Whether the bytes are within their bar. */
  public boolean isWithinBar() {
    return bytes >= predicted.bytes().low() && bytes <= predicted.bytes().high();
  }
}
