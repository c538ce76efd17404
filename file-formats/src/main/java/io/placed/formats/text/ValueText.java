package io.placed.formats.text;

import io.placed.schema.DecimalType;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;

/**
 * Formats values: numbers as Java prints them, dates and times in ISO 8601, binary in hexadecimal,
 * nested values as JSON.
 */
public final class ValueText {
  private ValueText() {}

  /** Appends value i, which is not null. */
  public static void append(Column column, int i, StringBuilder out) {
    switch (column.type().kind()) {
      case BOOLEAN -> out.append(((BooleanColumn) column).get(i));
      case INT8, INT16, INT32 -> out.append(((IntColumn) column).get(i));
      case INT64 -> out.append(((LongColumn) column).get(i));
      case FLOAT -> out.append(((FloatColumn) column).get(i));
      case DOUBLE -> out.append(((DoubleColumn) column).get(i));
      case DECIMAL -> out.append(decimal(column, i).toPlainString());
      case STRING -> out.append(((BytesColumn) column).getString(i));
      case BINARY -> {
        BytesColumn b = (BytesColumn) column;
        int start = b.starts()[i];
        HexFormat.of().formatHex(out, b.arena(), start, start + b.lengths()[i]);
      }
      case DATE -> out.append(LocalDate.ofEpochDay(((IntColumn) column).get(i)));
      case TIMESTAMP -> out.append(Values.instant(((LongColumn) column).get(i)));
      case TIMESTAMP_NTZ -> out.append(localTime(((LongColumn) column).get(i)));
      case STRUCT, LIST, MAP -> out.append(JsonRows.value(column, i));
    }
  }

  /** Value i as a string; {@code "null"} for null. */
  public static String text(Column column, int i) {
    if (column.isNull(i)) {
      return "null";
    }
    StringBuilder out = new StringBuilder();
    append(column, i, out);
    return out.toString();
  }

  static String localTime(long micros) {
    return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
        LocalDateTime.ofInstant(Values.instant(micros), ZoneOffset.UTC));
  }

  static BigDecimal decimal(Column column, int i) {
    int scale = ((DecimalType) column.type()).scale();
    if (column instanceof LongColumn l) {
      return BigDecimal.valueOf(l.get(i), scale);
    }
    BigInteger unscaled = ((Int128Column) column).get(i);
    return new BigDecimal(unscaled, scale);
  }
}
