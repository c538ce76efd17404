package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.spark.JoinedTable.KeyType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Random joins, groups and windows by the keys of two tables, which are partitioned by the same
 * transforms or nearly so, sorted or not, and have histories, give the rows that Spark gives for
 * the same rows in memory. {@code -Dplaced.joins=N} sets the number of queries, {@code
 * -Dplaced.seed} the seed, {@code -Dplaced.joins.tables} that of the only two tables; {@code
 * -Pfilters} runs 2,000.
 */
class RandomJoinTest extends SparkTestCase {
  private static final int QUERIES_OF_TABLES = 10;
  private static final String BUCKETING = "spark.sql.sources.v2.bucketing.";

  /** Settings of Spark that change how partitions are put together. */
  private static final List<String> WAYS =
      List.of(
          "partiallyClusteredDistribution.enabled",
          "shuffle.enabled",
          "allowJoinKeysSubsetOfPartitionKeys.enabled",
          "allowCompatibleTransforms.enabled",
          "preserveOrderingOnCoalesce.enabled",
          "preserveKeyOrderingOnCoalesce.enabled",
          "partition.filter.enabled",
          "partitionKeyOrdering.enabled",
          "sorting.enabled");

  private static final Map<String, String> ALWAYS =
      new TreeMap<>(
          Map.of(
              "spark.sql.autoBroadcastJoinThreshold",
              "-1",
              "spark.sql.requireAllClusterKeysForCoPartition",
              "false",
              // Before 4.2 only if it is set.
              BUCKETING + "enabled",
              "true"));

  private final Map<String, String> settings = new TreeMap<>();
  private int unshuffled;
  private int unsorted;

  private void set(Map<String, String> some) {
    some.forEach(
        (name, value) -> {
          spark.conf().set(name, value);
          settings.put(name, value);
        });
  }

  @AfterEach
  void reset() {
    settings.keySet().forEach(spark.conf()::unset);
    settings.clear();
    interpret();
    spark.conf().set("spark.sql.shuffle.partitions", "2");
  }

  @Test
  void sameRowsAsInMemory() throws Exception {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    Long only = Long.getLong("placed.joins.tables");
    int wanted = Integer.getInteger("placed.joins", 10);
    System.out.println("RandomJoinTest seed " + seed);
    Random random = new Random(seed);
    List<AssertionError> faults = new ArrayList<>();
    for (int done = 0; done < wanted; done += QUERIES_OF_TABLES) {
      try {
        tables(only == null ? random.nextLong() : only);
      } catch (AssertionError | RuntimeException e) {
        faults.add(e instanceof AssertionError a ? a : new AssertionError("seed " + seed, e));
        System.out.println("RandomJoinTest: " + e.getMessage() + "\n" + e.getCause());
        if (faults.size() == Integer.getInteger("placed.joins.faults", 1)) {
          break;
        }
      }
    }
    if (!faults.isEmpty()) {
      throw faults.get(0);
    }
    System.out.println(
        "RandomJoinTest: "
            + wanted
            + " queries, "
            + unshuffled
            + " without shuffle, "
            + unsorted
            + " of them without sort");
    // Of few queries there may be none by chance.
    assertTrue(wanted < 500 || unshuffled >= wanted / 20, unshuffled + " without shuffle");
    assertTrue(wanted < 500 || unsorted >= wanted / 500, unsorted + " without sort");
  }

