package io.placed.statistics;

import io.placed.schema.Type;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;

/** Formats bounds of statistics as values of their type are printed. */
public final class BoundText {
  private BoundText() {}

  /**
   * @param bound as {@link ColumnStatistics} describes it, not null
   */
  public static String of(Type type, Object bound) {
    Object value = Bounds.javaValue(type, bound);
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof BigDecimal d) {
      return d.toPlainString();
    }
    // Its own text leaves out seconds that are 0.
    return value instanceof LocalDateTime t
        ? DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(t)
        : value.toString();
  }
}
