package io.placed.scan;

import io.placed.encoding.Profile;
import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.write.options.WriteOptions;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;

/** Rows with columns that are functions of others. */
final class DerivedRows {
  private DerivedRows() {}

  static Schema schema() {
    return Schema.of(
        Field.of("name", Type.STRING),
        Field.of("quantity", Type.INT32),
        Field.of("price", Type.DOUBLE),
        Field.of("list", Type.DOUBLE),
        Field.of("ext", Type.DOUBLE),
        Field.of("coupon", Type.DOUBLE),
        Field.of("net", Type.DOUBLE),
        Field.of("tax", Type.FLOAT),
        Field.of("departure", Type.DATE),
        Field.of("arrival", Type.DATE),
        Field.of("id", Type.INT64),
        Field.of("same", Type.INT64),
        Field.of("dec_a", Type.decimal(12, 2)),
        Field.of("dec_b", Type.decimal(12, 2)),
        Field.of("dec_total", Type.decimal(13, 2)),
        Field.of("total", Type.DOUBLE));
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
      int q = 1 + random.nextInt(100);
      long p = 100 + random.nextInt(9900);
      long markup = 100 + random.nextInt(101);
      long ext = q * p;
      long coupon = random.nextInt(200_000);
      LocalDate day = LocalDate.of(2000, 1, 1).plusDays(random.nextInt(3000));
      long id = random.nextLong();
      BigDecimal a = BigDecimal.valueOf(random.nextInt(10_000_000), 2);
      BigDecimal b = BigDecimal.valueOf(random.nextInt(10_000_000), 2);
      Object[] row = {
        "n" + random.nextInt(30),
        q,
        p / 100.0,
        p * markup / 100 / 100.0,
        ext / 100.0,
        coupon / 100.0,
        (ext - coupon) / 100.0,
        random.nextInt(10) / 100f,
        day,
        day.plusDays(1 + random.nextInt(30)),
        id,
        id,
        a,
        b,
        a.add(b),
        (ext + coupon) / 100.0
      };
      for (int c = 0; c < row.length; c++) {
        if (nulls > 0 && random.nextInt(nulls) == 0) {
          row[c] = null;
        } else if (odd > 0 && random.nextInt(odd) == 0 && row[c] instanceof Double) {
          row[c] = List.of(Double.NaN, -0.0, Math.PI, 1e300).get(random.nextInt(4));
        } else if (odd > 0 && random.nextInt(odd) == 0 && row[c] instanceof Long) {
          row[c] = random.nextLong();
        }
      }
      rows.appendRow(row);
    }
    return rows;
  }

  static WriteOptions options(String placement, int pageRows) {
    return WriteOptions.defaults()
        .withProfile(Profile.COMPACT)
        .withPlacement(Placement.parse(placement))
        .withPageRows(pageRows);
  }
}
