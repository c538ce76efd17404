package io.placed.hive;

import io.placed.schema.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Rows of all types that Hive and Placed share, with nulls at every level. */
final class RandomRows {
  /** Columns in Hive. The last one is read row by row, because Hive has no vectors for its type. */
  static final String COLUMNS =
      "bo boolean, ti tinyint, sm smallint, i int, bi bigint, f float, db double,"
          + " de decimal(38,10), d9 decimal(9,3), s string, c char(5), v varchar(4), b binary,"
          + " d date, t timestamp, st struct<x:int,y:array<string>>, l array<int>,"
          + " m map<string,struct<q:double>>, u uniontype<int,string>";

  static final Schema SCHEMA =
      Schema.parse(
          "bo: boolean, ti: int8, sm: int16, i: int32, bi: int64, f: float, db: double,"
              + " de: decimal(38,10), d9: decimal(9,3), s: string, c: string, v: string, b: binary,"
              + " d: date, t: timestamp_ntz, st: struct<x: int32, y: list<string>>, l: list<int32>,"
              + " m: map<key: string not null, value: struct<q: double>>,"
              + " u: struct<tag: int8, field0: int32, field1: string>");

  static final Schema WITH_POINTS = Schema.parse(SCHEMA + ", tz: timestamp");

  private static final int C = SCHEMA.indexOf("c");
  private static final int V = SCHEMA.indexOf("v");

  private static final String[] WORDS = {
    "", "a", "ab", "abc", "b", "ba", "ü", "zz", "Zz", "a b", "ab\t"
  };

  private final Random random;

  RandomRows(long seed) {
    random = new Random(seed);
  }

  Object[] row(boolean withPoint) {
    List<Object> row = new ArrayList<>();
    row.add(maybe(random.nextBoolean()));
    row.add(maybe((byte) random.nextInt()));
    row.add(maybe((short) random.nextInt(2000)));
    row.add(maybe(random.nextInt(500) - 250));
    row.add(maybe(random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(1000)));
    row.add(maybe(random.nextInt(64) / 8f));
    row.add(maybe(random.nextInt(4) == 0 ? random.nextGaussian() * 1e10 : random.nextInt(50) / 4d));
    row.add(maybe(new BigDecimal(new BigInteger(random.nextInt(110), random), 10)));
    row.add(maybe(BigDecimal.valueOf(random.nextInt(2_000_000) - 1_000_000, 3)));
    row.add(maybe(word() + word()));
    row.add(maybe(more(word())));
    row.add(maybe(more(word())));
    byte[] bytes = new byte[random.nextInt(6)];
    random.nextBytes(bytes);
    row.add(maybe(bytes));
    row.add(maybe(LocalDate.of(1990 + random.nextInt(40), 1 + random.nextInt(12), 1)));
    long second = random.nextLong(-2_000_000_000L, 2_000_000_000L);
    int nanos = random.nextInt(1_000_000) * 1_000;
    row.add(maybe(LocalDateTime.ofEpochSecond(second, nanos, ZoneOffset.UTC)));
    row.add(maybe(new Object[] {maybe(random.nextInt(9)), maybe(words())}));
    row.add(maybe(numbers()));
    row.add(maybe(map()));
    row.add(
        maybe(
            random.nextBoolean()
                ? new Object[] {(byte) 0, random.nextInt(99), null}
                : new Object[] {(byte) 1, null, word()}));
    if (withPoint) {
      row.add(maybe(Instant.ofEpochSecond(second, nanos)));
    }
    return row.toArray();
  }

  /** One value in eight is null. */
  private Object maybe(Object value) {
    return random.nextInt(8) == 0 ? null : value;
  }

  /** The text, as Spark pads CHAR, or longer than the types of Hive allow. */
  private String more(String text) {
    return switch (random.nextInt(4)) {
      case 0 -> text + " ".repeat(random.nextInt(8));
      case 1 -> text + word() + word();
      default -> text;
    };
  }

  /**
   * The row as Hive shows it: texts of limited length are cut, CHAR also has no blanks at the end.
   */
  static Object[] shown(Object[] row) {
    Object[] out = row.clone();
    out[C] = out[C] instanceof String s ? cut(s, 5).replaceAll(" +$", "") : null;
    out[V] = out[V] instanceof String s ? cut(s, 4) : null;
    return out;
  }

  private static String cut(String text, int most) {
    return text.substring(0, Math.min(most, text.length()));
  }

  private String word() {
    return WORDS[random.nextInt(WORDS.length)];
  }

  private List<Object> words() {
    List<Object> list = new ArrayList<>();
    for (int k = random.nextInt(4); k > 0; k--) {
      list.add(maybe(word()));
    }
    return list;
  }

  private List<Object> numbers() {
    List<Object> list = new ArrayList<>();
    for (int k = random.nextInt(5); k > 0; k--) {
      list.add(maybe(random.nextInt(100)));
    }
    return list;
  }

  private Map<Object, Object> map() {
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int k = random.nextInt(3); k > 0; k--) {
      map.put(word(), maybe(new Object[] {maybe(random.nextInt(8) / 4d)}));
    }
    return map;
  }
}
