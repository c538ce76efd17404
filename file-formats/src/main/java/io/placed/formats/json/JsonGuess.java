package io.placed.formats.json;

import io.placed.formats.csv.TypeGuess;
import io.placed.formats.json.JsonLinesReader.JsonNumber;
import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Infers the narrowest type of the values of a column, or below it. Numbers are as in CSV files;
 * strings are dates or timestamps if all of them are. Values of two kinds are refused, because no
 * type keeps them apart.
 */
final class JsonGuess {
  private enum Kind {
    NUMBER("a number"),
    STRING("a string"),
    BOOLEAN("a boolean"),
    OBJECT("an object"),
    ARRAY("an array");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /** As {@link io.placed.formats.text.JsonRows} prints numbers that JSON does not have. */
  static final Set<String> SPECIAL = Set.of("NaN", "Infinity", "-Infinity");

  private final TypeGuess numbers = new TypeGuess();
  private final TypeGuess strings = TypeGuess.ofTimes();
  private final Map<String, JsonGuess> fields = new LinkedHashMap<>();

  /** Null until a value was seen. */
  private Kind kind;

  /** Whether all strings were special numbers. */
  private boolean onlySpecial = true;

  private JsonGuess elements;

  /**
   * Adds a value, null included.
   *
   * @param name for messages
   * @throws IllegalArgumentException if it is of another kind than those before
   */
  void add(Object value, String name) {
    if (value == null) {
      return;
    }
    if (value instanceof JsonNumber n) {
      // Numbers may follow special ones.
      if (kind == Kind.STRING && onlySpecial) {
        kind = Kind.NUMBER;
      }
      be(Kind.NUMBER, name);
      numbers.add(n.text());
    } else if (value instanceof String s) {
      boolean special = SPECIAL.contains(s);
      if (special) {
        numbers.add(s);
      }
      if (special && kind == Kind.NUMBER) {
        return;
      }
      be(Kind.STRING, name);
      onlySpecial &= special;
      strings.add(s);
    } else if (value instanceof Boolean) {
      be(Kind.BOOLEAN, name);
    } else if (value instanceof List<?> list) {
      be(Kind.ARRAY, name);
      elements = elements == null ? new JsonGuess() : elements;
      list.forEach(e -> elements.add(e, name));
    } else {
      be(Kind.OBJECT, name);
      ((Map<?, ?>) value)
          .forEach(
              (key, v) ->
                  fields
                      .computeIfAbsent((String) key, k -> new JsonGuess())
                      .add(v, name.isEmpty() ? (String) key : name + "." + key));
    }
  }

  private void be(Kind now, String name) {
    if (kind != null && kind != now) {
      throw new IllegalArgumentException(
          "column '%s' has %s, and %s before; --schema can make numbers and booleans strings"
              .formatted(name, now.text, kind.text));
    }
    kind = now;
  }

  /** The fields of the objects that were added. */
  List<Field> fields() {
    List<Field> out = new ArrayList<>();
    fields.forEach((name, guess) -> out.add(Field.of(name, guess.type(name))));
    return out;
  }

  /**
   * The type; string if all values are null.
   *
   * @param name for messages
   */
  private Type type(String name) {
    if (kind == null) {
      return Type.STRING;
    }
    return switch (kind) {
      case NUMBER -> numbers.result();
      case STRING -> onlySpecial ? Type.DOUBLE : strings.result();
      case BOOLEAN -> Type.BOOLEAN;
      case ARRAY -> new ListType(Field.of("element", elements.type(name)));
      case OBJECT -> {
        if (fields.isEmpty()) {
          throw new IllegalArgumentException(
              "column '" + name + "' has objects without fields only; --schema gives its type");
        }
        yield new StructType(fields());
      }
    };
  }
}
