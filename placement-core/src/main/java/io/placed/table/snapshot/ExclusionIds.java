package io.placed.table.snapshot;

import com.google.gson.stream.JsonWriter;
import io.placed.table.file.ExcludedFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Ids of excluded files, as a snapshot stores them: among the properties, because releases before
 * 0.3.0 refuse a snapshot with a field that they do not know, and keep properties as they are.
 */
final class ExclusionIds {
  private static final String PREFIX = "placed.excluded:";

  private ExclusionIds() {}

  static boolean isId(String property) {
    return property.startsWith(PREFIX);
  }

  /** Writes them into the object of the properties. */
  static void write(JsonWriter out, Set<ExcludedFile> excluded) throws IOException {
    Set<String> written = new HashSet<>();
    for (ExcludedFile e : excluded) {
      // The same file may have been replaced under several times: any of them will do.
      if (e.fileId() != null && written.add(name(e))) {
        out.name(name(e)).value(value(e));
      }
    }
  }

  private static String name(ExcludedFile e) {
    return PREFIX + e.fileId() + ":" + e.path();
  }

  private static String value(ExcludedFile e) {
    return e.length() + "," + e.modifiedMillis();
  }

  /**
   * The files with their ids. An id whose file is not excluded any more is ignored: an older
   * release has dropped the file only.
   */
  static Set<ExcludedFile> read(Set<ExcludedFile> excluded, Map<String, String> properties) {
    Map<String, String> ids = new HashMap<>();
    properties.forEach(
        (name, value) -> {
          int end = name.indexOf(':', PREFIX.length());
          if (isId(name) && end > 0) {
            ids.put(value + name.substring(end), name.substring(PREFIX.length(), end));
          }
        });
    Set<ExcludedFile> all = new HashSet<>();
    excluded.forEach(e -> all.add(e.withId(ids.get(value(e) + ":" + e.path()))));
    return all;
  }

  /** The properties of the table. */
  static Map<String, String> without(Map<String, String> properties) {
    Map<String, String> left = new LinkedHashMap<>(properties);
    left.keySet().removeIf(ExclusionIds::isId);
    return left;
  }
}
