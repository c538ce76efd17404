package io.placed.benchmarks.engine;

import io.placed.formats.text.JsonRows;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** One JSON object per line. */
final class JsonFormat extends Format {
  private static final int BUFFER = 1 << 16;

  JsonFormat() {
    super("json", ".json");
  }

  @Override
  public Sink<Batch> create(Schema schema, Path file, int groupRows) throws IOException {
    OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER);
    return new Sink<>() {
      @Override
      public Batch form(Batch batch) {
        return Sink.copy(batch);
      }

      @Override
      public void write(Batch rows) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.rows(); i++) {
          JsonRows.appendRow(rows, i, text);
        }
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      }

      @Override
      public void finish() throws IOException {
        out.close();
      }

      @Override
      public void close() throws IOException {
        out.close();
      }
    };
  }
}
