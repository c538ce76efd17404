package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.error.CommitConflictException;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Overwrites whose query reads the table, while another writer commits. Either the overwrite fails
 * with a conflict and has changed nothing, or the table is as if one of the two had come after the
 * other. Rows are (id, v, p) with p = id % 2; an overwrite adds 100 to v.
 */
class OverwriteFromItselfTest extends SparkTestCase {
  private static final int ROWS = 12;

  private final long seed = Long.getLong("placed.seed", new Random().nextInt());

  /** What another writer does once, while the rows are computed; null = nothing. */
  private static Action meanwhile;

  private interface Action {
    void run() throws IOException;
  }

  /**
   * What another writer does.
   *
   * @param after the rows v by id after it
   */
  private record Other(
      String name, Function<String, Action> at, UnaryOperator<Map<Integer, Integer>> after) {}

  /**
   * @param selects the ids of the rows that are replaced
   */
  private record Overwrite(String name, Run run, IntPredicate selects) {}

  private interface Run {
    void of(String table, String path, Dataset<Row> rows) throws Exception;
  }

  /**
   * Where a query gets its rows from.
   *
   * @param reads whether it reads the table as it is when the query is made
   * @param from makes the relation of a FROM clause for the table at a path
   * @param rows what the relation has, for the rows that the table has when it is read
   */
  private record Query(
      String name,
      boolean reads,
      Function<String, String> from,
      UnaryOperator<Map<Integer, Integer>> rows) {

    /** A query that returns the rows of the table. */
    Query(String name, Function<String, String> from) {
      this(name, true, from, rows -> rows);
    }
  }

  @BeforeAll
  static void registerFunction() {
    spark
        .udf()
        .register("meanwhile", (UDF1<Integer, Integer>) v -> meanwhile(v), DataTypes.IntegerType);
  }

  private static synchronized Integer meanwhile(Integer v) throws IOException {
    if (meanwhile != null) {
      Action now = meanwhile;
      meanwhile = null;
      now.run();
    }
    return v;
  }

  private static Other append(int id) {
    return new Other(
        "append of p = " + id % 2,
        path ->
            () -> {
              try (TableWriter out =
                  Placed.write(path, DataSet.at(FileStores.local(), path).current().schema())
                      .partitionBy("p")
                      .open()) {
                out.write(id, id, id % 2);
                out.commit();
              }
            },
        rows -> {
          rows.put(id, id);
          return rows;
        });
  }

  /** A file that no snapshot lists, as Hive writes them. */
  private static Other foreignFile(int id) {
    return new Other(
        "file put by hand",
        path ->
            () -> {
              String file = path + "/p=" + id % 2 + "/by-hand.placed";
              try (TableWriter out =
                  Placed.write(file, Schema.parse("id: int32, v: int32")).open()) {
                out.write(id, id);
                out.commit();
              }
            },
        rows -> {
          rows.put(id, id);
          return rows;
        });
  }

  private static Other delete(String condition, IntPredicate ids) {
    return new Other(
        "delete of " + condition,
        path -> () -> DataSet.at(FileStores.local(), path).deleteRows(Predicate.parse(condition)),
        rows -> {
          rows.keySet().removeIf(ids::test);
          return rows;
        });
  }

  private static final List<Other> OTHERS =
      List.of(
          append(ROWS),
          append(ROWS + 1),
          delete("id = 1", id -> id == 1),
          delete("id = 10", id -> id == 10),
          delete("p = 1", id -> id % 2 == 1),
          foreignFile(ROWS + 3));

