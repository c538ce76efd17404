package io.placed.advise.workload;

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
import java.util.Optional;
import java.util.Set;

/**
 * A query as a JSON object on one line: {@code name}, {@code output} (an array of columns, or
 * {@code "*"}), {@code filter} (an array of names or of {@code {"column": name, "ranges": [[from,
 * to], …]}}), {@code join} or {@code group} (an array of columns, see {@link Shuffle}), {@code
 * with} (of a join, an array of {@code {"table": name, "columns": [name, …]}}), {@code weight},
 * {@code selectivity}, {@code millis}; all are optional, but at least one column is required.
 */
final class WorkloadJson {
  private static final Set<String> KEYS =
      Set.of(
          "name", "output", "filter", "join", "group", "with", "weight", "selectivity", "millis");

  private static final Set<String> CONDITION_KEYS = Set.of("column", "ranges");

  private static final String WITH = "with";
  private static final Set<String> SIDE_KEYS = Set.of("table", "columns");

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
          conditions(object.get("filter")),
          shuffle(object),
          number(object, "weight", 1),
          number(object, "selectivity", 1),
          number(object, "millis", 0));
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

  /** Conditions as an array of names or objects. */
  static JsonArray conditions(List<Condition> filter) {
    JsonArray array = new JsonArray();
    filter.forEach(c -> array.add(condition(c)));
    return array;
  }

  /**
   * Reads the array; no conditions if it is null.
   *
   * @throws IllegalArgumentException or one of Gson's if an element is no condition
   */
  static List<Condition> conditions(JsonElement array) {
    List<Condition> out = new ArrayList<>();
    if (array != null) {
      for (JsonElement e : array.getAsJsonArray()) {
        out.add(e.isJsonObject() ? condition(e.getAsJsonObject()) : Condition.on(name(e)));
      }
    }
    return out;
  }

  /**
   * Reads the keys of {@link #add}.
   *
   * @throws IllegalArgumentException or one of Gson's if their values are no columns or sides, or
   *     keys are there that do not go together
   */
  static Optional<Shuffle> shuffle(JsonObject object) {
    Optional<Shuffle> out = Optional.empty();
    for (Shuffle.Kind kind : Shuffle.Kind.values()) {
      if (object.has(kind.text())) {
        if (out.isPresent()) {
          throw new IllegalArgumentException("join and group cannot both be given");
        }
        out =
            Optional.of(
                new Shuffle(kind, strings(object.get(kind.text())), sides(object.get(WITH))));
      }
    }
    if (out.isEmpty() && object.has(WITH)) {
      throw new IllegalArgumentException("with is of a join, and there is none");
    }
    return out;
  }

  private static List<Shuffle.Side> sides(JsonElement array) {
    List<Shuffle.Side> out = new ArrayList<>();
    if (array != null) {
      for (JsonElement e : array.getAsJsonArray()) {
        JsonObject side = e.getAsJsonObject();
        if (!side.keySet().equals(SIDE_KEYS)) {
          throw new IllegalArgumentException(
              "the other side of a join has the keys table and columns, found " + side.keySet());
        }
        out.add(new Shuffle.Side(name(side.get("table")), strings(side.get("columns"))));
      }
    }
    return out;
  }

  /** Adds the columns under the name of the kind, and the other sides of a join. */
  static void add(JsonObject object, Optional<Shuffle> shuffle) {
    if (shuffle.isEmpty()) {
      return;
    }
    object.add(shuffle.get().kind().text(), array(shuffle.get().columns()));
    if (!shuffle.get().with().isEmpty()) {
      JsonArray sides = new JsonArray();
      for (Shuffle.Side s : shuffle.get().with()) {
        JsonObject side = new JsonObject();
        side.addProperty("table", s.table());
        side.add("columns", array(s.columns()));
        sides.add(side);
      }
      object.add(WITH, sides);
    }
  }

  private static Condition condition(JsonObject object) {
    if (!object.keySet().equals(CONDITION_KEYS)) {
      throw new IllegalArgumentException(
          "a condition has the keys column and ranges, found " + object.keySet());
    }
    List<RankRange> ranges = new ArrayList<>();
    for (JsonElement e : object.get("ranges").getAsJsonArray()) {
      JsonArray ends = e.getAsJsonArray();
      if (ends.size() != 2) {
        throw new IllegalArgumentException("a range has two ends, found " + ends);
      }
      ranges.add(new RankRange(ends.get(0).getAsDouble(), ends.get(1).getAsDouble()));
    }
    return new Condition(name(object.get("column")), ranges);
  }

  private static double number(JsonObject object, String key, double otherwise) {
    if (!object.has(key)) {
      return otherwise;
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
        out.add(name(e));
      }
    }
    return out;
  }

  private static String name(JsonElement e) {
    if (!e.isJsonPrimitive() || !e.getAsJsonPrimitive().isString()) {
      throw new IllegalArgumentException("a name must be a string, found " + e);
    }
    return e.getAsString();
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
      object.add("filter", conditions(q.filter()));
    }
    add(object, q.shuffle());
    if (q.weight() != 1) {
      object.addProperty("weight", q.weight());
    }
    if (q.selectivity() != 1) {
      object.addProperty("selectivity", q.selectivity());
    }
    if (q.millis() != 0) {
      object.addProperty("millis", q.millis());
    }
    return object.toString();
  }

  private static JsonElement condition(Condition c) {
    if (!c.isKnown()) {
      return new JsonPrimitive(c.column());
    }
    JsonArray ranges = new JsonArray();
    for (RankRange r : c.ranges()) {
      JsonArray ends = new JsonArray();
      ends.add(r.from());
      ends.add(r.to());
      ranges.add(ends);
    }
    JsonObject object = new JsonObject();
    object.addProperty("column", c.column());
    object.add("ranges", ranges);
    return object;
  }

  private static JsonArray array(List<String> names) {
    JsonArray array = new JsonArray();
    names.forEach(array::add);
    return array;
  }
}
