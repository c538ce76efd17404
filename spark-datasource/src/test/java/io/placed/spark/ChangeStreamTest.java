package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.placed.table.vacuum.VacuumOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.DataStreamReader;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A stream of changes that is stopped and restarted between random steps, upkeep among them: what
 * it has written leads to the rows of the table.
 */
class ChangeStreamTest extends SparkTestCase {
  private static final int STEPS = 9;

  private final List<String> story = new ArrayList<>();
  private String table;
  private String location;
  private String to;
  private String id = "Id";
  private boolean catalog;

  @ParameterizedTest
  @ValueSource(strings = {"path", "catalog"})
  void leadsToTheRowsOfTheTable(String kind) throws Exception {
    long seed = System.nanoTime();
    System.out.println("ChangeStreamTest seed " + seed);
    Random random = new Random(seed);
    catalog = kind.equals("catalog");
    location = path("t");
    to = path("to");
    table = catalog ? table() : "placed.`" + location + "`";
    String by = List.of("", "days(ts)", "bucket(3, id)", "region").get(random.nextInt(4));
    run(
        "create table "
            + table
            + " (`Id` bigint, `TS` timestamp, `Region` string) using placed"
            + (by.isEmpty() ? "" : " partitioned by (" + by + ")")
            + (catalog ? " location '" + location + "'" : ""));
    run("insert into " + table + " " + rowsFrom(0));
    // A query has the columns that it was started with, so its sink must not get others.
    for (int step = 1; step <= STEPS; step++) {
      step(step, random);
      if (random.nextInt(3) == 0) {
        stream(random);
        if (random.nextBoolean()) {
          PlacedTables.vacuum(spark, location, new VacuumOptions(Duration.ZERO, 1, false));
          story.add("vacuum");
        }
      }
    }
    stream(random);
    String told = "seed " + seed + "\n" + String.join("\n", story);
    Dataset<Row> changes = read(to);
    Dataset<Row> inserted = changes.where("_change_type = 'insert'").select("Id", "TS", "Region");
    Dataset<Row> deleted = changes.where("_change_type = 'delete'").select("Id", "TS", "Region");
    assertEquals(
        rows(sql("select " + id + ", ts, region from " + table)),
        rows(inserted.exceptAll(deleted)),
        told);
    assertEquals(0, deleted.exceptAll(inserted).count(), told);
  }

  private void run(String statement) {
    story.add(statement);
    sql(statement);
  }

  private static String rowsFrom(int from) {
    return "select /*+ repartition(2) */ id, if(id % 11 = 0, null, timestamp_seconds((id % 4) *"
        + " 86400 + id)), if(id % 9 = 0, null, concat('r', id % 3)) from range("
        + from
        + ", "
        + (from + 150)
        + ")";
  }

  private void step(int number, Random random) {
    int m = 2 + random.nextInt(30);
    String some = id + " % " + m + " = " + random.nextInt(m);
    switch (random.nextInt(10)) {
      case 0, 1 -> run("insert into " + table + " " + rowsFrom(1000 * number));
      case 2 -> run("delete from " + table + " where " + some);
      case 3 -> run("update " + table + " set ts = ts + interval 2 days where " + some);
      case 4 ->
          run(
              "merge into "
                  + table
                  + " t using (select id as k from range(100, 400, "
                  + m
                  + ")) s on t."
                  + id
                  + " = s.k when matched and k % 2 = 0 then delete when matched then update set"
                  + " region = 'm' when not matched then insert ("
                  + id
                  + ") values (k)");
      case 5 -> {
        String row = "select 7L, null, 'replaced'";
        if (since("4.0")) {
          run("insert into " + table + " replace where " + some + " " + row);
        } else { // Spark 3.5 replaces rows by partition columns only
          run("delete from " + table + " where " + some);
          run("insert into " + table + " " + row);
        }
      }
      case 6 ->
          run("call placed.system.optimize(table => '" + location + "', file_size => '20KiB')");
      case 7 -> run("call placed.system.rewrite(table => '" + location + "', placement => 'orc')");
      case 8 ->
          run(
              "alter table "
                  + table
                  + " set tblproperties ('placed.deletes.max-share' = '"
                  + random.nextInt(3) / 2.0
                  + "')");
      default -> {
        String by =
            List.of("", "months(TS)", "bucket(2, " + id + "), region").get(random.nextInt(3));
        run(
            "call placed.system.set_partitioning(table => '"
                + (catalog ? table : location)
                + "', partitioning => '"
                + by
                + "')");
      }
    }
    if (catalog) {
      sql("refresh table " + table);
    }
  }

  /** A method that older releases do not have, without which this would not compile there. */
  @SuppressWarnings("unchecked")
  private static Dataset<Row> changes(DataStreamReader reader, String table) throws Exception {
    return (Dataset<Row>)
        DataStreamReader.class.getMethod("changes", String.class).invoke(reader, table);
  }

  /** Writes what is new since the last call. */
  private void stream(Random random) throws Exception {
    DataStreamReader reader = spark.readStream().option("startingVersion", "1");
    if (random.nextBoolean()) {
      reader = reader.option("maxFilesPerTrigger", 1 + random.nextInt(3));
    }
    Dataset<Row> changes =
        random.nextBoolean() && since("4.2")
            ? changes(reader, table)
            : spark
                .readStream()
                .format("placed")
                .option("readChanges", "true")
                .option("startingSnapshot", "1")
                .option("maxFilesPerTrigger", 1 + random.nextInt(3))
                .load(location);
    StreamingQuery query =
        changes
            .withColumnRenamed(id, "Id")
            .writeStream()
            .format("placed")
            .option("checkpointLocation", to + "-checkpoint")
            .trigger(Trigger.AvailableNow())
            .start(to);
    query.awaitTermination(120_000);
    assertNull(query.exception().isDefined() ? query.exception().get() : null);
    story.add("stream");
  }
}