  private static final List<Overwrite> OVERWRITES =
      Stream.of(
              new Overwrite(
                  "insert overwrite",
                  (table, path, rows) -> {
                    rows.createOrReplaceTempView("result");
                    sql("insert overwrite " + table + " select * from result");
                  },
                  id -> true),
              new Overwrite(
                  "overwritePartitions",
                  (table, path, rows) -> rows.writeTo(table).overwritePartitions(),
                  id -> true),
              new Overwrite(
                  "replace where p = 1",
                  (table, path, rows) -> {
                    rows.createOrReplaceTempView("result");
                    sql("insert into " + table + " replace where p = 1 select * from result");
                  },
                  id -> id % 2 == 1),
              new Overwrite(
                  "replace where id >= 6",
                  (table, path, rows) -> {
                    rows.createOrReplaceTempView("result");
                    sql("insert into " + table + " replace where id >= 6 select * from result");
                  },
                  id -> id >= 6),
              new Overwrite(
                  "save",
                  (table, path, rows) ->
                      rows.write()
                          .format("placed")
                          .partitionBy("p")
                          .mode(SaveMode.Overwrite)
                          .save(path),
                  id -> true),
              new Overwrite(
                  "save on a curve",
                  (table, path, rows) ->
                      rows.write()
                          .format("placed")
                          .option("placement.reorder", "z-order(id, v)")
                          .partitionBy("p")
                          .mode(SaveMode.Overwrite)
                          .save(path),
                  id -> true),
              new Overwrite(
                  "create or replace table",
                  (table, path, rows) -> {
                    rows.createOrReplaceTempView("result");
                    sql(
                        "create or replace table "
                            + table
                            + " partitioned by (p) as select * from result");
                  },
                  id -> true))
          // Spark 3.5 replaces rows by partition columns only.
          .filter(o -> since("4.0") || !o.name().equals("replace where id >= 6"))
          .toList();

  private static final List<Query> QUERIES =
      List.of(
          new Query("the table", path -> at(path)),
          new Query("a view", path -> view(path, "select * from %1$s")),
          new Query(
              "a subquery",
              true,
              path -> view(path, "select * from %2$s where id in (select id from %1$s)"),
              rows -> initialRows(id -> rows.containsKey(id))),
          new Query(
              "the number of rows",
              true,
              path -> view(path, "select * from %2$s where id < (select count(*) from %1$s)"),
              rows -> initialRows(id -> id < rows.size())),
          new Query("a cached query", path -> cached(view(path, "select * from %1$s"))),
          new Query(
              "its partitions",
              path ->
                  view(path, "select id, v, 1 p from %3$s union all select id, v, 0 from %4$s")),
          new Query(
              "another table", false, path -> at(path + "-copy"), rows -> initialRows(id -> true)),
          new Query(
              "an earlier snapshot",
              false,
              path -> at(path) + " version as of 1",
              rows -> initialRows(id -> true)));

  private static String at(String path) {
    return "placed.`" + path + "`";
  }

  /**
   * @param query of the table, its copy, and its two partitions
   */
  private static String view(String path, String query) {
    String name = "source" + Integer.toHexString(path.hashCode());
    sql(
        "create or replace temporary view "
            + name
            + " as "
            + String.format(
                Locale.ROOT,
                query,
                at(path),
                at(path + "-copy"),
                at(path + "/p=1"),
                at(path + "/p=0")));
    return name;
  }

  private static String cached(String view) {
    spark.catalog().cacheTable(view);
    spark.table(view).count();
    return view;
  }

  @Test
  void nothingIsLostAndNothingComesBack() throws Exception {
    Random random = new Random(seed);
    int conflicts = 0;
    int number = 0;
    for (Overwrite overwrite : OVERWRITES) {
      List<Other> chosen = some(OTHERS, 3);
      for (Other other : OTHERS) {
        // Also for those that are left out, so that a seed gives the same cases with -Plong.
        Query query = QUERIES.get(random.nextInt(QUERIES.size()));
        // While the rows are computed, or between the query and the write.
        boolean before = random.nextBoolean();
        if (!chosen.contains(other)) {
          continue;
        }
        String message =
            overwrite.name()
                + " from "
                + query.name()
                + " beside an "
                + other.name()
                + ", seed "
                + seed
                + ", before the write: ";
        String path = path("t" + number++);
        conflicts += isRefused(overwrite, query, other, before, path, message + before) ? 1 : 0;
      }
    }
    assertTrue(
        conflicts > number / OTHERS.size(),
        conflicts + " conflicts of " + number + ", seed " + seed);
  }

