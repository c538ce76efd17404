package io.placed.table.snapshot;

import com.google.gson.stream.JsonWriter;
import io.placed.error.MalformedDataException;
import io.placed.table.file.Deletes;
import io.placed.table.file.Json;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Rows that a row-level operation only copied, because it deleted so many rows of their files that
 * these were written again. So the change feed knows which rows were deleted.
 *
 * @param files paths of new files that hold nothing but copied rows
 * @param sources by path of a replaced file, a deletion vector with the rows that were not copied,
 *     those included that were deleted before
 */
public record CopiedRows(Set<String> files, Map<String, Deletes> sources) {
  public static final CopiedRows NONE = new CopiedRows(Set.of(), Map.of());

  public CopiedRows {
    files = Collections.unmodifiableSet(new LinkedHashSet<>(files));
    sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
  }

  boolean isEmpty() {
    return sources.isEmpty();
  }

  void write(JsonWriter out) throws IOException {
    out.beginObject();
    out.name("files").beginArray();
    for (String path : files) {
      out.value(path);
    }
    out.endArray();
    out.name("sources").beginObject();
    for (Map.Entry<String, Deletes> e : sources.entrySet()) {
      e.getValue().write(out.name(e.getKey()));
    }
    out.endObject();
    out.endObject();
  }

  static CopiedRows read(Json in) {
    CopiedRows copied =
        new CopiedRows(
            new LinkedHashSet<>(in.strings("files")), in.objectsByName("sources", Deletes::read));
    in.end();
    if (copied.isEmpty()) {
      throw new MalformedDataException("rows are copied of no file");
    }
    return copied;
  }
}
