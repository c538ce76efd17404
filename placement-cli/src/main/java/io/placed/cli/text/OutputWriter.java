package io.placed.cli.text;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** A writer of text that knows why writing failed, which {@link PrintWriter} forgets. */
public final class OutputWriter extends PrintWriter {
  private final Kept kept;

  public OutputWriter(Writer out) {
    this(new Kept(out));
  }

  private OutputWriter(Kept out) {
    super(out);
    kept = out;
  }

  /** Why the first call failed; null = none did. */
  public IOException failure() {
    return kept.failure;
  }

  private static final class Kept extends FilterWriter {
    private IOException failure;

    Kept(Writer out) {
      super(out);
    }

    private IOException kept(IOException e) {
      failure = failure == null ? e : failure;
      return e;
    }

    @Override
    public void write(int c) throws IOException {
      try {
        super.write(c);
      } catch (IOException e) {
        throw kept(e);
      }
    }

    @Override
    public void write(char[] text, int from, int count) throws IOException {
      try {
        super.write(text, from, count);
      } catch (IOException e) {
        throw kept(e);
      }
    }

    @Override
    public void write(String text, int from, int count) throws IOException {
      try {
        super.write(text, from, count);
      } catch (IOException e) {
        throw kept(e);
      }
    }

    @Override
    public void flush() throws IOException {
      try {
        super.flush();
      } catch (IOException e) {
        throw kept(e);
      }
    }
  }
}
