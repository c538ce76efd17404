package io.placed.formats;

/** Something the user can be told in one sentence. */
public final class FormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FormatException(String sentence) {
    super(sentence);
  }

  public FormatException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
