package io.placed.advise.columns;

/** Too many columns for this method; others may support them. */
public final class TooManyColumnsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  TooManyColumnsException(String message) {
    super(message);
  }
}
