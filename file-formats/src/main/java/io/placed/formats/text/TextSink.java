package io.placed.formats.text;

import io.placed.formats.BatchSink;
import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.PositionOutput;
import io.placed.vector.Batch;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * Writes rows as lines of UTF-8, gzip-compressed if the name of the file ends in {@code .gz} in any
 * case.
 */
public abstract class TextSink implements BatchSink {
  private final PositionOutput file;
  private final Writer out;
  private boolean finished;

  protected TextSink(FileStore store, String path, boolean overwrite) throws IOException {
    file = store.create(path, new CreateOptions(overwrite, 0, true));
    boolean gzip = path.toLowerCase(Locale.ROOT).endsWith(".gz");
    OutputStream packed = gzip ? new GZIPOutputStream(file, 1 << 16) : file;
    out = new BufferedWriter(new OutputStreamWriter(packed, StandardCharsets.UTF_8), 1 << 16);
  }

  /** The lines of all rows of a batch. */
  protected abstract CharSequence rows(Batch batch);

  /** Writes lines that are no rows. */
  protected final void append(CharSequence lines) throws IOException {
    out.append(lines);
  }

  @Override
  public final void write(Batch batch) throws IOException {
    append(rows(batch));
  }

  @Override
  public final void finish() throws IOException {
    out.close();
    finished = true;
  }

  @Override
  public final void close() throws IOException {
    if (!finished) {
      file.abort();
    }
  }
}
