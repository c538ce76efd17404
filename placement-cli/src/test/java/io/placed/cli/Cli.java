package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs the command line in the test's process. */
public final class Cli {
  /** Exit code and output of a command. */
  public record Result(int code, String out, String err) {
    /** Fails unless the command succeeded. */
    public Result ok() {
      assertEquals(0, code, () -> "exit code; standard error: " + err);
      return this;
    }

    /** Fails unless the command ended with this code and without standard output. */
    public Result fails(int expected) {
      failsMidway(expected);
      assertEquals("", out);
      return this;
    }

    /** Like {@link #fails}, but some output may have been printed before. */
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
    int code = PlacedCommand.execute(out, new PrintWriter(err), texts);
    return new Result(code, out.toString(), err.toString());
  }
}
