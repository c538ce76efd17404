package io.placed.formats.text;

import com.google.gson.stream.JsonWriter;
import io.placed.schema.Schema;
import io.placed.schema.TypeKind;
import io.placed.vector.Batch;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * Values as JSON. NaN, infinities, dates, timestamps and binary values are strings; a map is an
 * object if its keys are strings, else an array of {@code {"key":…,"value":…}}.
 */
public final class JsonRows {
  private JsonRows() {}

  /** Appends the row as one object per line. */
  public static void appendRow(Batch batch, int row, StringBuilder out) {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      Schema schema = batch.schema();
      json.setSerializeNulls(true);
      json.beginObject();
      for (int c = 0; c < schema.size(); c++) {
        json.name(schema.field(c).name());
        write(json, batch.column(c), row);
      }
      json.endObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.append(text.getBuffer()).append('\n');
  }

  static String value(Column column, int i) {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      write(json, column, i);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonWriter json, Column column, int i) throws IOException {
    if (column.isNull(i)) {
      json.nullValue();
      return;
    }
    switch (column.type().kind()) {
      case BOOLEAN -> json.value(((BooleanColumn) column).get(i));
      case INT8, INT16, INT32 -> json.value(((IntColumn) column).get(i));
      case INT64 -> json.value(((LongColumn) column).get(i));
      case FLOAT, DOUBLE -> {
        String text = ValueText.text(column, i);
        if (text.equals("NaN") || text.endsWith("Infinity")) {
          json.value(text);
        } else {
          json.jsonValue(text);
        }
      }
      case DECIMAL -> json.value(ValueText.decimal(column, i));
      case STRING -> json.value(((BytesColumn) column).getString(i));
      case BINARY, DATE, TIMESTAMP, TIMESTAMP_NTZ -> json.value(ValueText.text(column, i));
      case STRUCT -> writeStruct(json, (StructColumn) column, i);
      case LIST -> {
        ListColumn list = (ListColumn) column;
        json.beginArray();
        for (int k = list.start(i); k < list.start(i) + list.length(i); k++) {
          write(json, list.elements(), k);
        }
        json.endArray();
      }
      case MAP -> writeMap(json, (MapColumn) column, i);
    }
  }

  private static void writeStruct(JsonWriter json, StructColumn struct, int i) throws IOException {
    json.beginObject();
    for (int c = 0; c < struct.children().size(); c++) {
      json.name(struct.fields().get(c).name());
      write(json, struct.child(c), i);
    }
    json.endObject();
  }

  private static void writeMap(JsonWriter json, MapColumn map, int i) throws IOException {
    int end = map.start(i) + map.length(i);
    if (map.keys().type().kind() == TypeKind.STRING) {
      json.beginObject();
      for (int k = map.start(i); k < end; k++) {
        json.name(((BytesColumn) map.keys()).getString(k));
        write(json, map.values(), k);
      }
      json.endObject();
      return;
    }
    json.beginArray();
    for (int k = map.start(i); k < end; k++) {
      json.beginObject();
      json.name("key");
      write(json, map.keys(), k);
      json.name("value");
      write(json, map.values(), k);
      json.endObject();
    }
    json.endArray();
  }
}
