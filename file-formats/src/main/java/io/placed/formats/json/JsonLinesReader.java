package io.placed.formats.json;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import io.placed.formats.FormatException;
import io.placed.formats.text.TextInput;
import io.placed.io.InputFile;
import io.placed.vector.BytesColumn;
import java.io.Closeable;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The objects of a file of JSON lines (UTF-8, optionally gzip-compressed). Values are Map, List,
 * String, {@link JsonNumber}, Boolean or null.
 */
final class JsonLinesReader implements Closeable {
  /** As it is in the file, so that no digit is lost. */
  record JsonNumber(String text) {}

  private final String path;
  private final TextInput text;
  private long line;

  JsonLinesReader(InputFile input) throws IOException {
    path = input.path();
    text = new TextInput(input);
  }

  /**
   * The next object, null at the end. Empty lines are skipped.
   *
   * @throws FormatException if a line is no object
   */
  Map<String, Object> next() throws IOException {
    while (true) {
      String read = readLine();
      if (read == null) {
        return null;
      }
      if (!read.isBlank()) {
        return object(read);
      }
    }
  }

  private String readLine() throws IOException {
    try {
      String read = text.reader().readLine();
      line++;
      return read;
    } catch (IOException e) {
      throw text.explained(e, line);
    }
  }

  private Map<String, Object> object(String read) throws IOException {
    try (JsonReader in = new JsonReader(new StringReader(read))) {
      in.setStrictness(Strictness.STRICT);
      if (in.peek() != JsonToken.BEGIN_OBJECT) {
        throw wrong("found " + name(in.peek()) + ", expected one JSON object per line", null);
      }
      Map<String, Object> object = object(in);
      if (in.peek() != JsonToken.END_DOCUMENT) {
        throw wrong("found more than one JSON object in the line", null);
      }
      return object;
    } catch (IOException | IllegalStateException e) {
      throw wrong("invalid JSON (" + e.getMessage().lines().findFirst().orElse("") + ")", e);
    }
  }

  private static String name(JsonToken token) {
    return switch (token) {
      case BEGIN_ARRAY -> "an array";
      case STRING -> "a string";
      case NUMBER -> "a number";
      case BOOLEAN -> "a boolean";
      case NULL -> "null";
      default -> "something else";
    };
  }

  private Map<String, Object> object(JsonReader in) throws IOException {
    Map<String, Object> out = new LinkedHashMap<>();
    in.beginObject();
    while (in.hasNext()) {
      String name = in.nextName();
      try {
        BytesColumn.requireEncodable(name);
      } catch (IllegalArgumentException e) {
        throw wrong("a name: " + e.getMessage(), e);
      }
      if (out.containsKey(name)) {
        throw wrong("the name '" + name + "' is twice in an object", null);
      }
      out.put(name, value(in));
    }
    in.endObject();
    return out;
  }

  private Object value(JsonReader in) throws IOException {
    switch (in.peek()) {
      case BEGIN_OBJECT:
        return object(in);
      case BEGIN_ARRAY:
        List<Object> list = new ArrayList<>();
        in.beginArray();
        while (in.hasNext()) {
          list.add(value(in));
        }
        in.endArray();
        return list;
      case NUMBER:
        return new JsonNumber(in.nextString());
      case BOOLEAN:
        return in.nextBoolean();
      case NULL:
        in.nextNull();
        return null;
      default:
        return in.nextString();
    }
  }

  /** An error in the current line. */
  FormatException wrong(String what, Throwable cause) {
    return new FormatException(
        String.format(Locale.ROOT, "%s, line %d: %s", path, line, what), cause);
  }

  double fraction() {
    return text.fraction();
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
