package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/**
 * Random conditions, groups and aggregates give the same results as on Parquet, on partitioned
 * tables whose columns were widened and to which columns with defaults were added, so that older
 * files lack columns of later ones, and the reverse. {@code -Dplaced.aggregates=N} sets the number
 * of queries, {@code -Dplaced.seed} the seed; {@code -Pfilters} runs 1,000.
 */
class RandomAggregateTest extends SparkTestCase {
  private static final int PER_TABLE = 250;

  /**
   * Aggregates that cannot overflow, and sums of doubles that hardly depend on the order of
   * addition.
   */
  private static final String[] AGGREGATES = {
    "count(*)",
    "count(s)",
    "count(x)",
    "count(n)",
    "count(i + 0)",
    "sum(by)",
    "sum(sh)",
    "sum(id)",
    "sum(x)",
    "sum(p)",
    "sum(d9)",
    "sum(d18)",
    "sum(d9 * (1 - d9))",
    "sum(x * 2)",
    "sum(sh - by)",
    "sum(cast(sh as decimal(10,0)) * d9)",
    "sum(length(y))",
    "sum(sh * 0.25d)",
    "avg(d9)",
    "avg(x)",
    "avg(id)",
    "avg(by)",
    "min(bo)",
    "max(bo)",
    "min(i)",
    "max(i)",
    "min(l)",
    "max(f)",
    "min(f)",
    "max(d)",
    "min(d)",
    "max(d38)",
    "min(s)",
    "max(s)",
    "min(y)",
    "max(y)",
    "max(b)",
    "min(da)",
    "max(ts)",
    "min(tn)",
    "max(x)",
    "min(x)",
    "max(p)",
    "min(d9 * d9)",
    "max(n)",
    "max(year(da))"
  };

  private static final String[] KEYS = {
    "p",
    "x",
    "y",
    "bo",
    "by",
    "sh",
    "i",
    "d9",
    "d38",
    "s",
    "b",
    "da",
    "n",
    "id % 7",
    "length(s)",
    "year(da)",
    "f",
    "x + 1"
  };

  @Test
  void sameAnswersAsOnParquet() {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    int wanted = Integer.getInteger("placed.aggregates", 16);
    System.out.println("RandomAggregateTest seed " + seed);
    Random random = new Random(seed);
    int tables = Math.max(1, wanted / PER_TABLE);
    int pushed = 0;
    for (int t = 0; t < tables; t++) {
      pushed += table(t, wanted / tables, random, "seed " + seed);
    }
    System.out.println("RandomAggregateTest: " + pushed + " of " + wanted + " computed by scans");
    // Of few it may be fewer by chance.
    assertTrue(pushed > (wanted < 100 ? 0 : wanted / 5), pushed + " of " + wanted);
  }

  /** Columns of later rows, which have two more columns than earlier ones, and lack two. */
  private static final Map<String, String> LATER =
      Map.of(
          "x", "cast(if(id % 3 = 0, null, id % 50) as int)",
          "y", "concat('y', id % 4)",
          "bo", "cast(null as boolean)",
          "d18", "cast(null as decimal(18,6))");

  private static Dataset<Row> rows(Random random) {
    return RandomRows.of(spark, 1500 + random.nextInt(1500), random.nextLong())
        .selectExpr("*", "if(id % 5 = 4, null, cast(id % 5 as int)) as p");
  }

