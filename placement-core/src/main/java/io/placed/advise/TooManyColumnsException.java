package io.placed.advise;

/** A method cannot take so many columns; others may. */
public final class TooManyColumnsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  TooManyColumnsException(String message) {
    super(message);
  }
}
