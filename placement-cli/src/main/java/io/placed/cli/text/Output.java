package io.placed.cli.text;

import io.placed.text.JsonDocument;
import java.io.PrintWriter;

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
   */
  public void print(CharSequence text) {
    writer.append(text);
    // Flushes too, so that head gets its lines at once.
    if (writer.checkError()) {
      throw new ClosedException();
    }
  }

  public void println(CharSequence text) {
    print(text + "\n");
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
