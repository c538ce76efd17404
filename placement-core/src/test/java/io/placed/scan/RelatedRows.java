package io.placed.scan;

import io.placed.encoding.Profile;
import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Values;
import io.placed.write.options.WriteOptions;
import java.util.Random;

/** Rows of departures: clock times, parts of numbers, and columns that codes determine. */
final class RelatedRows {
  /** Places of the codes; their names and heights depend on the code alone. */
  private static final int CODES = 40;

  private RelatedRows() {}

  static Schema schema() {
    return Schema.of(
        Field.of("hour", Type.INT32),
        Field.of("minute", Type.INT32),
        Field.of("scheduled", Type.INT32),
        Field.of("departure", Type.INT32),
        Field.of("delay", Type.INT32),
        Field.of("start", Type.TIMESTAMP),
        Field.of("code", Type.STRING),
        Field.of("city", Type.STRING),
        Field.of("height", Type.DOUBLE),
        Field.of("gate", Type.INT32),
        Field.of("distance", Type.INT64),
        Field.of("number", Type.INT64),
        Field.of("last", Type.INT32));
  }

  /**
   * Creates rows with the relations.
   *
   * @param nulls one value in this number is null, 0 = none
   * @param odd one value in this number breaks its relation, 0 = none
   */
  static Batch rows(int n, int nulls, int odd, Random random) {
    Batch rows = Batch.of(schema());
    for (int i = 0; i < n; i++) {
      int hour = random.nextInt(24);
      int minute = random.nextInt(60);
      int delay = random.nextInt(600) - 60;
      int departed = Math.floorMod(hour * 60 + minute + delay, 1440);
      int code = random.nextInt(CODES);
      int gate = random.nextInt(30);
      int number = random.nextInt(100_000_000);
      Object[] row = {
        hour,
        minute,
        hour * 100 + minute,
        departed / 60 * 100 + departed % 60,
        delay,
        Values.instant((i / 500 * 24L + hour) * 3_600_000_000L),
        "C" + (char) ('A' + code % 26) + code,
        "City number " + code % 35,
        code * 7919 % 10_000 / 10.0,
        gate,
        (code * 613L + gate * 7907L) % 5000,
        (long) number,
        number % 1000
      };
      for (int c = 0; c < row.length; c++) {
        if (nulls > 0 && random.nextInt(nulls) == 0) {
          row[c] = null;
        } else if (odd > 0 && random.nextInt(odd) == 0) {
          row[c] = other(row[c], random);
        }
      }
      rows.appendRow(row);
    }
    return rows;
  }

  private static Object other(Object value, Random random) {
    if (value instanceof Double) {
      return random.nextBoolean() ? Double.NaN : random.nextDouble();
    }
    if (value instanceof Integer) {
      return random.nextInt();
    }
    return value instanceof String ? "odd " + random.nextInt(5) : value;
  }

  static WriteOptions options(String placement, Profile profile, int pageRows) {
    return WriteOptions.defaults()
        .withProfile(profile)
        .withPlacement(Placement.parse(placement))
        .withPageRows(pageRows);
  }
}
