package io.placed.cases;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonPrimitive;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Rows as lines of JSON, with which the tests of readers in other languages compare theirs.
 *
 * <p>The first line has the columns as pairs of name and type, each other line is a row. Floating
 * point numbers are their bits in hexadecimal digits, decimals unscaled integers as strings, binary
 * values hexadecimal digits, dates days and timestamps microseconds since 1970, maps lists of
 * pairs, structs lists.
 */
public final class RowsAsJson {
  private static final Gson GSON =
      new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

  private RowsAsJson() {}

  public static void write(Path file, Schema schema, List<Object[]> rows) throws IOException {
    List<String> lines = new ArrayList<>();
    JsonArray columns = new JsonArray();
    for (Field f : schema.fields()) {
      JsonArray column = new JsonArray();
      column.add(f.name());
      column.add(f.type().kind().text());
      columns.add(column);
    }
    lines.add(GSON.toJson(columns));
    for (Object[] row : rows) {
      JsonArray values = new JsonArray();
      for (int c = 0; c < row.length; c++) {
        values.add(json(schema.field(c).type(), row[c]));
      }
      lines.add(GSON.toJson(values));
    }
    Files.createDirectories(file.getParent());
    Files.write(file, lines);
  }

  private static JsonElement json(Type type, Object value) {
    if (value == null) {
      return JsonNull.INSTANCE;
    }
    return switch (type.kind()) {
      case BOOLEAN -> new JsonPrimitive((Boolean) value);
      case INT8, INT16, INT32, INT64 -> new JsonPrimitive((Number) value);
      case FLOAT -> new JsonPrimitive(Integer.toHexString(Float.floatToRawIntBits((Float) value)));
      case DOUBLE ->
          new JsonPrimitive(Long.toHexString(Double.doubleToRawLongBits((Double) value)));
      case DECIMAL -> new JsonPrimitive(((BigDecimal) value).unscaledValue().toString());
      case STRING -> new JsonPrimitive((String) value);
      case BINARY -> new JsonPrimitive(HexFormat.of().formatHex((byte[]) value));
      case DATE -> new JsonPrimitive(((LocalDate) value).toEpochDay());
      case TIMESTAMP ->
          new JsonPrimitive(ChronoUnit.MICROS.between(Instant.EPOCH, (Instant) value));
      case TIMESTAMP_NTZ ->
          new JsonPrimitive(
              ChronoUnit.MICROS.between(
                  LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), (LocalDateTime) value));
      case STRUCT -> {
        JsonArray out = new JsonArray();
        Object[] parts = (Object[]) value;
        for (int i = 0; i < parts.length; i++) {
          out.add(json(type.children().get(i).type(), parts[i]));
        }
        yield out;
      }
      case LIST -> {
        JsonArray out = new JsonArray();
        ((List<?>) value).forEach(v -> out.add(json(type.children().get(0).type(), v)));
        yield out;
      }
      case MAP -> {
        JsonArray out = new JsonArray();
        ((Map<?, ?>) value)
            .forEach(
                (k, v) -> {
                  JsonArray entry = new JsonArray();
                  entry.add(json(type.children().get(0).type(), k));
                  entry.add(json(type.children().get(1).type(), v));
                  out.add(entry);
                });
        yield out;
      }
    };
  }
}
