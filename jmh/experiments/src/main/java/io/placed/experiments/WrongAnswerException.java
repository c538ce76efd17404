package io.placed.experiments;

/** Two ways to ask the same found different answers; no time of theirs counts. */
public final class WrongAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1;

  WrongAnswerException(String message) {
    super(message);
  }
}
