package io.placed.spark.combinations;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Values of every type: nulls, extreme values, NaN and -0.0, repetitions. */
final class RandomValues {
  /** Types of stored columns. */
  static final List<String> TYPES =
      List.of(
          "boolean",
          "tinyint",
          "smallint",
          "int",
          "int",
          "bigint",
          "float",
          "double",
          "decimal(9,2)",
          "decimal(18,6)",
          "decimal(38,10)",
          "string",
          "string",
          "binary",
          "date",
          "timestamp",
          "timestamp_ntz",
          "struct<a: int, B: struct<c: string, d: array<double>>>",
          "array<int>",
          "array<boolean>",
          "map<string, int>",
          "array<struct<x: bigint, Y: string>>");

  /** Types of partition columns. */
  static final List<String> PARTITION_TYPES =
      List.of("int", "string", "date", "boolean", "bigint", "decimal(9,2)");

  private static final String[] NAMES = {"a/b", "x=y", "ü€", "plain", "UPPER", "50%", "a b"};

  private final Random random;

  /** Whether most rows are in one partition, whose files are then large. */
  private final boolean skewed;

  RandomValues(Random random) {
    this.random = random;
    skewed = random.nextInt(3) == 0;
  }

  /** One of few values, for partitions. */
  Object partition(DataType type) {
    int n = skewed && random.nextInt(10) > 0 ? 3 : random.nextInt(5);
    if (n < 3 && random.nextInt(6) == 0) {
      return null;
    }
    return switch (type.sql()) {
      case "BOOLEAN" -> n % 2 == 0;
      case "SMALLINT" -> (short) (n - 1);
      case "INT" -> n - 1;
      case "BIGINT" -> n * 5_000_000_000L;
      case "DATE" -> LocalDate.of(2024, 2, 27).plusDays(n);
      case "STRING" -> n == 1 && random.nextBoolean() ? "" : NAMES[n % NAMES.length];
      default -> new BigDecimal(BigInteger.valueOf(n * 150L), 2);
    };
  }

  /**
   * @param id of the row, so that some columns are correlated and some sorted
   */
  Object of(DataType type, long id) {
    return random.nextInt(9) == 0 ? null : present(type, id);
  }

  private Object present(DataType type, long id) {
    if (type instanceof StructType s) {
      Object[] values = new Object[s.length()];
      for (int i = 0; i < values.length; i++) {
        StructField f = s.fields()[i];
        values[i] = of(f.dataType(), id);
      }
      return RowFactory.create(values);
    }
    if (type instanceof ArrayType a) {
      List<Object> out = new ArrayList<>();
      for (int k = random.nextInt(4); k > 0; k--) {
        out.add(of(a.elementType(), id));
      }
      return out;
    }
    if (type instanceof MapType m) {
      Map<Object, Object> out = new LinkedHashMap<>();
      for (int k = random.nextInt(3); k > 0; k--) {
        out.put("k" + k, of(m.valueType(), id));
      }
      return out;
    }
    if (type instanceof DecimalType d) {
      int bits = (int) (d.precision() * 3.2);
      BigInteger unscaled =
          random.nextInt(4) == 0
              ? BigInteger.valueOf(random.nextInt(1000))
              : new BigInteger(random.nextInt(bits), random);
      return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), d.scale());
    }
    return switch (type.sql()) {
      case "BOOLEAN" -> random.nextBoolean();
      case "TINYINT" -> (byte) random.nextInt();
      case "SMALLINT" -> (short) (id / 7);
      case "INT" ->
          pick(
              random.nextInt(),
              random.nextInt(100),
              random.nextInt(10),
              (int) id / 3,
              Integer.MIN_VALUE);
      case "BIGINT" -> pick(random.nextLong(), id, id % 20, Long.MIN_VALUE, Long.MAX_VALUE);
      case "FLOAT" -> pick(random.nextFloat(), Float.NaN, -0.0f, 0.0f, Float.NEGATIVE_INFINITY);
      case "DOUBLE" ->
          pick(random.nextGaussian(), id / 4.0, Double.NaN, -0.0, 0.0, Double.MAX_VALUE);
      case "STRING" ->
          pick(
              "",
              "cat" + random.nextInt(5),
              "cat" + random.nextInt(5),
              "n" + id,
              "ü€😀" + random.nextInt(3),
              "a\0b",
              "x".repeat(70) + random.nextInt(3));
      case "BINARY" -> bytes();
      case "DATE" ->
          pick(
              LocalDate.ofEpochDay(id % 3000),
              LocalDate.of(2024, 1 + random.nextInt(12), 1),
              LocalDate.of(1, 1, 1),
              LocalDate.of(9999, 12, 31));
      case "TIMESTAMP" ->
          Timestamp.from(Instant.ofEpochSecond(id * 1000, random.nextInt(1000) * 1000L));
      case "TIMESTAMP_NTZ" -> LocalDateTime.of(2000, 1, 1, 0, 0).plusSeconds(id);
      default -> throw new IllegalArgumentException(type.sql());
    };
  }

  private byte[] bytes() {
    byte[] out = new byte[random.nextInt(12)];
    random.nextBytes(out);
    return out;
  }

  @SafeVarargs
  private <T> T pick(T... values) {
    return values[random.nextInt(values.length)];
  }
}
