package io.placed.formats.json;

import io.placed.formats.BatchSource;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.Map;

/** The rows of a file of JSON lines as values of given types. */
final class JsonLinesSource implements BatchSource {
  private final JsonLinesReader reader;
  private final Schema all;
  private final Batch batch;

  /**
   * @param all columns of the file
   * @param wanted some of them
   */
  JsonLinesSource(JsonLinesReader reader, Schema all, Schema wanted) {
    this.reader = reader;
    this.all = all;
    this.batch = Batch.of(wanted);
  }

  @Override
  public Schema schema() {
    return batch.schema();
  }

  @Override
  public boolean next() throws IOException {
    batch.clear();
    int rows = 0;
    while (rows < BATCH_ROWS && (rows % 64 != 63 || batch.memoryBytes() < BATCH_BYTES)) {
      Map<String, Object> object = reader.next();
      if (object == null) {
        break;
      }
      append(object);
      rows++;
    }
    batch.setRows(rows);
    return rows > 0;
  }

  private void append(Map<String, Object> object) {
    for (String name : object.keySet()) {
      if (all.indexOf(name) < 0) {
        throw reader.wrong("--schema lacks column '" + name + "'; it must name all columns", null);
      }
    }
    for (int i = 0; i < schema().size(); i++) {
      String name = schema().field(i).name();
      try {
        JsonValues.append(batch.column(i), schema().field(i), object.get(name));
      } catch (IllegalArgumentException e) {
        throw reader.wrong(e.getMessage(), e);
      }
    }
  }

  @Override
  public Batch batch() {
    return batch;
  }

  @Override
  public double fraction() {
    return reader.fraction();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
