package io.placed.advise;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A query as a JSON object on one line: {@code name}, {@code output} (an array of columns, or
 * {@code "*"}), {@code filter} (an array), {@code weight}, {@code selectivity}; all are optional,
 * but at least one column is required.
 */
final class WorkloadJson {
  private static final Set<String> KEYS =
      Set.of("name", "output", "filter", "weight", "selectivity");

  private WorkloadJson() {}

  static Query read(String line, String otherwise, String where) {
    try (JsonReader reader = new JsonReader(new StringReader(line))) {
      reader.setStrictness(Strictness.STRICT);
      JsonObject object = new Gson().getAdapter(JsonElement.class).read(reader).getAsJsonObject();
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw WorkloadParser.error(where, "unexpected text after the JSON object");
      }
      for (String key : object.keySet()) {
        if (!KEYS.contains(key)) {
          throw WorkloadParser.error(where, "key '" + key + "' is unknown");
        }
      }
      JsonElement output = object.get("output");
      boolean all = output != null && output.isJsonPrimitive() && output.getAsString().equals("*");
      return new Query(
          object.has("name") ? object.get("name").getAsString() : otherwise,
          all ? List.of() : strings(output),
          all,
          strings(object.get("filter")),
          number(object, "weight"),
          number(object, "selectivity"));
    } catch (IllegalArgumentException e) {
      // Messages of this package are complete already.
      String message = e.getMessage();
      throw message != null && message.startsWith(where) ? e : WorkloadParser.error(where, message);
    } catch (IOException
        | JsonParseException
        | IllegalStateException
        | UnsupportedOperationException e) {
      throw WorkloadParser.error(where, "not a JSON object of a query: " + e.getMessage());
    }
  }

  private static double number(JsonObject object, String key) {
    if (!object.has(key)) {
      return 1;
    }
    if (!(object.get(key) instanceof JsonPrimitive p) || !p.isNumber()) {
      throw new IllegalArgumentException(key + " must be a number, found " + object.get(key));
    }
    return p.getAsDouble();
  }

  private static List<String> strings(JsonElement array) {
    List<String> out = new ArrayList<>();
    if (array != null) {
      for (JsonElement e : array.getAsJsonArray()) {
        if (!e.isJsonPrimitive() || !e.getAsJsonPrimitive().isString()) {
          throw new IllegalArgumentException("a column name must be a string, found " + e);
        }
        out.add(e.getAsString());
      }
    }
    return out;
  }

  static String write(Query q) {
    JsonObject object = new JsonObject();
    object.addProperty("name", q.name());
    if (q.all()) {
      object.addProperty("output", "*");
    } else if (!q.output().isEmpty()) {
      object.add("output", array(q.output()));
    }
    if (!q.filter().isEmpty()) {
      object.add("filter", array(q.filter()));
    }
    if (q.weight() != 1) {
      object.addProperty("weight", q.weight());
    }
    if (q.selectivity() != 1) {
      object.addProperty("selectivity", q.selectivity());
    }
    return object.toString();
  }

  private static JsonArray array(List<String> names) {
    JsonArray array = new JsonArray();
    names.forEach(array::add);
    return array;
  }
}
