package io.placed.formats;

import java.io.IOException;

/** An error that is reported to the user in one sentence. */
public final class FormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FormatException(String sentence) {
    super(sentence);
  }

  public FormatException(String sentence, Throwable cause) {
    super(sentence, cause);
  }

  /**
   * For a file of another project's format: its library throws an IOException for damage, too, and
   * need not say in which file.
   */
  public static FormatException unreadable(String path, IOException e) {
    String message = String.valueOf(e.getMessage());
    return new FormatException(
        message.contains(path) ? message : path + ": cannot be read: " + message, e);
  }
}
