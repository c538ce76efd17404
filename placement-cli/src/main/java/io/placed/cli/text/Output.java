package io.placed.cli.text;

import io.placed.text.JsonDocument;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Locale;

/** Standard output; detects when the reader has closed it, as {@code | head} does. */
public final class Output {
  private final PrintWriter writer;

  public Output(PrintWriter writer) {
    this.writer = writer;
  }

  /** The reader has closed standard output, which ends the command without an error. */
  public static final class ClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClosedException() {
      super("standard output is closed", null, false, false);
    }
  }

  /**
   * @throws ClosedException if the reader has closed standard output
   * @throws UncheckedIOException if it cannot be written for another reason
   */
  public void print(CharSequence text) {
    writer.append(text);
    // Flushes too, so that head gets its lines at once.
    if (writer.checkError()) {
      IOException failure = writer instanceof OutputWriter w ? w.failure() : null;
      throw failure == null || isClosed(failure) ? new ClosedException() : unwritten(failure);
    }
  }

  /** The system's text of EPIPE has this word in most languages; there is nothing else to see. */
  private static boolean isClosed(IOException e) {
    return e.getMessage() != null && e.getMessage().toLowerCase(Locale.ROOT).contains("pipe");
  }

  private static UncheckedIOException unwritten(IOException e) {
    String message = "standard output: " + e.getMessage();
    return new UncheckedIOException(message, new IOException(message, e));
  }

  public void println(CharSequence text) {
    print(text + "\n");
  }

  /** Writes what is left, with the errors of {@link #print}. */
  public void flush() {
    print("");
  }

  /**
   * Prints one JSON document.
   *
   * @param document a record, whose components are the fields in their order, or a list of records
   */
  public void json(Object document) {
    println(JsonDocument.of(document));
  }
}
