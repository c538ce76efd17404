package io.placed.cli.text;

import io.placed.text.JsonDocument;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

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

  /** Only the text of the error says so, which is in the language of the system. */
  private static boolean isClosed(IOException e) {
    String text = String.valueOf(e.getMessage());
    return text.equals("Broken pipe") || text.equals(textOfClosedPipe());
  }

  private static String textOfClosedPipe() {
    try {
      Pipe pipe = Pipe.open();
      try (Pipe.SinkChannel sink = pipe.sink()) {
        pipe.source().close();
        sink.write(ByteBuffer.allocate(1));
      }
      return null;
    } catch (IOException e) {
      return e.getMessage();
    }
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
