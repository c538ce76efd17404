package io.placed.table.partition;

import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import java.io.Serializable;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a partition field computes from a column. Results agree with Iceberg's transforms of the
 * same names. Values have the form of bounds in {@link io.placed.statistics.ColumnStatistics}; null
 * stays null.
 *
 * @param parameter number of buckets, width of truncation, or 0
 */
public record PartitionTransform(Kind kind, int parameter) implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final Pattern TEXT = Pattern.compile("([a-z]+)(?:\\[([0-9]{1,10})])?");

  /** The transforms; times are in UTC and count from 1970. */
  public enum Kind {
    IDENTITY,
    BUCKET,
    TRUNCATE,
    YEAR,
    MONTH,
    DAY,
    HOUR
  }

  public static final PartitionTransform IDENTITY = new PartitionTransform(Kind.IDENTITY, 0);

  public PartitionTransform {
    boolean needed = kind == Kind.BUCKET || kind == Kind.TRUNCATE;
    if (needed ? parameter < 1 : parameter != 0) {
      throw new IllegalArgumentException(
          name(kind)
              + (needed ? " needs a number of at least 1, found " : " takes no number, found ")
              + parameter);
    }
  }

  public static PartitionTransform of(Kind kind) {
    return new PartitionTransform(kind, 0);
  }

  public boolean isIdentity() {
    return kind == Kind.IDENTITY;
  }

  private static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** As in the log: {@code bucket[16]}, {@code day}. */
  @Override
  public String toString() {
    return parameter == 0 ? name(kind) : name(kind) + "[" + parameter + "]";
  }

  /**
   * The inverse of {@link #toString}.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static PartitionTransform parse(String text) {
    Matcher m = TEXT.matcher(text);
    if (m.matches()) {
      long parameter = m.group(2) == null ? 0 : Long.parseLong(m.group(2));
      for (Kind kind : Kind.values()) {
        if (name(kind).equals(m.group(1)) && parameter <= Integer.MAX_VALUE) {
          return new PartitionTransform(kind, (int) parameter);
        }
      }
    }
    throw new IllegalArgumentException(
        "a transform is bucket[N], truncate[W], year, month, day or hour, found '" + text + "'");
  }

  /** Whether columns of a type can have it. */
  public boolean isAllowed(Type type) {
    return switch (kind) {
      case IDENTITY -> !type.isNested() && type.kind() != TypeKind.BINARY;
      case BUCKET ->
          isWhole(type) || isBytes(type) || isTimestamp(type) || type.kind() == TypeKind.DATE;
      case TRUNCATE -> isWhole(type) || isBytes(type);
      case YEAR, MONTH, DAY -> isTimestamp(type) || type.kind() == TypeKind.DATE;
      case HOUR -> isTimestamp(type);
    };
  }

  /**
   * @throws IllegalArgumentException if a column of this type cannot have the transform
   */
  public void requireAllowed(String column, Type type) {
    if (!isAllowed(type)) {
      throw new IllegalArgumentException(
          "column "
              + column
              + " of type "
              + type
              + " cannot be partitioned by "
              + this
              + "; allowed are "
              + switch (kind) {
                case IDENTITY ->
                    "boolean, integers, float, double, decimal, string, date and timestamps";
                case BUCKET -> "integers, decimal, string, binary, date and timestamps";
                case TRUNCATE -> "integers, decimal, string and binary";
                case YEAR, MONTH, DAY -> "date and timestamps";
                case HOUR -> "timestamps";
              });
    }
  }

  private static boolean isWhole(Type type) {
    return type.kind().isInteger() || type.kind() == TypeKind.DECIMAL;
  }

  private static boolean isBytes(Type type) {
    return type.kind() == TypeKind.STRING || type.kind() == TypeKind.BINARY;
  }

  private static boolean isTimestamp(Type type) {
    return type.kind() == TypeKind.TIMESTAMP || type.kind() == TypeKind.TIMESTAMP_NTZ;
  }

  /**
   * Whether a column of this type can get the other type, and its values keep their results: those
   * of a column itself if their texts stand for the same values. That of 0.1 as FLOAT is another
   * DOUBLE.
   */
  public boolean survives(Type type, Type wider) {
    if (type.equals(wider)) {
      return true;
    }
    if (isIdentity()) {
      return type.kind() != TypeKind.FLOAT || wider.kind() != TypeKind.DOUBLE;
    }
    boolean integers = type.kind().isInteger() && wider.kind().isInteger();
    boolean decimals =
        type instanceof io.placed.schema.DecimalType a
            && wider instanceof io.placed.schema.DecimalType b
            && a.scale() == b.scale();
    return switch (kind) {
      case BUCKET, TRUNCATE -> integers || decimals;
      default -> type.kind() == TypeKind.DATE && isTimestamp(wider);
    };
  }

  /** The type of the results. */
  public Type resultType(Type source) {
    return switch (kind) {
      case IDENTITY -> source;
      case TRUNCATE ->
          source.kind() == TypeKind.INT8 || source.kind() == TypeKind.INT16 ? Type.INT32 : source;
      case BUCKET, YEAR, MONTH, HOUR -> Type.INT32;
      case DAY -> Type.DATE;
    };
  }

  /**
   * The result for a value of a column.
   *
   * @param source type of the column
   */
  public Object apply(Type source, Object value) {
    if (value == null) {
      return null;
    }
    return switch (kind) {
      case IDENTITY -> value;
      case BUCKET -> (long) ((hash(source, value) & Integer.MAX_VALUE) % parameter);
      case TRUNCATE -> truncated(source, value);
      case YEAR -> (long) LocalDate.ofEpochDay(day(source, value)).getYear() - 1970;
      case MONTH -> {
        YearMonth month = YearMonth.from(LocalDate.ofEpochDay(day(source, value)));
        yield (month.getYear() - 1970L) * 12 + month.getMonthValue() - 1;
      }
      case DAY -> day(source, value);
      case HOUR -> Math.floorDiv((Long) value, 3_600_000_000L);
    };
  }

  /** Days round down, before 1970, too. */
  private static long day(Type source, Object value) {
    long v = (Long) value;
    return source.kind() == TypeKind.DATE ? v : Math.floorDiv(v, 86_400_000_000L);
  }

  /** All integers hash as 64 bits, so that the type of a column may become wider. */
  private static int hash(Type source, Object value) {
    if (value instanceof byte[] bytes) {
      return Murmur3.hash(bytes);
    }
    if (source.kind() == TypeKind.DECIMAL) {
      return Murmur3.hash(unscaled(value).toByteArray());
    }
    return Murmur3.hash((Long) value);
  }

  private static BigInteger unscaled(Object value) {
    return value instanceof BigInteger b ? b : BigInteger.valueOf((Long) value);
  }

  private Object truncated(Type source, Object value) {
    if (value instanceof byte[] bytes) {
      return Arrays.copyOf(
          bytes,
          source.kind() == TypeKind.STRING
              ? lengthOfPoints(bytes)
              : Math.min(parameter, bytes.length));
    }
    if (value instanceof BigInteger b) {
      return b.subtract(b.mod(BigInteger.valueOf(parameter)));
    }
    long v = (Long) value;
    long down = v - Math.floorMod(v, (long) parameter);
    // In the type's own bits, as Iceberg computes; see isExact.
    return source.kind() == TypeKind.INT32 ? (long) (int) down : down;
  }

  private int lengthOfPoints(byte[] utf8) {
    int points = 0;
    for (int i = 0; i < utf8.length; i++) {
      if ((utf8[i] & 0xc0) != 0x80 && ++points > parameter) {
        return i;
      }
    }
    return utf8.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PartitionTransform t && t.kind == kind && t.parameter == parameter;
  }

  @Override
  public int hashCode() {
    return 31 * kind.ordinal() + parameter;
  }
}
