package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs the command line inside the test. */
public final class Cli {
  /** What a command did. */
  public record Result(int code, String out, String err) {
    /** Fails unless the command did what it was asked. */
    public Result ok() {
      assertEquals(0, code, () -> "exit code; standard error: " + err);
      return this;
    }

    /** Fails unless the command ended with this code and printed no result. */
    public Result fails(int expected) {
      failsMidway(expected);
      assertEquals("", out);
      return this;
    }

    /** Like {@link #fails}, after some of the result may have been printed. */
    public Result failsMidway(int expected) {
      assertEquals(expected, code, () -> "exit code; output: " + out + err);
      return this;
    }
  }

  private Cli() {}

  public static Result run(Object... args) {
    String[] texts = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      texts[i] = args[i].toString();
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = PlacedCommand.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(texts);
    return new Result(code, out.toString(), err.toString());
  }
}