  private void tables(long seed) throws Exception {
    Random random = new Random(seed);
    set(ALWAYS);
    List<KeyType> types = new ArrayList<>(JoinedTable.TYPES);
    Collections.shuffle(types, random);
    List<String> by = JoinedTable.created(types, random);
    // Tables of several writes are rarely in the order that Spark wants, and often divided by
    // different fields.
    boolean once = random.nextInt(5) < 2;
    String sort = random.nextInt(3) == 0 ? null : JoinedTable.sort(by, random);
    if (once && sort != null && !by.contains("k")) {
      sort = random.nextBoolean() ? "sort(k)" : "sort(k, id)";
    }
    int domain = List.of(8, 20, 40, 400).get(random.nextInt(4));
    List<JoinedTable> both = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      JoinedTable table =
          new JoinedTable(spark, random, name, types, domain, both.isEmpty() ? 0 : 60);
      List<String> own = new ArrayList<>(by);
      if (!once && random.nextInt(8) == 0) {
        own = JoinedTable.created(types, random);
      } else if (!once && random.nextInt(4) == 0 && own.size() > 1) {
        own.remove(0);
      }
      Collections.shuffle(own, random);
      String order = sort == null || !once && random.nextInt(4) == 0 ? null : sort;
      boolean fits = own.stream().allMatch(t -> t.contains("(") || sorts(order, t));
      // Only catalogs keep collations.
      boolean collated = types.subList(0, 2).stream().anyMatch(t -> t.type().contains("collate"));
      boolean inCatalog = collated || random.nextInt(4) == 0;
      table.make(directory, inCatalog, own, fits ? order : null, once);
      table.show();
      both.add(table);
    }
    String context = "tables " + seed + "\n" + both.get(0) + "\n" + both.get(1);
    try {
      for (int q = 0; q < QUERIES_OF_TABLES; q++) {
        if (q == QUERIES_OF_TABLES / 2 && both.get(0).isWritable()) {
          set(ways(random));
          both.get(0).merge(both.get(1), keys(random));
          context = "tables " + seed + "\n" + both.get(0) + "\n" + both.get(1);
          reset();
          set(ALWAYS);
          both.get(0).show();
        }
        check(query(random), random, context);
      }
    } finally {
      both.forEach(JoinedTable::drop);
      reset();
    }
  }

  /** Whether a column is none of the keys of a sort: columns of partitions cannot be. */
  private static boolean sorts(String order, String column) {
    return order == null || !order.matches(".*[(, ]" + column + "[ ,;)].*");
  }

  private static Map<String, String> ways(Random random) {
    Map<String, String> ways = new TreeMap<>();
    for (int k = random.nextInt(4); k > 0; k--) {
      ways.put(BUCKETING + WAYS.get(random.nextInt(WAYS.size())), "true");
    }
    ways.put("spark.sql.adaptive.enabled", String.valueOf(random.nextInt(3) == 0));
    ways.put("spark.sql.shuffle.partitions", String.valueOf(1 + random.nextInt(3)));
    if (random.nextInt(3) == 0) {
      ways.put("spark.sql.files.openCostInBytes", "0");
      ways.put("spark.sql.files.minPartitionNum", String.valueOf(1 + random.nextInt(12)));
    }
    if (random.nextInt(4) == 0) {
      ways.put("spark.sql.files.maxPartitionBytes", "1k");
    }
    if (random.nextInt(3) == 0) {
      ways.put("spark.sql.optimizer.dynamicPartitionPruning.reuseBroadcastOnly", "false");
      ways.put("spark.sql.optimizer.dynamicPartitionPruning.fallbackFilterRatio", "10.0");
      // Spark leaves such filters in plans of subqueries, where only whole stages can use them.
      ways.put("spark.sql.codegen.factoryMode", "FALLBACK");
      ways.put("spark.sql.codegen.wholeStage", "true");
    }
    if (random.nextInt(8) == 0) {
      ways.put("spark.sql.autoBroadcastJoinThreshold", "10k");
    }
    return ways;
  }

  private void check(String query, Random random, String context) {
    List<String> expected;
    try {
      expected = unsigned(sql(query.replace("$a", "a_rows").replace("$b", "b_rows")));
    } catch (Exception e) {
      throw new AssertionError(query + "\n" + context, e);
    }
    Map<String, String> ways = ways(random);
    set(ways);
    String plan = "";
    try {
      if (random.nextInt(10) == 0) {
        sql("select * from a").cache();
      }
      Dataset<Row> found = sql(query.replace("$a", "a").replace("$b", "b"));
      plan = found.queryExecution().executedPlan().toString();
      boolean moves = plan.contains("Exchange");
      unshuffled += moves || !plan.contains("Join") ? 0 : 1;
      unsorted += moves || plan.contains("Sort [") || !plan.contains("SortMergeJoin") ? 0 : 1;
      assertEquals(expected, unsigned(found));
    } catch (Throwable e) {
      throw new AssertionError(query + "\n" + ways + "\n" + context + "\n" + plan, e);
    } finally {
      spark.catalog().clearCache();
      reset();
      set(ALWAYS);
    }
  }

  /** Rows without signs of zeros and upper case, of which groups and sets keep any. */
  private static List<String> unsigned(Dataset<Row> data) {
    return rows(data).stream()
        .map(r -> r.replace("-0.0", "0.0").toLowerCase(Locale.ROOT))
        .sorted()
        .toList();
  }

  private static List<String> keys(Random random) {
    return switch (random.nextInt(10)) {
      case 0, 1 -> List.of("k", "k2");
      case 2 -> List.of("k2");
      case 3, 4 -> List.of("k", "id");
      default -> List.of("k");
    };
  }

  private static String on(List<String> keys, String left, String right, Random random) {
    List<String> terms = new ArrayList<>();
    for (String key : keys) {
      String equal = random.nextInt(3) == 0 ? " <=> " : " = ";
      terms.add(left + "." + key + equal + right + "." + key);
    }
    return String.join(" and ", terms);
  }

  private static String side(String table, Random random) {
    return switch (random.nextInt(20)) {
      case 0 -> "(select * from " + table + " where id % 3 = 1)";
      case 1 -> "(select * from " + table + " where k is not null)";
      case 2 -> "(select * from " + table + " order by id, v, k, k2 limit 50)";
      case 3 -> "(select * from " + table + " where v = 'v" + random.nextInt(6) + "')";
      case 4 -> "(select * from $a union all select * from $b)";
      case 5 -> "(select k, k2, id, min(v) v from " + table + " group by id, k2, k)";
      // Interpreted, Spark's MAX of strings of a collation is wrong, as with Parquet.
      case 6 ->
          "(select k, k2, sum(id) id, max(v) v from "
              + table
              + " group by k, k2 having sum(id) > 100)";
      default -> table;
    };
  }

  private static String query(Random random) {
    List<String> keys = keys(random);
    String list = String.join(", ", keys);
    String left = side(random.nextInt(6) == 0 ? "$b" : "$a", random);
    String right = side(random.nextInt(6) == 0 ? "$a" : "$b", random);
    String on = on(keys, "l", "r", random);
    return switch (random.nextInt(12)) {
      case 10 ->
          "select k2, max(k), count(*), sum(c) from (select k, k2, id, count(*) c from "
              + left
              + " group by k, k2, id) group by k2";
      case 11 ->
          "select k, count(*), sum(c) from (select k, k2, count(id) c from "
              + left
              + " group by k, k2) group by k";
      case 0 ->
          "select " + list + ", count(*), min(id), sum(id) from " + left + " group by " + list;
      case 1 ->
          "select *, row_number() over (partition by "
              + list
              + " order by id, v, k, k2) n, count(*) over (partition by "
              + list
              + ") c from "
              + left;
      case 2 ->
          "select l.id, l.k from "
              + left
              + " l "
              + List.of("left semi", "left anti").get(random.nextInt(2))
              + " join "
              + right
              + " r on "
              + on;
      case 3 ->
          "select l.k, count(*), sum(l.id + r.id) from "
              + left
              + " l join "
              + right
              + " r on "
              + on
              + " group by l.k";
      case 4 ->
          "select "
              + list
              + " from "
              + left
              + List.of(" intersect ", " except ", " union ").get(random.nextInt(3))
              + "select "
              + list
              + " from "
              + right;
      case 5 ->
          "select l.id, r.id, m.id from "
              + left
              + " l join "
              + right
              + " r on "
              + on
              + " and l.id % 5 = r.id % 5 join $a m on "
              + on(keys, "r", "m", random)
              + " and m.id = r.id + 1";
      case 6 ->
          "select count(distinct k), count(distinct k2), count(*) from "
              + left
              + " group by "
              + keys.get(0);
      default ->
          "select l.k, l.k2, l.id, r.k, r.id, r.v from "
              + left
              + " l "
              + List.of("", "", "left", "right", "full").get(random.nextInt(5))
              + " join "
              + right
              + " r on "
              + on
              + (random.nextInt(3) == 0 ? " and l.id % 4 = r.id % 4" : "");
    };
  }
}
