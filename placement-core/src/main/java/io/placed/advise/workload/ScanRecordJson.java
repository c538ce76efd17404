package io.placed.advise.workload;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A {@link ScanRecord} as a JSON object on one line. Keys that are not known are ignored. */
final class ScanRecordJson {
  private ScanRecordJson() {}

  static String write(ScanRecord r) {
    JsonObject object = new JsonObject();
    object.addProperty("table", r.table());
    object.addProperty("snapshot", r.snapshot());
    object.addProperty("at", r.at());
    object.addProperty("engine", r.engine());
    JsonArray columns = new JsonArray();
    r.columns().forEach(columns::add);
    object.add("columns", columns);
    object.add("filter", WorkloadJson.conditions(r.filter()));
    WorkloadJson.add(object, r.shuffle());
    JsonObject ids = new JsonObject();
    new TreeMap<>(r.ids()).forEach(ids::addProperty);
    object.add("ids", ids);
    object.addProperty("rows", r.rows());
    object.addProperty("needed", r.needed());
    object.addProperty("read", r.read());
    object.addProperty("requests", r.requests());
    object.addProperty("millis", r.millis());
    return object.toString();
  }

  /** Whether a line is the beginning of a record, as opposed to that of a query. */
  static boolean isRecord(String line) {
    return line.startsWith("{\"table\":");
  }

  /** Empty if the line is no record, as the last line that a killed process wrote. */
  static Optional<ScanRecord> read(String line) {
    try {
      JsonObject o = JsonParser.parseString(line).getAsJsonObject();
      List<String> columns = new ArrayList<>();
      o.getAsJsonArray("columns").forEach(c -> columns.add(c.getAsString()));
      Map<String, Integer> ids = new TreeMap<>();
      if (o.has("ids")) {
        for (Map.Entry<String, JsonElement> e : o.getAsJsonObject("ids").entrySet()) {
          ids.put(e.getKey(), e.getValue().getAsInt());
        }
      }
      return Optional.of(
          new ScanRecord(
              o.get("table").getAsString(),
              number(o, "snapshot"),
              number(o, "at"),
              o.has("engine") ? o.get("engine").getAsString() : "",
              columns,
              WorkloadJson.conditions(o.get("filter")),
              WorkloadJson.shuffle(o),
              ids,
              number(o, "rows"),
              number(o, "needed"),
              number(o, "read"),
              number(o, "requests"),
              o.has("millis") ? o.get("millis").getAsDouble() : 0));
    } catch (JsonParseException
        | IllegalStateException
        | IllegalArgumentException
        | NullPointerException
        | ClassCastException
        | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  private static long number(JsonObject object, String key) {
    return object.has(key) ? object.get(key).getAsLong() : 0;
  }
}
