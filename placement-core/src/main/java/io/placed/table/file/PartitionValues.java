package io.placed.table.file;

import io.placed.schema.DecimalType;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.vector.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * Partition values as text in directory names, and as values. The text is that of Spark and Hive:
 * {@code 5}, {@code true}, {@code 2020-12-31}, {@code 2020-12-31 23:59:59.5}; both timestamp types
 * are written in UTC.
 *
 * <p>Values have the form of bounds in {@link io.placed.statistics.ColumnStatistics}: Long (boolean
 * 0 or 1, integers, days, microseconds, short decimals unscaled), Double, BigInteger (long decimals
 * unscaled), byte[] (UTF-8). Null is null in both forms.
 */
public final class PartitionValues {
  private static final long MICROS = 1_000_000;

  private PartitionValues() {}

  /**
   * @throws IllegalArgumentException if the text is not a value of the type
   */
  public static Object parse(Type type, String text) {
    if (text == null) {
      return null;
    }
    try {
      return parsed(type, text);
    } catch (ArithmeticException | DateTimeException | NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a value of type " + type, e);
    }
  }

  private static Object parsed(Type type, String text) {
    return switch (type.kind()) {
      case BOOLEAN -> {
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
          throw new NumberFormatException();
        }
        yield text.equalsIgnoreCase("true") ? 1L : 0L;
      }
      case INT8 -> (long) Byte.parseByte(text);
      case INT16 -> (long) Short.parseShort(text);
      case INT32 -> (long) Integer.parseInt(text);
      case INT64 -> Long.parseLong(text);
      case FLOAT -> (double) Float.parseFloat(text);
      case DOUBLE -> Double.parseDouble(text);
      case DECIMAL -> decimal((DecimalType) type, text);
      case STRING -> text.getBytes(StandardCharsets.UTF_8);
      case DATE -> (long) Math.toIntExact(LocalDate.parse(text).toEpochDay());
      case TIMESTAMP, TIMESTAMP_NTZ -> micros(text);
      default -> throw notAllowed(type);
    };
  }

  /**
   * The text that {@link #parse} reads back.
   *
   * @throws IllegalArgumentException if the type is not allowed for partition columns
   */
  public static String text(Type type, Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> (Long) value != 0 ? "true" : "false";
      case INT8, INT16, INT32, INT64, DOUBLE -> value.toString();
      case FLOAT -> Float.toString(((Double) value).floatValue());
      case DECIMAL -> {
        BigInteger unscaled =
            value instanceof BigInteger big ? big : BigInteger.valueOf((Long) value);
        yield new BigDecimal(unscaled, ((DecimalType) type).scale()).toPlainString();
      }
      case STRING -> new String((byte[]) value, StandardCharsets.UTF_8);
      case DATE -> LocalDate.ofEpochDay((Long) value).toString();
      case TIMESTAMP, TIMESTAMP_NTZ -> timestampText((Long) value);
      default -> throw notAllowed(type);
    };
  }

  /** The canonical text of a value, such as {@code 1} for the integer {@code 01}. */
  public static String canonical(Type type, String text) {
    return text(type, parse(type, text));
  }

  /**
   * @throws IllegalArgumentException if a column of this type cannot partition a table
   */
  public static void requireAllowed(String column, Type type) {
    if (type.isNested() || type.equals(Type.BINARY)) {
      throw new IllegalArgumentException("column " + column + ": " + notAllowed(type).getMessage());
    }
  }

  private static Object decimal(DecimalType type, String text) {
    BigDecimal value = new BigDecimal(text);
    // Before setScale, which would expand every zero of 1e999999999.
    if (value.precision() > 100 || Math.abs((long) value.scale()) > 100) {
      throw new NumberFormatException();
    }
    BigDecimal scaled = value.setScale(type.scale());
    if (scaled.precision() > type.precision()) {
      throw new NumberFormatException();
    }
    BigInteger unscaled = scaled.unscaledValue();
    return type.storage() == Storage.LONG ? (Object) unscaled.longValueExact() : unscaled;
  }

  private static long micros(String text) {
    String iso = text.replace(' ', 'T');
    LocalDateTime time =
        iso.indexOf('T') < 0 ? LocalDate.parse(iso).atStartOfDay() : LocalDateTime.parse(iso);
    if (time.getNano() % 1_000 != 0) {
      throw new DateTimeException("more precise than microseconds");
    }
    return Values.micros(time.toInstant(ZoneOffset.UTC));
  }

  private static String timestampText(long micros) {
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(
            Math.floorDiv(micros, MICROS),
            (int) Math.floorMod(micros, MICROS) * 1_000,
            ZoneOffset.UTC);
    LocalTime clock = time.toLocalTime();
    String seconds = clock.truncatedTo(ChronoUnit.SECONDS).toString();
    String text = time.toLocalDate() + " " + (seconds.length() == 5 ? seconds + ":00" : seconds);
    if (clock.getNano() == 0) {
      return text;
    }
    String fraction = String.format(Locale.ROOT, "%06d", clock.getNano() / 1_000);
    int end = fraction.length();
    while (fraction.charAt(end - 1) == '0') {
      end--;
    }
    return text + "." + fraction.substring(0, end);
  }

  private static IllegalArgumentException notAllowed(Type type) {
    return new IllegalArgumentException(
        "values of type "
            + type
            + " cannot be partition values; allowed are boolean, integers, float, double, decimal,"
            + " string, date and timestamps");
  }
}
