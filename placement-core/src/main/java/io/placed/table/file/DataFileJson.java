package io.placed.table.file;

import com.google.gson.stream.JsonWriter;
import io.placed.error.MalformedDataException;
import io.placed.statistics.ColumnStatistics;
import io.placed.write.RowGroupSummary;
import io.placed.write.SiblingSummary;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Base64;
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
    out.name("statistics").beginObject();
    for (Map.Entry<String, ColumnStatistics> e : file.statistics().entrySet()) {
      out.name(e.getKey());
      writeStatistics(out, e.getValue());
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
              in.objectsByName("statistics", DataFileJson::readStatistics),
              in.has("foreign") && in.bool("foreign"),
              in.has("siblings") ? in.objects("siblings", DataFileJson::readSibling) : List.of(),
              in.has("names") ? in.texts("names") : Map.of());
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

  private static void writeStatistics(JsonWriter out, ColumnStatistics s) throws IOException {
    out.beginObject();
    out.name("values").value(s.valueCount());
    out.name("nulls").value(s.nullCount());
    out.name("nans").value(s.nanCount());
    out.name("distinct").value(s.distinctEstimate());
    if (s.min() != null) {
      out.name("min").value(bound(s.min()));
      out.name("minExact").value(s.minExact());
    }
    if (s.max() != null) {
      out.name("max").value(bound(s.max()));
      out.name("maxExact").value(s.maxExact());
    }
    out.endObject();
  }

  private static ColumnStatistics readStatistics(Json in) {
    boolean min = in.has("min");
    boolean max = in.has("max");
    ColumnStatistics statistics =
        ColumnStatistics.of(
            in.number("values"),
            in.number("nulls"),
            in.number("nans"),
            in.number("distinct"),
            min ? parseBound(in.string("min")) : null,
            max ? parseBound(in.string("max")) : null,
            min && in.bool("minExact"),
            max && in.bool("maxExact"));
    in.end();
    return statistics;
  }

  /** Prefixed with the kind, because the statistics of a column do not have its type. */
  private static String bound(Object value) {
    if (value instanceof Long l) {
      return "long:" + l;
    } else if (value instanceof Double d) {
      return "double:" + d;
    } else if (value instanceof BigInteger i) {
      return "int128:" + i;
    } else if (value instanceof byte[] b) {
      return "bytes:" + Base64.getEncoder().encodeToString(b);
    }
    throw new IllegalArgumentException("a bound cannot be a " + value.getClass());
  }

  private static Object parseBound(String text) {
    int colon = text.indexOf(':');
    String value = text.substring(colon + 1);
    try {
      return switch (colon < 0 ? "" : text.substring(0, colon)) {
        case "long" -> Long.valueOf(value);
        case "double" -> Double.valueOf(value);
        case "int128" -> int128(value);
        case "bytes" -> Base64.getDecoder().decode(value);
        default ->
            throw new IllegalArgumentException("allowed are long:, double:, int128: and bytes:");
      };
    } catch (IllegalArgumentException e) {
      throw new MalformedDataException("bound '" + text + "': " + e.getMessage(), e);
    }
  }

  private static BigInteger int128(String digits) {
    // Parsing digits takes quadratic time; 128 bits have at most 39 digits and a sign.
    if (digits.length() > 40) {
      throw new IllegalArgumentException("too many digits");
    }
    return new BigInteger(digits);
  }
}
