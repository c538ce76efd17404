package io.placed.experiments;

/** The same query had different results in two cells; their times are not recorded. */
public final class WrongAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1;

  WrongAnswerException(String message) {
    super(message);
  }
}
