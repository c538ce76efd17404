package io.placed.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * A fingerprint of a multiset of rows: their number, and the sum and exclusive or of a hash of each
 * row over all columns. Spark's hash ignores nulls and treats -0.0 as 0.0. Therefore the positions
 * of nulls are hashed too; signs of zeros are tested elsewhere.
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
