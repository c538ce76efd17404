package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/**
 * Random conditions give the same rows as on Parquet. {@code -Dplaced.filters=N} sets their number,
 * {@code -Dplaced.seed} the seed; {@code -Pfilters} runs 1,600.
 */
class RandomFilterTest extends SparkTestCase {
  private static final int TOGETHER = 20;
  private static final String[] PLACEMENTS = {
    "default; row-group=1500 rows",
    "reorder=sort(da, s); row-group=1024 rows",
    "albis; row-group=1300 rows"
  };

  @Test
  void sameRowsAsOnParquet() {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    int wanted = Integer.getInteger("placed.filters", 32);
    System.out.println("RandomFilterTest seed " + seed);
    Random random = new Random(seed);
    int tables = Math.max(1, wanted / 400);
    int accepted = 0;
    for (int t = 0; t < tables; t++) {
      accepted += table(t, wanted / tables, random, "seed " + seed);
    }
    System.out.println("RandomFilterTest: " + accepted + " of " + wanted + " wholly accepted");
    // Of few it may be fewer by chance.
    int least = wanted < 100 ? 0 : wanted / 3;
    assertTrue(accepted > least, accepted + " of " + wanted + " accepted");
  }

  private int table(int number, int wanted, Random random, String seed) {
    Dataset<Row> source = RandomRows.of(spark, 2000 + random.nextInt(1500), random.nextLong());
    RandomFilters filters = new RandomFilters(source.collectAsList(), random);
    source.repartition(2).write().parquet(path("parquet" + number));
    spark.read().parquet(path("parquet" + number)).createOrReplaceTempView("parquet_t");
    String placement = PLACEMENTS[random.nextInt(PLACEMENTS.length)];
    source
        .repartition(2)
        .write()
        .format("placed")
        .option("placement", placement)
        .save(path("placed" + number));
    read(path("placed" + number)).createOrReplaceTempView("placed_t");
    int accepted = 0;
    for (int done = 0; done < wanted; done += TOGETHER) {
      List<String> some = new ArrayList<>();
      while (some.size() < Math.min(TOGETHER, wanted - done)) {
        some.add(filters.condition(random.nextInt(4)));
      }
      accepted += compare(some, seed + ", " + placement);
    }
    return accepted;
  }

  /**
   * Conditions that fail for a row of Parquet are skipped, because which rows Spark evaluates is
   * not deterministic.
   */
  private int compare(List<String> conditions, String context) {
    List<String> valid = conditions;
    List<String> expected;
    try {
      expected = rows(union("parquet_t", conditions));
    } catch (RuntimeException e) {
      valid = conditions.stream().filter(RandomFilterTest::hasRows).toList();
      expected = rows(union("parquet_t", valid));
    }
    List<String> found;
    try {
      found = rows(union("placed_t", valid));
    } catch (RuntimeException e) {
      throw new AssertionError(context + ": " + valid, e);
    }
    if (!found.equals(expected)) {
      for (String c : valid) {
        List<String> one = List.of(c);
        assertEquals(
            rows(union("parquet_t", one)), rows(union("placed_t", one)), context + ": " + c);
      }
    }
    assertEquals(expected, found, context);
    int accepted = 0;
    for (String c : valid) {
      accepted +=
          AcceptedFiltersTest.left(sql("select id from placed_t where " + c)).isEmpty() ? 1 : 0;
    }
    return accepted;
  }

  private static boolean hasRows(String condition) {
    try {
      union("parquet_t", List.of(condition)).collectAsList();
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static Dataset<Row> union(String table, List<String> conditions) {
    StringBuilder query = new StringBuilder();
    for (int k = 0; k < conditions.size(); k++) {
      query.append(k == 0 ? "" : " union all ");
      query.append("select ").append(k).append(" as q, id, s from ").append(table);
      query.append(" where ").append(conditions.get(k));
    }
    return sql(query.toString());
  }
}
