package io.placed.formats.csv;

import io.placed.formats.BatchSource;
import io.placed.formats.FormatException;
import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.vector.Batch;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.Values;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.HexFormat;
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
      parse(column, field, text);
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

  static void parse(Column column, Field field, String text) {
    switch (field.type().kind()) {
      case BOOLEAN -> {
        if (!Texts.isBoolean(text)) {
          throw new IllegalArgumentException(text);
        }
        ((BooleanColumn) column).append(text.equalsIgnoreCase("true"));
      }
      case INT8 -> ((IntColumn) column).append(Byte.parseByte(text));
      case INT16 -> ((IntColumn) column).append(Short.parseShort(text));
      case INT32 -> ((IntColumn) column).append(Integer.parseInt(text));
      case INT64 -> ((LongColumn) column).append(Long.parseLong(text));
      case FLOAT -> ((FloatColumn) column).append(parseFloat(text));
      case DOUBLE -> ((DoubleColumn) column).append(Texts.parseDouble(text));
      case DECIMAL -> Values.append(column, field, decimal(field, text));
      case STRING -> ((BytesColumn) column).append(text);
      case BINARY -> ((BytesColumn) column).append(HexFormat.of().parseHex(text));
      case DATE -> ((IntColumn) column).append(Math.toIntExact(LocalDate.parse(text).toEpochDay()));
      case TIMESTAMP -> ((LongColumn) column).append(Texts.timestamp(text));
      case TIMESTAMP_NTZ -> ((LongColumn) column).append(Texts.timestampNtz(text));
      case STRUCT, LIST, MAP -> throw new IllegalArgumentException("nested");
    }
  }

  private static float parseFloat(String text) {
    double wide = Texts.parseDouble(text);
    return Double.isFinite(wide) ? Float.parseFloat(text) : (float) wide;
  }

  private static BigDecimal decimal(Field field, String text) {
    BigDecimal value = new BigDecimal(text);
    int scale = ((DecimalType) field.type()).scale();
    // Rejected here, before an exponent such as 1e999999999 is expanded to digits.
    if (value.scale() < -DecimalType.MAX_PRECISION) {
      throw new ArithmeticException("too large");
    }
    return value.signum() == 0 ? BigDecimal.ZERO.setScale(scale) : value;
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
