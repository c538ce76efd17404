package io.placed.fuzz;

import io.placed.formats.BatchSource;
import io.placed.formats.FileFormat;
import io.placed.io.CreateOptions;
import io.placed.io.MemoryStore;
import io.placed.io.PositionOutput;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.List;

/** Rows of text files. */
final class TextRows {
  static final String PATH = "/f.txt";

  private TextRows() {}

  static MemoryStore store(byte[] content) throws IOException {
    MemoryStore store = new MemoryStore();
    try (PositionOutput out = store.create(PATH, CreateOptions.NEW)) {
      out.write(content);
    }
    return store;
  }

  static Batch read(FileFormat format) throws IOException {
    Schema schema = format.schema(List.of(PATH));
    Batch rows = Batch.of(schema);
    try (BatchSource source = format.open(PATH, schema)) {
      while (source.next()) {
        rows.appendRange(source.batch(), 0, source.batch().rows());
      }
    }
    return rows;
  }
}
