package io.placed.spark;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** Rows with a column of every type, with nulls, extreme values and repetitions. */
public final class RandomRows {
  static final StructType SCHEMA =
      StructType.fromDDL(
          "id bigint, bo boolean, by tinyint, sh smallint, i int, l bigint, f float, d double, d9"
              + " decimal(9,2), d18 decimal(18,6), d38 decimal(38,10), s string, b binary, da date,"
              + " ts timestamp, tn timestamp_ntz, n int, st struct<a: int, b: struct<c: string, d:"
              + " array<double>>>, ar array<array<array<int>>>, m map<string, struct<x: bigint, y:"
              + " map<int, string>>>");

  private final Random random;

  private RandomRows(long seed) {
    random = new Random(seed);
  }

  public static Dataset<Row> of(SparkSession spark, int count, long seed) {
    RandomRows maker = new RandomRows(seed);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(maker.row(i));
    }
    return spark.createDataFrame(rows, SCHEMA);
  }

  private Row row(long id) {
    return RowFactory.create(
        id,
        maybe(random.nextBoolean()),
        maybe((byte) random.nextInt()),
        maybe((short) (id / 7)),
        maybe(pick(random.nextInt(), random.nextInt(100), Integer.MIN_VALUE, Integer.MAX_VALUE)),
        maybe(pick(random.nextLong(), id, Long.MIN_VALUE, Long.MAX_VALUE)),
        maybe(pick(random.nextFloat(), Float.NaN, -0.0f, 0.0f, Float.NEGATIVE_INFINITY)),
        maybe(pick(random.nextGaussian(), id / 4.0, Double.NaN, -0.0, 0.0, Double.MAX_VALUE)),
        maybe(new BigDecimal(BigInteger.valueOf(random.nextInt(2_000_000) - 1_000_000), 2)),
        maybe(
            new BigDecimal(BigInteger.valueOf(random.nextLong() % 1_000_000_000_000_000_000L), 6)),
        maybe(new BigDecimal(new BigInteger(random.nextInt(120), random).negate(), 10)),
        maybe(string(id)),
        maybe(bytes()),
        maybe(pick(LocalDate.ofEpochDay(id), LocalDate.of(1, 1, 1), LocalDate.of(9999, 12, 31))),
        maybe(
            Timestamp.from(
                java.time.Instant.ofEpochSecond(id * 1000, random.nextInt(1000) * 1000L))),
        maybe(LocalDateTime.of(2000, 1, 1, 0, 0).plusSeconds(id)),
        null,
        maybe(
            RowFactory.create(
                maybe((int) id % 50),
                maybe(RowFactory.create(maybe(string(id)), maybe(list(random.nextGaussian())))))),
        maybe(list(list(list(maybe(random.nextInt(10)))))),
        maybe(map()));
  }

  private Map<String, Row> map() {
    Map<String, Row> out = new LinkedHashMap<>();
    for (int k = random.nextInt(4); k > 0; k--) {
      Map<Integer, String> inner = new LinkedHashMap<>();
      inner.put(random.nextInt(9), maybe("v" + k));
      out.put("k" + k, maybe(RowFactory.create(maybe(random.nextLong()), maybe(inner))));
    }
    return out;
  }

  private String string(long id) {
    return pick("", "cat" + random.nextInt(5), "n" + id, "ü€😀" + random.nextInt(3), "a\0b");
  }

  private byte[] bytes() {
    byte[] out = new byte[random.nextInt(12)];
    random.nextBytes(out);
    return out;
  }

  private <T> List<T> list(T element) {
    List<T> out = new ArrayList<>();
    for (int k = random.nextInt(4); k > 0; k--) {
      out.add(random.nextInt(8) == 0 ? null : element);
    }
    return out;
  }

  private <T> T maybe(T value) {
    return random.nextInt(9) == 0 ? null : value;
  }

  @SafeVarargs
  private <T> T pick(T... values) {
    return values[random.nextInt(values.length)];
  }
}
