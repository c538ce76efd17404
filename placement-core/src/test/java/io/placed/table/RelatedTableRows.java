package io.placed.table;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Values;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;

/**
 * Random rows whose columns are functions of others, of all kinds that can be stored, with nulls
 * and exceptions. In the second half of the rows the maps have other keys and values.
 */
final class RelatedTableRows {
  static final Schema SCHEMA =
      Schema.of(
          Field.of("id", Type.INT64),
          Field.of("part", Type.INT32),
          Field.of("number", Type.INT64),
          Field.of("rest", Type.INT32),
          Field.of("base", Type.INT32),
          Field.of("scaled", Type.INT64),
          Field.of("hi", Type.INT32),
          Field.of("lo", Type.INT32),
          Field.of("whole", Type.INT32),
          Field.of("scheduled", Type.INT32),
          Field.of("departure", Type.INT32),
          Field.of("delay", Type.INT32),
          Field.of("planned", Type.INT32),
          Field.of("begun", Type.INT32),
          Field.of("late", Type.INT32),
          Field.of("code", Type.STRING),
          Field.of("city", Type.STRING),
          Field.of("height", Type.DOUBLE),
          Field.of("price", Type.decimal(9, 2)),
          Field.of("day", Type.DATE),
          Field.of("tiny", Type.INT8),
          Field.of("real", Type.FLOAT),
          Field.of("moment", Type.TIMESTAMP),
          Field.of("raw", Type.BINARY),
          Field.of("gate", Type.INT32),
          Field.of("distance", Type.INT32),
          Field.of("temperature", Type.DOUBLE),
          Field.of("label", Type.STRING));

  /** Among them values that are equal as numbers but not as bits. */
  private static final List<Double> TEMPERATURES =
      List.of(Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY, 0.1, 1e300, 7.25);

  private final Random random;
  private final int nulls;
  private final int odd;

  /**
   * @param nulls one value in this number is null, 0 = none
   * @param odd one value in this number breaks its relation, 0 = none
   */
  RelatedTableRows(Random random, int nulls, int odd) {
    this.random = random;
    this.nulls = nulls;
    this.odd = odd;
  }

  /** One row of those with the ids from {@code id} on. */
  Object[] row(long id, boolean later) {
    long number = random.nextInt(2_000_000_000) - (later ? 1_000_000_000 : 0);
    int base = random.nextInt(60_000);
    // Some of the later products overflow the child's type.
    int hi = random.nextInt(later && random.nextInt(50) == 0 ? 1 << 30 : 2000);
    int lo = random.nextInt(250);
    int scheduled = random.nextInt(1440);
    int delay = random.nextInt(600) - 60;
    int planned = random.nextInt(1440);
    int late = Math.floorMod(random.nextInt(48) * 30 - planned + 120, 1440) - 120;
    int code = random.nextInt(40) + (later ? 20 : 0);
    int mapped = mix(code, later);
    // The search pairs only parents of which one alone tells something.
    int gate = random.nextInt(5) < 3 ? 0 : random.nextInt(5);
    int temperature = random.nextInt(TEMPERATURES.size());
    Object[] row = {
      id,
      (int) (id % 3),
      number,
      (int) Math.floorMod(number, 1000L),
      base,
      base * 100_003L + id / 700 * 17,
      hi,
      lo,
      hi * 1_000_003 + lo,
      time(scheduled),
      time(scheduled + delay),
      delay,
      time(planned),
      time(planned + late),
      late,
      code == 25 ? "" : "code " + (char) ('A' + code % 26) + code,
      "City number " + mapped % 35,
      random.nextInt(100) == 0 ? random.nextDouble() : mapped % 10_000 / 10.0,
      BigDecimal.valueOf(mapped % 1_000_000, 2),
      LocalDate.of(2024, 1, 1).plusDays(mapped % 20_000),
      (byte) mapped,
      random.nextInt(100) == 0 ? Float.NaN : mapped % 1000 / 4.0f,
      Values.instant(mapped * 1_000_003L),
      new byte[] {(byte) mapped, 0, (byte) (mapped >> 8)},
      gate,
      mix(code * 5 + gate, later) % 100_000,
      TEMPERATURES.get(temperature),
      "It is number " + mix(temperature, later) % 1000
    };
    for (int c = 2; c < row.length; c++) {
      if (nulls > 0 && random.nextInt(nulls) == 0) {
        row[c] = null;
      } else if (odd > 0 && random.nextInt(odd) == 0) {
        row[c] = other(row[c]);
      }
    }
    return row;
  }

  private static int time(int minute) {
    int m = Math.floorMod(minute, 1440);
    return m / 60 * 100 + m % 60;
  }

  private static int mix(int key, boolean later) {
    return (int) ((key + (later ? 977 : 0)) * 0x9E3779B97F4A7C15L >>> 33);
  }

  private Object other(Object value) {
    if (value instanceof Double) {
      return random.nextBoolean() ? -0.0 : random.nextDouble();
    }
    if (value instanceof Float) {
      return random.nextBoolean() ? Float.NaN : random.nextFloat();
    }
    if (value instanceof Integer) {
      return random.nextBoolean() ? random.nextInt() : Integer.MIN_VALUE;
    }
    if (value instanceof Long) {
      return random.nextBoolean() ? random.nextLong() : Long.MIN_VALUE;
    }
    return value instanceof String ? "odd " + random.nextInt(5) : value;
  }
}
