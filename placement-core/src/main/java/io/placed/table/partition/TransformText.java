package io.placed.table.partition;

import io.placed.schema.DecimalType;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.table.file.PartitionValues;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Results of transforms as text in directory names and in the log: {@code 2026}, {@code 2026-11},
 * {@code 2026-11-23}, {@code 2026-11-23-10}, bytes in hexadecimal digits, others as {@link
 * PartitionValues}.
 */
public final class TransformText {
  private TransformText() {}

  /**
   * The text of a result.
   *
   * @param source type of the column
   * @param result as {@link PartitionTransform#apply} gives it
   */
  public static String of(PartitionTransform transform, Type source, Object result) {
    if (result == null) {
      return null;
    }
    return switch (transform.kind()) {
      case YEAR -> year(1970 + (Long) result);
      case MONTH -> month((Long) result);
      case HOUR -> {
        long hour = (Long) result;
        yield LocalDate.ofEpochDay(Math.floorDiv(hour, 24L))
            + String.format(Locale.ROOT, "-%02d", Math.floorMod(hour, 24L));
      }
      case TRUNCATE ->
          source.kind() == TypeKind.BINARY
              ? HexFormat.of().formatHex((byte[]) result)
              : PartitionValues.text(transform.resultType(source), result);
      default -> PartitionValues.text(transform.resultType(source), result);
    };
  }

  private static String year(long year) {
    return String.format(Locale.ROOT, year < 0 ? "%05d" : "%04d", year);
  }

  private static String month(long months) {
    return year(1970 + Math.floorDiv(months, 12L))
        + String.format(Locale.ROOT, "-%02d", 1 + Math.floorMod(months, 12L));
  }

  /**
   * The inverse of {@link #of}.
   *
   * @throws IllegalArgumentException if the text is not a result of the transform
   */
  public static Object parse(PartitionTransform transform, Type source, String text) {
    if (text == null) {
      return null;
    }
    try {
      return switch (transform.kind()) {
        case YEAR -> Long.parseLong(text) - 1970;
        case MONTH -> {
          int dash = text.lastIndexOf('-');
          long year = Long.parseLong(text.substring(0, Math.max(0, dash)));
          yield Math.addExact(
              Math.multiplyExact(year - 1970, 12L), part(text.substring(dash + 1), 1, 12) - 1);
        }
        case HOUR -> {
          int dash = text.lastIndexOf('-');
          long day = LocalDate.parse(text.substring(0, Math.max(0, dash))).toEpochDay();
          yield Math.addExact(Math.multiplyExact(day, 24L), part(text.substring(dash + 1), 0, 23));
        }
        case BUCKET -> (long) part(text, 0, transform.parameter() - 1);
        case TRUNCATE -> truncated(source, transform.resultType(source), text);
        default -> PartitionValues.parse(transform.resultType(source), text);
      };
    } catch (ArithmeticException | DateTimeException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a value of " + transform + " of type " + source, e);
    }
  }

  private static int part(String text, int from, int to) {
    int part = Integer.parseInt(text);
    if (part < from || part > to) {
      throw new IllegalArgumentException(part + " is not between " + from + " and " + to);
    }
    return part;
  }

  /** Rounded down, a decimal may have more digits than its type. */
  private static Object truncated(Type source, Type result, String text) {
    if (source.kind() == TypeKind.BINARY) {
      return HexFormat.of().parseHex(text);
    }
    if (result instanceof DecimalType type) {
      if (text.length() > 100) {
        throw new NumberFormatException("too long");
      }
      BigInteger unscaled = new BigDecimal(text).setScale(type.scale()).unscaledValue();
      return type.storage() == Storage.LONG ? (Object) unscaled.longValueExact() : unscaled;
    }
    return PartitionValues.parse(result, text);
  }
}
