package io.placed.table.discovery;

import io.placed.schema.Type;
import io.placed.table.file.PartitionValues;
import java.util.Collection;
import java.util.List;

/**
 * Infers the type of a partition column from directory names. As in Spark: the narrowest of int32,
 * int64, double, date, timestamp that parses every value, else string; 64-bit integers beside
 * fractions are strings, because a double cannot represent them. Timestamps have no zone, because
 * directory names have none.
 */
final class PartitionTypes {
  private PartitionTypes() {}

  /**
   * @param values may be null; string if all are
   */
  static Type infer(Collection<String> values) {
    Type type = null;
    for (String value : values) {
      if (value != null) {
        type = type == null ? of(value) : wider(type, of(value));
      }
    }
    return type == null ? Type.STRING : type;
  }

  private static Type of(String value) {
    for (Type type : List.of(Type.INT32, Type.INT64, Type.DOUBLE, Type.DATE, Type.TIMESTAMP_NTZ)) {
      if (type.equals(Type.DOUBLE) && !looksLikeNumber(value)) {
        continue;
      }
      try {
        PartitionValues.parse(type, value);
        return type;
      } catch (IllegalArgumentException e) {
        continue;
      }
    }
    return Type.STRING;
  }

  /** Java's parser also accepts 1d, 2f, NaN, 0x1p3 and surrounding spaces. */
  private static boolean looksLikeNumber(String value) {
    return value.chars().allMatch(c -> c >= '0' && c <= '9' || "+-.eE".indexOf(c) >= 0);
  }

  private static Type wider(Type a, Type b) {
    if (a.equals(b)) {
      return a;
    }
    if (either(a, b, Type.INT32, Type.INT64)) {
      return Type.INT64;
    }
    if (either(a, b, Type.INT32, Type.DOUBLE)) {
      return Type.DOUBLE;
    }
    return either(a, b, Type.DATE, Type.TIMESTAMP_NTZ) ? Type.TIMESTAMP_NTZ : Type.STRING;
  }

  private static boolean either(Type a, Type b, Type one, Type other) {
    return a.equals(one) && b.equals(other) || a.equals(other) && b.equals(one);
  }
}
