package io.placed.experiments;

/** This machine cannot do what is asked; the message says why, and the result keeps it. */
public final class NotMeasuredException extends Exception {
  private static final long serialVersionUID = 1;

  public NotMeasuredException(String reason) {
    super(reason);
  }
}
