package io.placed.engines;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** Random rows of every type that Hive's classes and Spark share. */
final class EveryType {
  private static final int ROWS = 2000;

  static final String COLUMNS =
      "bo BOOLEAN, ti TINYINT, sm SMALLINT, i INT, bi BIGINT, f FLOAT, db DOUBLE,"
          + " de DECIMAL(38,10), d9 DECIMAL(9,3), s STRING, c CHAR(5), v VARCHAR(4), b BINARY,"
          + " d DATE, t TIMESTAMP, st STRUCT<x:INT,y:ARRAY<STRING>>, l ARRAY<DATE>,"
          + " m MAP<STRING,STRUCT<q:TIMESTAMP>>";

  /** The columns in a form that is the same text wherever they come from. */
  static final String TEXT =
      "bo, ti, sm, i, bi, f, db, de, d9, s, rtrim(c), v, hex(b), CAST(d AS STRING),"
          + " CAST(t AS STRING), CAST(st AS STRING), CAST(l AS STRING),"
          + " CAST(array_sort(map_entries(m)) AS STRING)";

  /** The columns and parts of them, as both engines print them. */
  static final String PARTS =
      "bo, ti, sm, i, bi, f, db, de, d9, s, rtrim(c), v, hex(b), CAST(d AS STRING),"
          + " CAST(t AS STRING), st.x, size(st.y), st.y[0], size(l), CAST(l[0] AS STRING), size(m),"
          + " CAST(m['ab'].q AS STRING)";

  /** What conditions are compared by. */
  static final String SUMMARY =
      "count(*), sum(bi), max(s), CAST(min(t) AS STRING), CAST(max(d) AS STRING)";

  private static final String[] WORDS = {"", "a", "ab", "abc", "b", "ü", "zz", "Zz", "a b"};

  private final Random random;

  private EveryType(long seed) {
    random = new Random(seed);
  }

  /** The statement that makes a table for them. */
  static String create(String name, Path location) {
    return "CREATE EXTERNAL TABLE %s (%s) %s LOCATION '%s' TBLPROPERTIES"
            .formatted(name, COLUMNS, HiveSession.STORED, location)
        + " ('placed.placement.row-group'='256 rows')";
  }

  /** Makes a view of random rows. */
  static void view(SparkSession spark, long seed, String name) {
    EveryType random = new EveryType(seed);
    List<Row> rows = new ArrayList<>();
    for (int k = 0; k < ROWS; k++) {
      rows.add(random.row());
    }
    String plain = COLUMNS.replace("CHAR(5)", "STRING").replace("VARCHAR(4)", "STRING");
    spark.createDataFrame(rows, StructType.fromDDL(plain)).createOrReplaceTempView(name);
  }

  private Row row() {
    Map<String, Row> map = new LinkedHashMap<>();
    for (int k = random.nextInt(3); k > 0; k--) {
      map.put(word(), random.nextInt(8) == 0 ? null : RowFactory.create(maybe(time())));
    }
    List<Object> dates = new ArrayList<>();
    for (int k = random.nextInt(4); k > 0; k--) {
      dates.add(maybe(date()));
    }
    byte[] bytes = new byte[random.nextInt(6)];
    random.nextBytes(bytes);
    return RowFactory.create(
        maybe(random.nextBoolean()),
        maybe((byte) random.nextInt()),
        maybe((short) random.nextInt(2000)),
        maybe(random.nextInt(500) - 250),
        maybe(random.nextInt(4) == 0 ? random.nextLong() >> 12 : random.nextInt(1000)),
        maybe(random.nextInt(64) / 8f),
        maybe(random.nextInt(4) == 0 ? random.nextGaussian() * 1e10 : random.nextInt(50) / 4d),
        maybe(new BigDecimal(new BigInteger(90, random), 10)),
        maybe(BigDecimal.valueOf(random.nextInt(2_000_000) - 1_000_000, 3)),
        maybe(word() + word()),
        maybe(word()),
        maybe(word()),
        maybe(bytes),
        maybe(date()),
        maybe(time()),
        maybe(RowFactory.create(maybe(random.nextInt(9)), maybe(List.of(word(), word())))),
        maybe(dates),
        maybe(map));
  }

  /** One value in eight is null. */
  private Object maybe(Object value) {
    return random.nextInt(8) == 0 ? null : value;
  }

  private String word() {
    return WORDS[random.nextInt(WORDS.length)];
  }

  /** Some dates are before 1582, when java.sql uses another calendar. */
  private LocalDate date() {
    return LocalDate.of(random.nextInt(8) == 0 ? 1400 : 1990, 1, 1)
        .plusDays(random.nextInt(10_000));
  }

  /** A time of day that every zone's clock shows on that day. */
  private java.time.Instant time() {
    LocalDateTime clock =
        date()
            .atTime(12, random.nextInt(60), random.nextInt(60), random.nextInt(1_000_000) * 1_000);
    return clock.atZone(ZoneId.systemDefault()).withZoneSameInstant(ZoneOffset.UTC).toInstant();
  }

  /** Conditions on them, that every engine understands. */
  static List<String> conditions(long seed, int number) {
    Random r = new Random(seed);
    List<String> all = new ArrayList<>();
    for (int k = 0; k < number; k++) {
      all.add(condition(r, 2));
    }
    return all;
  }

  private static String condition(Random r, int depth) {
    return switch (depth == 0 ? 0 : r.nextInt(5)) {
      case 1 -> "(" + condition(r, depth - 1) + " AND " + condition(r, depth - 1) + ")";
      case 2 -> "(" + condition(r, depth - 1) + " OR " + condition(r, depth - 1) + ")";
      case 3 -> "NOT (" + condition(r, depth - 1) + ")";
      default -> leaf(r);
    };
  }

  private static String leaf(Random r) {
    return switch (r.nextInt(11)) {
      case 0 -> "i > " + (r.nextInt(500) - 250);
      case 1 -> "s = '" + WORDS[r.nextInt(WORDS.length)] + "'";
      case 2 -> "c IN ('abc', '" + WORDS[1 + r.nextInt(4)] + "')";
      case 3 -> "d < DATE'" + (1992 + r.nextInt(20)) + "-03-01'";
      case 4 -> "d >= DATE'1410-01-01' AND v IS NOT NULL";
      case 5 -> "t >= TIMESTAMP'" + (1992 + r.nextInt(20)) + "-03-01 12:00:00'";
      case 6 -> "d9 BETWEEN " + -r.nextInt(500) + " AND " + r.nextInt(500);
      case 7 -> "st.x = " + r.nextInt(9);
      case 8 -> "de IS NULL";
      case 9 -> "bi IN (" + r.nextInt(1000) + ", " + r.nextInt(1000) + ") OR f > 7";
      default -> "bo";
    };
  }
}
