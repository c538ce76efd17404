package io.placed.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What a multiset of rows comes down to: their number, and sum and exclusive or of a hash of each
 * over all columns. Spark's hash passes over nulls and takes -0.0 for 0.0, so which values are null
 * is hashed too; the signs of zeros are another test's matter.
 */
final class Fingerprint {
  private Fingerprint() {}

  static Row of(Dataset<Row> data) {
    List<Column> hashed = new ArrayList<>();
    for (String name : data.columns()) {
      Column c = col("`" + name.replace("`", "``") + "`");
      hashed.add(c);
      hashed.add(c.isNull());
    }
    return data.select(xxhash64(hashed.toArray(new Column[0])).as("h"))
        .selectExpr("count(*)", "sum(cast(h as decimal(20, 0)))", "bit_xor(h)")
        .head();
  }
}
