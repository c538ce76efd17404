package io.placed.formats.csv;

import io.placed.formats.BatchSink;
import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.PositionOutput;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Writes a CSV file, gzip-compressed if its name ends in {@code .gz}. */
public final class CsvSink implements BatchSink {
  private final PositionOutput file;
  private final Writer out;
  private final CsvText text;
  private boolean finished;

  public CsvSink(FileStore store, String path, Schema schema, CsvDialect dialect, boolean overwrite)
      throws IOException {
    file = store.create(path, new CreateOptions(overwrite, 0, true));
    OutputStream packed = path.endsWith(".gz") ? new GZIPOutputStream(file, 1 << 16) : file;
    out = new BufferedWriter(new OutputStreamWriter(packed, StandardCharsets.UTF_8), 1 << 16);
    text = new CsvText(dialect);
    out.append(text.header(schema));
  }

  @Override
  public void write(Batch batch) throws IOException {
    out.append(text.rows(batch, 0, batch.rows()));
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
