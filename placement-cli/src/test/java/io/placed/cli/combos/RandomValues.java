package io.placed.cli.combos;

import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.vector.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random values with few distinct ones per type, so that conditions match rows, including edge
 * cases.
 */
final class RandomValues {
  static final List<Type> TYPES =
      List.of(
          Type.BOOLEAN,
          Type.INT8,
          Type.INT16,
          Type.INT32,
          Type.INT64,
          Type.FLOAT,
          Type.DOUBLE,
          new DecimalType(9, 2),
          new DecimalType(18, 3),
          new DecimalType(38, 4),
          Type.STRING,
          Type.BINARY,
          Type.DATE,
          Type.TIMESTAMP,
          Type.TIMESTAMP_NTZ,
          new StructType(List.of(Field.of("x", Type.INT32), Field.of("y", Type.STRING))),
          new ListType(Field.of("element", Type.INT64)),
          new MapType(Field.required("key", Type.STRING), Field.of("value", Type.INT32)));

  /** Types of partition columns. */
  static final List<Type> PARTITION_TYPES =
      List.of(Type.INT32, Type.STRING, Type.DATE, Type.BOOLEAN, Type.INT64);

  private RandomValues() {}

  static Type wider(Type type, Random random) {
    return switch (type.kind()) {
      case INT8 -> List.of(Type.INT16, Type.INT32, Type.INT64).get(random.nextInt(3));
      case INT16 -> List.of(Type.INT32, Type.DOUBLE).get(random.nextInt(2));
      case INT32 -> List.of(Type.INT64, Type.DOUBLE).get(random.nextInt(2));
      case FLOAT -> Type.DOUBLE;
      case DATE -> Type.TIMESTAMP_NTZ;
      case DECIMAL -> {
        DecimalType d = (DecimalType) type;
        yield d.precision() > 30 ? null : new DecimalType(d.precision() + 5, d.scale() + 1);
      }
      default -> null;
    };
  }

  static Object value(Type type, Random random) {
    return random.nextInt(6) == 0 ? null : required(type, random);
  }

  /** A value that is allowed in the name of a directory. */
  static Object partition(Type type, Random random) {
    if (random.nextInt(7) == 0) {
      return null;
    }
    return switch (type.kind()) {
      case INT32 -> random.nextInt(3) - 1;
      case INT64 -> (random.nextInt(3) - 1) * 10_000_000_000L;
      case STRING -> List.of("a", "B", "c/d=e", "é %", "7").get(random.nextInt(5));
      case DATE -> LocalDate.of(2024, 2, 28 + random.nextInt(2));
      default -> required(type, random);
    };
  }

  static Object required(Type type, Random random) {
    int n = random.nextInt(12) - 4;
    return switch (type.kind()) {
      case BOOLEAN -> random.nextBoolean();
      case INT8 -> (byte) n;
      case INT16 -> (short) (n * 300);
      case INT32 -> random.nextInt(20) == 0 ? Integer.MIN_VALUE : n;
      case INT64 -> random.nextInt(20) == 0 ? Long.MAX_VALUE : (long) n;
      case FLOAT -> (float) special(n, random);
      case DOUBLE -> special(n, random);
      case DECIMAL -> new BigDecimal(BigInteger.valueOf(n * 1001L), ((DecimalType) type).scale());
      case STRING ->
          List.of("", "a", "ab", "A", "é", "a\"b", "x,y", "Ab\nc").get(random.nextInt(8));
      case BINARY -> new byte[] {(byte) n, 0}.clone();
      case DATE -> LocalDate.of(2024, 1, 1).plusDays(n * 40L);
      case TIMESTAMP -> Values.instant(n * 86_400_000_001L);
      case TIMESTAMP_NTZ ->
          LocalDateTime.ofInstant(Values.instant(n * 3_600_000_100L), ZoneOffset.UTC);
      case STRUCT -> type.children().stream().map(f -> value(f.type(), random)).toArray();
      case LIST -> {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(value(type.children().get(0).type(), random));
        }
        yield list;
      }
      case MAP -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
          map.put("k" + i, value(type.children().get(1).type(), random));
        }
        yield map;
      }
    };
  }

  private static double special(int n, Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> Double.NaN;
      case 1 -> -0.0;
      case 2 -> Double.NEGATIVE_INFINITY;
      default -> n / 4.0;
    };
  }
}
