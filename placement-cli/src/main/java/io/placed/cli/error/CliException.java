package io.placed.cli.error;

/** An error that is reported to the user in one sentence. */
public final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CliException(String sentence) {
    super(sentence);
  }

  public CliException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