  private int table(int number, int queries, Random random, String seed) {
    Dataset<Row> rows = rows(random);
    Dataset<Row> later = rows(random);
    String placed = path("placed" + number);
    rows.write()
        .format("placed")
        .partitionBy("p")
        .option("placement.row-group", "1024 rows")
        .save(placed);
    Map<String, String> wider =
        Map.of("i", "bigint", "sh", "int", "f", "double", "d9", "decimal(12,2)");
    StructType schema = new StructType();
    List<String> columns = new ArrayList<>();
    List<String> laterColumns = new ArrayList<>();
    for (StructField f : rows.schema().fields()) {
      String type = wider.getOrDefault(f.name(), f.dataType().sql());
      schema = schema.add(f.name(), DataType.fromDDL(type));
      columns.add("cast(" + f.name() + " as " + type + ") as " + f.name());
      laterColumns.add(LATER.getOrDefault(f.name(), f.name()) + " as " + f.name());
    }
    schema = withDefault(withDefault(schema, "x", "int", "42"), "y", "string", "'none'");
    columns.add("42 as x");
    columns.add("'none' as y");
    laterColumns.add(LATER.get("x") + " as x");
    laterColumns.add(LATER.get("y") + " as y");
    Dataset<Row> added = later.selectExpr(laterColumns.toArray(String[]::new));
    added
        .drop("bo", "d18")
        .write()
        .format("placed")
        .mode("append")
        .option("placement.row-group", "1024 rows")
        .save(placed);
    spark.read().schema(schema).format("placed").load(placed).createOrReplaceTempView("placed_a");
    rows.selectExpr(columns.toArray(String[]::new))
        .unionByName(added)
        .write()
        .partitionBy("p")
        .parquet(path("parquet" + number));
    spark.read().parquet(path("parquet" + number)).createOrReplaceTempView("parquet_a");
    RandomFilters filters =
        new RandomFilters(sql("select * from parquet_a").collectAsList(), random);
    int pushed = 0;
    int skipped = 0;
    for (int q = 0; q < queries; ) {
      String query = query(filters, random);
      List<Row> expected;
      try {
        expected = sql(query.replace(" T ", " parquet_a ")).collectAsList();
      } catch (RuntimeException e) {
        // Which rows of Parquet Spark evaluates before it fails is not deterministic.
        skipped++;
        assertTrue(
            skipped <= 5 + queries / 5,
            seed + ": " + skipped + " queries fail, such as " + query + ": " + e);
        continue;
      }
      q++;
      Dataset<Row> found = sql(query.replace(" T ", " placed_a "));
      String[] names = found.columns();
      assertEquals(
          texts(expected, names), texts(found.collectAsList(), names), seed + ": " + query);
      String plan = found.queryExecution().executedPlan().toString();
      pushed += plan.contains("Aggregates: [") || plan.contains("from metadata") ? 1 : 0;
    }
    System.out.println("RandomAggregateTest: " + skipped + " queries fail on Parquet");
    return pushed;
  }

  /**
   * Rows as text, in any order. Sums and averages of doubles depend on the order of addition, and
   * extremes on which of the two zeros comes first; all else is compared exactly.
   */
  private static List<String> texts(List<Row> rows, String[] columns) {
    List<String> out = new ArrayList<>();
    for (Row r : rows) {
      List<String> row = new ArrayList<>();
      for (int i = 0; i < columns.length; i++) {
        Object value = r.get(i);
        boolean added = columns[i].startsWith("sum(") || columns[i].startsWith("avg(");
        if (value instanceof Double d) {
          value = added ? String.format(Locale.ROOT, "%.8e", d + 0.0) : (Object) (d + 0.0);
        } else if (value instanceof Float f) {
          value = f + 0.0f;
        }
        row.add(text(value));
      }
      out.add(row.toString());
    }
    Collections.sort(out);
    return out;
  }

  /** A column that no file has. */
  private static StructType withDefault(StructType schema, String name, String type, String value) {
    return schema.add(
        name,
        DataType.fromDDL(type),
        true,
        new MetadataBuilder().putString("EXISTS_DEFAULT", value).build());
  }

  private static String query(RandomFilters filters, Random random) {
    List<String> select = new ArrayList<>();
    List<String> keys = new ArrayList<>();
    for (int k = random.nextInt(3); k > 0; k--) {
      keys.add(KEYS[random.nextInt(KEYS.length)]);
    }
    select.addAll(keys);
    for (int k = 1 + random.nextInt(4); k > 0; k--) {
      select.add(AGGREGATES[random.nextInt(AGGREGATES.length)]);
    }
    String where = random.nextInt(4) == 0 ? "" : "where " + filters.condition(random.nextInt(3));
    return "select "
        + String.join(", ", select)
        + " from T "
        + where
        + (keys.isEmpty() ? "" : " group by " + String.join(", ", keys));
  }
}
