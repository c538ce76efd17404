package io.placed.formats.json;

import io.placed.formats.BatchSink;
import io.placed.formats.text.JsonRows;
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
import java.util.zip.GZIPOutputStream;

/** Writes a file of JSON lines, gzip-compressed if its name ends in {@code .gz}. */
public final class JsonLinesSink implements BatchSink {
  private final PositionOutput file;
  private final Writer out;
  private final StringBuilder text = new StringBuilder();
  private boolean finished;

  public JsonLinesSink(FileStore store, String path, boolean overwrite) throws IOException {
    file = store.create(path, new CreateOptions(overwrite, 0, true));
    OutputStream packed = path.endsWith(".gz") ? new GZIPOutputStream(file, 1 << 16) : file;
    out = new BufferedWriter(new OutputStreamWriter(packed, StandardCharsets.UTF_8), 1 << 16);
  }

  @Override
  public void write(Batch batch) throws IOException {
    text.setLength(0);
    for (int row = 0; row < batch.rows(); row++) {
      JsonRows.appendRow(batch, row, text);
    }
    out.append(text);
  }

  @Override
  public void finish() throws IOException {
    out.close();
    finished = true;
  }

  @Override
  public void close() throws IOException {
    if (!finished) {
      file.abort();
    }
  }
}
