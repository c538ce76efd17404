package io.placed.formats.csv;

import io.placed.formats.text.TextSink;
import io.placed.io.FileStore;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;

/** Writes a CSV file. */
public final class CsvSink extends TextSink {
  private final CsvText text;

  public CsvSink(FileStore store, String path, Schema schema, CsvDialect dialect, boolean overwrite)
      throws IOException {
    super(store, path, overwrite);
    text = new CsvText(dialect);
    append(text.header(schema));
  }

  @Override
  protected CharSequence rows(Batch batch) {
    return text.rows(batch, 0, batch.rows());
  }
}
