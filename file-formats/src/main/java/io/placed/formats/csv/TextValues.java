package io.placed.formats.csv;

import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.Values;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.HexFormat;

/** Values from their texts. Without CSV's library, which engines do not have. */
public final class TextValues {
  private TextValues() {}

  /** Appends a value; throws what the parsers of Java throw if the text is none of the type. */
  public static void parse(Column column, Field field, String text) {
    switch (field.type().kind()) {
      case BOOLEAN -> {
        if (!Texts.isBoolean(text)) {
          throw new IllegalArgumentException(text);
        }
        ((BooleanColumn) column).append(text.equalsIgnoreCase("true"));
      }
      case INT8 -> ((IntColumn) column).append(Byte.parseByte(text));
      case INT16 -> ((IntColumn) column).append(Short.parseShort(text));
      case INT32 -> ((IntColumn) column).append(Integer.parseInt(text));
      case INT64 -> ((LongColumn) column).append(Long.parseLong(text));
      case FLOAT -> ((FloatColumn) column).append(parseFloat(text));
      case DOUBLE -> ((DoubleColumn) column).append(Texts.parseDouble(text));
      case DECIMAL -> Values.append(column, field, decimal(field, text));
      case STRING -> ((BytesColumn) column).append(text);
      case BINARY -> ((BytesColumn) column).append(HexFormat.of().parseHex(text));
      case DATE -> ((IntColumn) column).append(Math.toIntExact(LocalDate.parse(text).toEpochDay()));
      case TIMESTAMP -> ((LongColumn) column).append(Texts.timestamp(text));
      case TIMESTAMP_NTZ -> ((LongColumn) column).append(Texts.timestampNtz(text));
      case STRUCT, LIST, MAP -> throw new IllegalArgumentException("nested");
    }
  }

  private static float parseFloat(String text) {
    double wide = Texts.parseDouble(text);
    if (!Double.isFinite(wide)) {
      return (float) wide;
    }
    float value = Float.parseFloat(text);
    if (Float.isInfinite(value) || value == 0 && wide != 0) {
      throw new ArithmeticException(text + " is beyond the range of float");
    }
    return value;
  }

  private static BigDecimal decimal(Field field, String text) {
    BigDecimal value = new BigDecimal(text);
    int scale = ((DecimalType) field.type()).scale();
    // Rejected here, before an exponent such as 1e999999999 is expanded to digits.
    if (value.scale() < -DecimalType.MAX_PRECISION) {
      throw new ArithmeticException("too large");
    }
    return value.signum() == 0 ? BigDecimal.ZERO.setScale(scale) : value;
  }
}
