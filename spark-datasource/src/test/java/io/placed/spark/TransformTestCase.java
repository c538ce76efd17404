package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Tables that are partitioned by transforms, with copies of their rows in memory that the same
 * queries are compared with.
 */
abstract class TransformTestCase extends SparkTestCase {
  static final String BUCKETING = "spark.sql.sources.v2.bucketing.";

  /** Settings of Spark that change how partitions are put together. */
  private static final List<String> WAYS =
      List.of(
          "partiallyClusteredDistribution.enabled",
          "shuffle.enabled",
          "allowJoinKeysSubsetOfPartitionKeys.enabled",
          "allowCompatibleTransforms.enabled",
          "preserveOrderingOnCoalesce.enabled",
          "partition.filter.enabled",
          "partitionKeyOrdering.enabled");

  /** Each check that takes one takes the next. */
  private static int nextWay;

  private final List<String> changed = new ArrayList<>();

  final void set(String setting, String value) {
    spark.conf().set(setting, value);
    changed.add(setting);
  }

  @BeforeEach
  void noBroadcasts() {
    set("spark.sql.autoBroadcastJoinThreshold", "-1");
    set("spark.sql.adaptive.enabled", "false");
    set("spark.sql.requireAllClusterKeysForCoPartition", "false");
    if (!since("4.2")) {
      set(BUCKETING + "enabled", "true"); // in these releases on request only
    }
    if (!since("4.0")) {
      // By default Spark 3.5 takes tables for partitioned alike only if all partitions are the
      // same.
      set(BUCKETING + "pushPartValues.enabled", "true");
    }
  }

  @AfterEach
  void reset() {
    changed.forEach(spark.conf()::unset);
    interpret();
    spark.conf().set("spark.sql.shuffle.partitions", "2");
  }

  /**
   * A table and its copy in memory, as views {@code NAME} and {@code NAME_copy}.
   *
   * @param kind path, load or catalog
   */
  final String create(String kind, String name, Dataset<Row> rows, String by, String sort) {
    String table = kind.equals("catalog") ? table() : "placed.`" + path(name) + "`";
    String columns = rows.schema().toDDL().replace(" NOT NULL", "");
    sql(
        "create table "
            + table
            + " ("
            + columns
            + ") using placed partitioned by ("
            + by
            + ")"
            + (sort == null ? "" : " tblproperties ('placement.reorder' = 'sort(" + sort + ")')"));
    insert(table, name, rows);
    return table;
  }

  final void insert(String table, String name, Dataset<Row> rows) {
    rows.coalesce(1).createOrReplaceTempView("new_rows");
    sql("insert into " + table + " select * from new_rows");
    copy(table, name);
  }

  /**
   * Whether Spark moves rows whose columns get other names in its plan, as those of groups do that
   * scans return. Spark 3.5 does not follow what they are partitioned by through the names.
   */
  static boolean movesRenamed() {
    return !since("4.0");
  }

  /** Takes the rows of now as what is expected. */
  final void copy(String table, String name) {
    Dataset<Row> now = sql("select * from " + table);
    spark
        .createDataFrame(now.collectAsList(), now.schema())
        .createOrReplaceTempView(name + "_copy");
    view(table, name);
  }

  static void view(String table, String name) {
    sql("select * from " + table).createOrReplaceTempView(name);
  }

  static String plan(Dataset<Row> data) {
    return data.queryExecution().executedPlan().toString();
  }

  /**
   * Compares a query with the same of the rows in memory; every second time, by chance, also under
   * one of the settings, and with {@code -Plong} always.
   *
   * @param query with $a and $b for the tables
   * @param shuffles whether the plan has a shuffle; null = it depends
   * @param sorts whether it has a sort; null = it depends
   */
  final void check(String query, Boolean shuffles, Boolean sorts) {
    String own = query.replace("$a", "a").replace("$b", "b");
    List<String> expected = rows(sql(query.replace("$a", "a_copy").replace("$b", "b_copy")));
    Dataset<Row> found = sql(own);
    String plan = plan(found);
    if (shuffles != null) {
      assertEquals(shuffles, plan.contains("Exchange"), plan);
    }
    if (sorts != null) {
      assertEquals(sorts, plan.contains("Sort ["), plan);
    }
    assertEquals(expected, rows(found), plan);
    if (trueOrFalse().contains(true)) {
      inAnotherWay(own, expected);
    }
  }

  private void inAnotherWay(String query, List<String> expected) {
    String way = WAYS.get(nextWay++ % WAYS.size());
    set(BUCKETING + way, "true");
    set("spark.sql.adaptive.enabled", String.valueOf(nextWay % 3 == 0));
    Dataset<Row> found = sql(query);
    assertEquals(expected, rows(found), way + "\n" + plan(found));
    set("spark.sql.adaptive.enabled", "false");
    spark.conf().unset(BUCKETING + way);
  }

  static Dataset<Row> keyed(int from, int to) {
    return spark
        .range(from, to)
        .selectExpr("if(id % 13 = 0, null, id * 7 % 500) as k", "id", "'v' || id % 5 as v");
  }
}
