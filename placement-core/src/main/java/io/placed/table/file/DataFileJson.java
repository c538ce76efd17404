package io.placed.table.file;

import com.google.gson.stream.JsonWriter;
import io.placed.error.MalformedDataException;
import io.placed.statistics.ColumnStatistics;
import io.placed.write.RowGroupSummary;
import io.placed.write.SiblingSummary;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** {@link DataFile} as JSON, in snapshots and between the processes of an engine. */
public final class DataFileJson {
  private DataFileJson() {}

  public static void write(JsonWriter out, DataFile file) throws IOException {
    out.beginObject();
    out.name("path").value(file.path());
    out.name("length").value(file.length());
    out.name("rows").value(file.rows());
    out.name("fileId").value(file.fileId());
    if (file.ids() != null) {
      out.name("firstRowId").value(file.ids().first());
      out.name("snapshot").value(file.ids().snapshot());
    }
    if (!file.partition().isEmpty()) {
      out.name("partition").beginObject();
      for (Map.Entry<String, String> e : file.partition().entrySet()) {
        out.name(e.getKey()).value(e.getValue());
      }
      out.endObject();
    }
    out.name("rowGroups").beginArray();
    for (RowGroupSummary g : file.rowGroups()) {
      out.beginArray().value(g.rows()).value(g.offset()).value(g.length()).endArray();
    }
    out.endArray();
    if (!file.siblings().isEmpty()) {
      out.name("siblings").beginArray();
      for (SiblingSummary s : file.siblings()) {
        out.beginObject().name("name").value(s.name());
        out.name("length").value(s.length()).endObject();
      }
      out.endArray();
    }
    if (!file.names().isEmpty()) {
      out.name("names").beginObject();
      for (Map.Entry<String, String> e : file.names().entrySet()) {
        out.name(e.getKey()).value(e.getValue());
      }
      out.endObject();
    }
    if (file.deletes() != null) {
      out.name("deletes");
      file.deletes().write(out);
    }
    out.name("statistics").beginObject();
    for (Map.Entry<String, ColumnStatistics> e : file.statistics().entrySet()) {
      out.name(e.getKey());
      StatisticsJson.write(out, e.getValue());
    }
    out.endObject();
    if (file.foreign()) {
      out.name("foreign").value(true);
    }
    out.endObject();
  }

  public static DataFile read(Json in) {
    try {
      DataFile file =
          new DataFile(
              in.string("path"),
              in.number("length"),
              in.number("rows"),
              in.string("fileId"),
              in.has("partition") ? in.texts("partition") : Map.of(),
              rowGroups(in),
              in.objectsByName("statistics", StatisticsJson::read),
              in.has("foreign") && in.bool("foreign"),
              in.has("siblings") ? in.objects("siblings", DataFileJson::readSibling) : List.of(),
              in.has("names") ? in.texts("names") : Map.of(),
              in.has("deletes") ? in.object("deletes", Deletes::read) : null,
              null,
              in.has("firstRowId")
                  ? new RowIds(in.number("firstRowId"), in.number("snapshot"))
                  : null);
      in.end();
      return file;
    } catch (IllegalArgumentException e) {
      throw new MalformedDataException("data file: " + e.getMessage(), e);
    }
  }

  private static List<RowGroupSummary> rowGroups(Json in) {
    return in.rows("rowGroups", 3, r -> new RowGroupSummary(r[0], r[1], r[2]));
  }

  private static SiblingSummary readSibling(Json in) {
    SiblingSummary sibling = new SiblingSummary(in.string("name"), in.number("length"));
    in.end();
    return sibling;
  }
}
