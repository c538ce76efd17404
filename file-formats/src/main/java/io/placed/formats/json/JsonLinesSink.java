package io.placed.formats.json;

import io.placed.formats.text.JsonRows;
import io.placed.formats.text.TextSink;
import io.placed.io.FileStore;
import io.placed.vector.Batch;
import java.io.IOException;

/** Writes a file of JSON lines. */
public final class JsonLinesSink extends TextSink {
  private final StringBuilder text = new StringBuilder();

  public JsonLinesSink(FileStore store, String path, boolean overwrite) throws IOException {
    super(store, path, overwrite);
  }

  @Override
  protected CharSequence rows(Batch batch) {
    text.setLength(0);
    for (int row = 0; row < batch.rows(); row++) {
      JsonRows.appendRow(batch, row, text);
    }
    return text;
  }
}
