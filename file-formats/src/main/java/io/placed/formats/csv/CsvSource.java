package io.placed.formats.csv;

import io.placed.formats.BatchSource;
import io.placed.formats.FormatException;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.IOException;
import java.time.DateTimeException;
import java.util.Locale;
import org.apache.commons.csv.CSVRecord;

/** The rows of a CSV file as values of given types. */
final class CsvSource implements BatchSource {
  private final CsvReader reader;
  private final String path;
  private final Batch batch;
  private final int[] positions;

  CsvSource(CsvReader reader, String path, Schema schema) {
    this.reader = reader;
    this.path = path;
    this.batch = Batch.of(schema);
    this.positions =
        schema.fields().stream().mapToInt(f -> reader.names().indexOf(f.name())).toArray();
  }

  @Override
  public Schema schema() {
    return batch.schema();
  }

  @Override
  public boolean next() {
    batch.clear();
    int rows = 0;
    long chars = 0;
    while (rows < BATCH_ROWS && chars < BATCH_BYTES) {
      CSVRecord record = reader.next();
      if (record == null) {
        break;
      }
      for (int i = 0; i < positions.length; i++) {
        String text = record.get(positions[i]);
        append(batch.column(i), schema().field(i), text);
        chars += text == null ? 0 : text.length();
      }
      rows++;
    }
    batch.setRows(rows);
    return rows > 0;
  }

  private void append(Column column, Field field, String text) {
    Type type = field.type();
    if (text == null || (type.kind() != TypeKind.STRING && CsvFormat.isMissingUnlessString(text))) {
      if (!field.nullable()) {
        throw new FormatException(
            String.format(
                Locale.ROOT,
                "%s, line %d: column '%s' must not be null",
                path,
                reader.line(),
                field.name()));
      }
      column.appendNull();
      return;
    }
    try {
      TextValues.parse(column, field, text);
    } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
      throw new FormatException(
          String.format(
              Locale.ROOT,
              "%s, line %d, column '%s': '%s' is not a valid %s",
              path,
              reader.line(),
              field.name(),
              shortened(text),
              type),
          e);
    }
  }

  private static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
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
