package io.placed.formats.json;

import io.placed.formats.BatchSource;
import io.placed.formats.FileFormat;
import io.placed.formats.FormatException;
import io.placed.io.FileStores;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Files of JSON lines. Types are inferred in a first pass over all rows; the rows are read in a
 * second pass. Columns have the order in which they are first named. A column that an object lacks
 * is null there.
 */
public final class JsonLinesFormat implements FileFormat {
  private final FileStores stores;
  private final Schema given;
  private Schema schema;

  /**
   * @param given the schema, or null to infer it
   */
  public JsonLinesFormat(FileStores stores, Schema given) {
    this.stores = stores;
    this.given = given;
  }

  @Override
  public Schema schema(List<String> paths) throws IOException {
    schema = given == null ? inferred(paths) : given;
    return schema;
  }

  private Schema inferred(List<String> paths) throws IOException {
    JsonGuess rows = new JsonGuess();
    for (String path : paths) {
      try (JsonLinesReader reader = new JsonLinesReader(stores.forPath(path).input(path))) {
        add(reader, rows);
      }
    }
    try {
      List<Field> fields = rows.fields();
      if (fields.isEmpty()) {
        throw new FormatException(paths.get(0) + " has no rows with columns; --schema names them");
      }
      return Schema.of(fields);
    } catch (IllegalArgumentException e) {
      throw new FormatException(paths.get(0) + ": " + e.getMessage(), e);
    }
  }

  private static void add(JsonLinesReader reader, JsonGuess rows) throws IOException {
    for (Map<String, Object> row = reader.next(); row != null; row = reader.next()) {
      try {
        rows.add(row, "");
      } catch (IllegalArgumentException e) {
        throw reader.wrong(e.getMessage(), e);
      }
    }
  }

  @Override
  public BatchSource open(String path, Schema wanted) throws IOException {
    return new JsonLinesSource(
        new JsonLinesReader(stores.forPath(path).input(path)), schema, wanted);
  }
}
