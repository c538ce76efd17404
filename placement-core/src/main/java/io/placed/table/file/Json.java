package io.placed.table.file;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import io.placed.error.MalformedDataException;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A JSON object, read strictly: a missing or unknown field, or one of another type, is a {@link
 * MalformedDataException}, because guessing could return wrong rows.
 */
public final class Json {
  private static final TypeAdapter<JsonElement> ELEMENTS = new Gson().getAdapter(JsonElement.class);

  private final JsonObject object;
  private final String what;
  private final Set<String> known = new HashSet<>();

  private Json(JsonElement element, String what) {
    if (element == null || !element.isJsonObject()) {
      throw new MalformedDataException(what + " must be a JSON object");
    }
    this.object = element.getAsJsonObject();
    this.what = what;
  }

  public static Json parse(String text, String what) {
    try (JsonReader reader = new JsonReader(new StringReader(text))) {
      reader.setStrictness(Strictness.STRICT);
      JsonElement element = ELEMENTS.read(reader);
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw new MalformedDataException(what + ": unexpected text after the JSON object");
      }
      return new Json(element, what);
    } catch (IOException | JsonParseException | IllegalStateException e) {
      throw new MalformedDataException(what + " is not valid JSON: " + e.getMessage(), e);
    }
  }

  /** Writes JSON to memory. */
  public interface Writing {
    void to(JsonWriter out) throws IOException;
  }

  public static String write(Writing content) {
    StringWriter text = new StringWriter();
    JsonWriter out = new JsonWriter(text);
    out.setSerializeNulls(true);
    try {
      content.to(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("a StringWriter does not fail", e);
    }
    return text.toString();
  }

  public boolean has(String name) {
    return object.has(name);
  }

  public String string(String name) {
    return string(get(name), name);
  }

  public long number(String name) {
    JsonElement e = get(name);
    if (e.isJsonPrimitive() && e.getAsJsonPrimitive().isNumber()) {
      try {
        return Long.parseLong(e.getAsString());
      } catch (NumberFormatException notWhole) {
        throw wrong(name, "a 64-bit integer", e, notWhole);
      }
    }
    throw wrong(name, "a number", e, null);
  }

  /** A number that has 32 bits. */
  public int integer(String name) {
    long value = number(name);
    if (value != (int) value) {
      throw wrong(name, "a 32-bit integer", get(name), null);
    }
    return (int) value;
  }

  boolean bool(String name) {
    JsonElement e = get(name);
    if (e.isJsonPrimitive() && e.getAsJsonPrimitive().isBoolean()) {
      return e.getAsBoolean();
    }
    throw wrong(name, "true or false", e, null);
  }

  public List<String> strings(String name) {
    return items(name, e -> string(e, name));
  }

  public <T> T object(String name, Function<Json, T> read) {
    return read.apply(new Json(get(name), what + "." + name));
  }

  public <T> List<T> objects(String name, Function<Json, T> read) {
    return items(name, e -> read.apply(new Json(e, what + "." + name)));
  }

  public List<Integer> integers(String name) {
    return items(
        name,
        e -> {
          JsonObject one = new JsonObject();
          one.add(name, e);
          return new Json(one, what).integer(name);
        });
  }

  /** Rows of integers, all of the same width. */
  public <T> List<T> rows(String name, int width, Function<long[], T> read) {
    return items(
        name,
        e -> {
          if (!e.isJsonArray() || e.getAsJsonArray().size() != width) {
            throw wrong(name, "an array of arrays of " + width + " numbers", e, null);
          }
          long[] row = new long[width];
          for (int i = 0; i < width; i++) {
            JsonObject one = new JsonObject();
            one.add(name, e.getAsJsonArray().get(i));
            row[i] = new Json(one, what).number(name);
          }
          return read.apply(row);
        });
  }

  /** Strings by key, in the order written; values may be null. */
  public Map<String, String> texts(String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    new Json(get(name), what + "." + name)
        .object
        .asMap()
        .forEach((k, v) -> texts.put(k, v.isJsonNull() ? null : string(v, name + "." + k)));
    return texts;
  }

  public <T> Map<String, T> objectsByName(String name, Function<Json, T> read) {
    Map<String, T> found = new LinkedHashMap<>();
    new Json(get(name), what + "." + name)
        .object
        .asMap()
        .forEach((k, v) -> found.put(k, read.apply(new Json(v, what + "." + name + "." + k))));
    return found;
  }

  /** To be called when all known fields have been read. */
  public void end() {
    for (String name : object.keySet()) {
      if (!known.contains(name)) {
        throw new MalformedDataException(what + ": unknown field '" + name + "'");
      }
    }
  }

  private JsonElement get(String name) {
    known.add(name);
    JsonElement e = object.get(name);
    if (e == null) {
      throw new MalformedDataException(what + ": field '" + name + "' is missing");
    }
    return e;
  }

  private <T> List<T> items(String name, Function<JsonElement, T> read) {
    JsonElement e = get(name);
    if (!e.isJsonArray()) {
      throw wrong(name, "an array", e, null);
    }
    JsonArray array = e.getAsJsonArray();
    List<T> items = new ArrayList<>(array.size());
    array.forEach(i -> items.add(read.apply(i)));
    return Collections.unmodifiableList(items);
  }

  private String string(JsonElement e, String name) {
    if (e.isJsonPrimitive() && e.getAsJsonPrimitive().isString()) {
      return e.getAsString();
    }
    throw wrong(name, "a string", e, null);
  }

  private MalformedDataException wrong(
      String name, String expected, JsonElement found, Exception cause) {
    String text = found.toString();
    return new MalformedDataException(
        what
            + ": field '"
            + name
            + "' must be "
            + expected
            + ", found "
            + (text.length() > 60 ? text.substring(0, 60) + "…" : text),
        cause);
  }
}
