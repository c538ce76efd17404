package io.placed.formats.json;

import io.placed.formats.csv.TextValues;
import io.placed.formats.json.JsonLinesReader.JsonNumber;
import io.placed.schema.Field;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.ListColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import io.placed.vector.Values;
import java.time.DateTimeException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Values of JSON as values of columns. */
final class JsonValues {
  private static final int SHOWN = 60;

  private JsonValues() {}

  /**
   * Appends a value.
   *
   * @throws IllegalArgumentException if it is none of the type
   */
  static void append(Column column, Field field, Object value) {
    if (value == null) {
      Values.append(column, field, null);
      return;
    }
    Type type = field.type();
    switch (type.kind()) {
      case BOOLEAN -> ((BooleanColumn) column).append(value(value, Boolean.class, field));
      case INT8, INT16, INT32, INT64, DECIMAL ->
          parse(column, field, value, value instanceof JsonNumber);
      case FLOAT, DOUBLE ->
          parse(
              column,
              field,
              value,
              value instanceof JsonNumber || JsonGuess.SPECIAL.contains(value));
      case STRING -> appendText((BytesColumn) column, field, text(value, field));
      case BINARY, DATE, TIMESTAMP, TIMESTAMP_NTZ ->
          parse(column, field, value, value instanceof String);
      case STRUCT -> struct((StructColumn) column, field, value);
      case LIST -> {
        ListColumn list = (ListColumn) column;
        Field element = type.children().get(0);
        for (Object e : value(value, List.class, field)) {
          append(list.elements(), element, e);
        }
        list.endList();
      }
      case MAP -> map((MapColumn) column, field, value);
    }
  }

  private static void parse(Column column, Field field, Object value, boolean allowed) {
    String text = value instanceof JsonNumber n ? n.text() : value.toString();
    if (!allowed) {
      throw notOf(field, value);
    }
    try {
      TextValues.parse(column, field, text);
    } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
      throw notOf(field, value);
    }
  }

  private static void appendText(BytesColumn column, Field field, String text) {
    try {
      column.append(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("column '" + field.name() + "': " + e.getMessage(), e);
    }
  }

  /** Numbers and booleans as they are in the file, where a schema says that they are strings. */
  private static String text(Object value, Field field) {
    if (value instanceof Map || value instanceof List) {
      throw notOf(field, value);
    }
    return value instanceof JsonNumber n ? n.text() : value.toString();
  }

  private static void struct(StructColumn column, Field field, Object value) {
    Map<?, ?> object = value(value, Map.class, field);
    Set<Object> names = new HashSet<>(object.keySet());
    for (int i = 0; i < column.children().size(); i++) {
      Field child = field.type().children().get(i);
      names.remove(child.name());
      append(column.child(i), child, object.get(child.name()));
    }
    if (!names.isEmpty()) {
      throw new IllegalArgumentException(
          "column '" + field.name() + "' has no field '" + names.iterator().next() + "'");
    }
    column.endRow();
  }

  /** An object if the keys are strings, else an array of objects with key and value. */
  private static void map(MapColumn column, Field field, Object value) {
    Field key = field.type().children().get(0);
    Field item = field.type().children().get(1);
    if (key.type().kind() == TypeKind.STRING) {
      Map<?, ?> object = value(value, Map.class, field);
      object.forEach(
          (k, v) -> {
            append(column.keys(), key, k);
            append(column.values(), item, v);
          });
    } else {
      for (Object entry : value(value, List.class, field)) {
        Map<?, ?> pair = value(entry, Map.class, field);
        if (!pair.keySet().equals(Set.of("key", "value"))) {
          throw notOf(field, value);
        }
        append(column.keys(), key, pair.get("key"));
        append(column.values(), item, pair.get("value"));
      }
    }
    column.endMap();
  }

  private static <T> T value(Object value, Class<T> type, Field field) {
    if (!type.isInstance(value)) {
      throw notOf(field, value);
    }
    return type.cast(value);
  }

  private static IllegalArgumentException notOf(Field field, Object value) {
    String text = value instanceof JsonNumber n ? n.text() : String.valueOf(value);
    String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN - 3) + "...";
    return new IllegalArgumentException(
        "column '" + field.name() + "': '" + shown + "' is not a valid " + field.type());
  }
}
