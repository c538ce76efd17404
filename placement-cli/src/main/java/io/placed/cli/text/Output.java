package io.placed.cli.text;

import com.google.gson.FormattingStyle;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import java.io.PrintWriter;

/**
 * Results for standard output. Notices when nobody reads them any more, as after {@code | head}.
 */
public final class Output {
  private static final Gson JSON =
      new GsonBuilder()
          .serializeNulls()
          .disableHtmlEscaping()
          .setFormattingStyle(FormattingStyle.PRETTY)
          .create();

  private final PrintWriter writer;

  public Output(PrintWriter writer) {
    this.writer = writer;
  }

  /** The reader of our output has gone: a reason to stop, not an error. */
  public static final class ClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClosedException() {
      super("nobody reads the output any more", null, false, false);
    }
  }

  /**
   * @throws ClosedException if the text reaches nobody
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

  /** One JSON document. */
  public void json(JsonElement document) {
    println(JSON.toJson(document));
  }
}
