package io.placed.table.file;

import com.google.gson.stream.JsonWriter;
import io.placed.error.MalformedDataException;
import io.placed.statistics.ColumnStatistics;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Base64;

/** {@link ColumnStatistics} as JSON, in snapshots. */
public final class StatisticsJson {
  private StatisticsJson() {}

  public static void write(JsonWriter out, ColumnStatistics s) throws IOException {
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

  public static ColumnStatistics read(Json in) {
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
