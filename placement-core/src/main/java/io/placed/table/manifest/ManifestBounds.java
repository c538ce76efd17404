package io.placed.table.manifest;

import com.google.gson.stream.JsonWriter;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.Json;
import io.placed.table.file.StatisticsJson;
import java.io.IOException;

/**
 * The statistics of a column over all data files of a manifest, removed ones included: by them a
 * manifest is skipped without being opened.
 *
 * @param id of the column
 * @param type that the column had when the manifest was written
 */
public record ManifestBounds(int id, Type type, ColumnStatistics statistics) {
  void write(JsonWriter out) throws IOException {
    out.beginObject();
    out.name("id").value(id);
    out.name("type").value(type.toString());
    out.name("statistics");
    StatisticsJson.write(out, statistics);
    out.endObject();
  }

  static ManifestBounds read(Json in) {
    ManifestBounds bounds =
        new ManifestBounds(
            in.integer("id"),
            Type.parse(in.string("type")),
            in.object("statistics", StatisticsJson::read));
    in.end();
    bounds.statistics.requireFits(bounds.type);
    return bounds;
  }
}