  /**
   * Every query is recognized, of which half run by chance; nothing is refused if nobody else
   * writes.
   */
  @Test
  void everyQueryIsRecognized() throws Exception {
    for (int number : some(IntStream.range(0, QUERIES.size()).boxed().toList(), 3)) {
      Query query = QUERIES.get(number);
      Overwrite overwrite = OVERWRITES.get(number % OVERWRITES.size());
      String message = overwrite.name() + " from " + query.name();
      String path = path("q" + number);
      assertEquals(false, isRefused(overwrite, query, null, false, path, message), message);
      boolean refused =
          isRefused(OVERWRITES.get(0), query, OTHERS.get(0), false, path("o" + number), message);
      assertEquals(query.reads(), refused, message);
    }
  }

  private static Map<Integer, Integer> initial() {
    return initialRows(id -> true);
  }

  private static Map<Integer, Integer> initialRows(IntPredicate ids) {
    Map<Integer, Integer> rows = new TreeMap<>();
    for (int id = 0; id < ROWS; id++) {
      if (ids.test(id)) {
        rows.put(id, id);
      }
    }
    return rows;
  }

  private static boolean isRefused(
      Overwrite overwrite, Query query, Other other, boolean before, String path, String message)
      throws Exception {
    for (String to : List.of(path, path + "-copy")) {
      spark
          .range(0, ROWS, 1, 2)
          .selectExpr("int(id) id", "int(id) v", "int(id % 2) p")
          .write()
          .format("placed")
          .partitionBy("p")
          .save(to);
    }
    sql(
        "alter table "
            + at(path)
            + " set tblproperties ('placed.deletes.max-share'='0.9', 'placed.foreign-files'='true')");
    String source = query.from().apply(path);
    String selected = overwrite.name().startsWith("replace") ? overwrite.name().substring(8) : "";
    Dataset<Row> rows = sql("select id, meanwhile(v + 100) v, p from " + source + " " + selected);
    meanwhile = other == null ? null : other.at().apply(path);
    boolean refused = false;
    if (before && meanwhile != null) {
      meanwhile(0);
    }
    try {
      overwrite.run().of(at(path), path, rows);
    } catch (Exception e) {
      refused = true;
      assertTrue(other != null && isConflict(e), message + ": " + text(e));
    }
    assertTrue(meanwhile == null, message);
    UnaryOperator<Map<Integer, Integer>> after = other == null ? r -> r : other.after();
    Map<Integer, Integer> found = new TreeMap<>();
    read(path).collectAsList().forEach(r -> found.put(r.getInt(0), r.getInt(1)));
    List<Map<Integer, Integer>> allowed = new ArrayList<>();
    if (refused) {
      allowed.add(after.apply(initial()));
    } else {
      Map<Integer, Integer> from = query.rows().apply(after.apply(initial()));
      allowed.add(overwritten(overwrite, after.apply(initial()), from));
      from = query.rows().apply(initial());
      allowed.add(after.apply(overwritten(overwrite, initial(), from)));
    }
    assertTrue(allowed.contains(found), message + ": " + found + ", allowed: " + allowed);
    // Row-level operations may refuse more: what they replace is a set of rows.
    boolean mustPass = !query.reads() && !overwrite.name().equals("replace where id >= 6");
    assertTrue(!refused || !mustPass, message + " was refused");
    return refused;
  }

  private static Map<Integer, Integer> overwritten(
      Overwrite how, Map<Integer, Integer> rows, Map<Integer, Integer> from) {
    Map<Integer, Integer> out = new LinkedHashMap<>(rows);
    out.keySet().removeIf(how.selects()::test);
    from.forEach(
        (id, v) -> {
          if (how.selects().test(id)) {
            out.put(id, v + 100);
          }
        });
    return new TreeMap<>(out);
  }

  private static boolean isConflict(Throwable e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof CommitConflictException) {
        return true;
      }
    }
    return false;
  }

  private static String text(Throwable e) {
    StringBuilder text = new StringBuilder();
    for (Throwable t = e; t != null; t = t.getCause()) {
      text.append(t).append('\n');
    }
    return text.toString();
  }
}
