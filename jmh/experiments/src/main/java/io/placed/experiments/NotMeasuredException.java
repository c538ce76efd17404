package io.placed.experiments;

/**
 * This machine cannot measure the cell; the message gives the reason, which is stored in the
 * result.
 */
public final class NotMeasuredException extends Exception {
  private static final long serialVersionUID = 1;

  public NotMeasuredException(String reason) {
    super(reason);
  }
}
