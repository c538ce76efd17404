package io.placed.formats;

/** An error that is reported to the user in one sentence. */
public final class FormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FormatException(String sentence) {
    super(sentence);
  }

  public FormatException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
