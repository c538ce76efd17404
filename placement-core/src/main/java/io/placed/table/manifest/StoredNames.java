package io.placed.table.manifest;

import com.google.gson.stream.JsonWriter;
import io.placed.error.MalformedDataException;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.file.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Under which names a data file stores the columns of its table, by field id: what stays true
 * whatever the columns are called later.
 *
 * @param byId the name in the file by the id of a column that the table had when this was written
 * @param hidden other names under which the file may store something: that is no column of the
 *     table
 */
record StoredNames(Map<Integer, String> byId, Set<String> hidden) {

  /** Of a file that is listed under the names of a schema. */
  static StoredNames of(DataFile file, Schema table) {
    Map<Integer, String> byId = new TreeMap<>();
    for (Field f : table.fields()) {
      String stored = ReadRequest.nameInFile(file.names(), f.name(), true);
      if (stored != null) {
        byId.put(f.id(), stored);
      }
    }
    // A column that is stored under another name says that what is stored under its own is not it.
    Set<String> hidden = new TreeSet<>(file.names().keySet());
    file.names().values().stream().filter(Objects::nonNull).forEach(hidden::add);
    hidden.removeAll(byId.values());
    return new StoredNames(byId, hidden);
  }

  /**
   * {@link DataFile#names} in a table of these columns. A column with another id was added later:
   * if the file has something of its name, that is another column.
   */
  Map<String, String> in(Schema table) {
    Map<String, String> names = new LinkedHashMap<>();
    hidden.forEach(name -> names.put(name, null));
    for (Map.Entry<Integer, String> e : byId.entrySet()) {
      names.put(e.getValue(), null);
    }
    for (Field f : table.fields()) {
      String stored = byId.get(f.id());
      if (f.name().equals(stored)) {
        names.remove(f.name());
      } else if (stored != null) {
        names.put(f.name(), stored);
      }
    }
    return names;
  }

  void write(JsonWriter out) throws IOException {
    out.beginObject();
    out.name("names").beginObject();
    for (Map.Entry<Integer, String> e : byId.entrySet()) {
      out.name(e.getKey().toString()).value(e.getValue());
    }
    out.endObject();
    out.name("hidden").beginArray();
    for (String name : hidden) {
      out.value(name);
    }
    out.endArray();
    out.endObject();
  }

  static StoredNames read(Json in) {
    Map<Integer, String> byId = new TreeMap<>();
    in.texts("names")
        .forEach(
            (id, name) -> {
              if (name == null) {
                throw new MalformedDataException("the stored name of column " + id + " is null");
              }
              byId.put(Integer.valueOf(id), name);
            });
    StoredNames names = new StoredNames(byId, new TreeSet<>(in.strings("hidden")));
    in.end();
    return names;
  }
}
