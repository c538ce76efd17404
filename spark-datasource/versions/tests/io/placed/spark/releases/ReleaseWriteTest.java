package io.placed.spark.releases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import io.placed.spark.PlacedTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes of DataFrames and of streams. */
class ReleaseWriteTest extends ReleaseTestCase {

  private Dataset<Row> read(String name) {
    return spark.read().format("placed").load(path(name));
  }

  /** Rows get to the tasks that a sample of all of them has chosen. */
  @ParameterizedTest
  @ValueSource(strings = {"sort(a)", "z-order(a, b; 8 ranges)", "hilbert(a, b; 8 ranges)"})
  void reorderingsOfAllTasks(String reorder) throws Exception {
    Dataset<Row> data =
        spark
            .range(0, 5000, 1, 4)
            .selectExpr("id * 7919 % 5000 as a", "id * 31 % 997 as b", "concat('s', id) as s");
    data.write()
        .format("placed")
        .option("placement.reorder", reorder)
        .option("reorderTasks", 4)
        .save(path("t"));
    assertEquals(rows(data), rows(read("t")));
    assertEquals(4, PlacedTables.files(spark, path("t")).size());
    for (var f : PlacedTables.files(spark, path("t"))) {
      assertTrue(f.rows() > 600 && f.rows() < 2500, reorder + " " + f.rows());
    }
  }

  @Test
  void partitionsAreOverwrittenDynamically() {
    spark
        .range(40)
        .selectExpr("id", "id % 4 as p")
        .write()
        .format("placed")
        .partitionBy("p")
        .save(path("t"));
    spark
        .range(2)
        .selectExpr("id + 100 as id", "3L as p")
        .write()
        .format("placed")
        .partitionBy("p")
        .option("partitionOverwriteMode", "dynamic")
        .mode(SaveMode.Overwrite)
        .save(path("t"));
    assertEquals(32, read("t").count());
    assertEquals(2, read("t").where("p = 3").count());
  }

  /** Of files outside of the partition directories only some rows go, which a query finds. */
  @Test
  void aPartitionIsOverwrittenBesideOtherFiles() throws Exception {
    String t = "placed.`" + path("t") + "`";
    sql("create table " + t + " (id bigint, p bigint) using placed partitioned by (p)");
    sql("insert into " + t + " values (1, 1), (2, 2)");
    sql("alter table " + t + " set tblproperties ('placed.foreign-files' = 'true')");
    spark
        .range(1, 3, 1, 1)
        .selectExpr("id + 10 as id", "id as p")
        .write()
        .format("placed")
        .save(path("other"));
    String file = PlacedTables.files(spark, path("other")).get(0).path();
    Files.copy(Path.of(path("other"), file), Path.of(path("t"), "beside.placed"));
    List<String> before = rows("select id, p from " + t);
    assertEquals(4, before.size());
    List<String> statements =
        List.of(
            "insert overwrite " + t + " partition (p = 1) select 100",
            "insert into " + t + " replace where p = 2 select 200, 2");
    for (String statement : statements) {
      if (since("4.0")) {
        sql(statement);
      } else {
        String e = message(assertThrows(Exception.class, () -> sql(statement)));
        assertTrue(e.contains("overwrite"), e);
        assertEquals(before, rows("select id, p from " + t));
      }
    }
    if (!since("4.0")) {
      // Only such files are in the way.
      Files.delete(Path.of(path("t"), "beside.placed"));
      statements.forEach(ReleaseTestCase::sql);
    }
    assertEquals(
        List.of("{\"id\":100,\"p\":1}", "{\"id\":200,\"p\":2}"), rows("select id, p from " + t));
  }

  /** In the files of partitions, also by keys that are computed. */
  @Test
  void theOrderOfAQueryIsKept() {
    String path = path("ordered");
    sql(
        "create table placed.`"
            + path
            + "` (id bigint, p int) using placed partitioned by (p, bucket(2, id))");
    sql(
        "insert into placed.`"
            + path
            + "` select id, cast(id % 3 as int) from range(0, 300, 1, 2) sort by id % 10, -id");
    Map<String, Long> last = new HashMap<>();
    for (Row row :
        sql("select _metadata.file_name, (id % 10) * 1000 - id from placed.`" + path + "`")
            .collectAsList()) {
      Long before = last.put(row.getString(0), row.getLong(1));
      assertTrue(before == null || before <= row.getLong(1), row + " after " + before);
    }
    assertEquals(300, spark.read().format("placed").load(path).count());
  }

  @Test
  void typesThatCannotBeStored() {
    Exception e =
        assertThrows(
            Exception.class,
            () ->
                spark
                    .sql("select interval '1' year as y, 1 as x")
                    .write()
                    .format("placed")
                    .save(path("t")));
    assertTrue(message(e).toLowerCase(Locale.ROOT).contains("interval"), message(e));
  }

  @Test
  void streams() throws Exception {
    for (int i = 0; i < 3; i++) {
      spark
          .range(i * 100, i * 100 + 100, 1, 2)
          .selectExpr("id", "id % 3 as p")
          .write()
          .format("placed")
          .mode(SaveMode.Append)
          .save(path("from"));
    }
    run(Map.of("maxFilesPerTrigger", "2"));
    assertEquals(rows(read("from")), rows(read("to")));
    long before = PlacedTables.snapshots(spark, path("to"), 100).size();
    assertEquals(3, before);
    spark
        .range(300, 500, 1, 4)
        .selectExpr("id", "id % 3 as p")
        .write()
        .format("placed")
        .mode(SaveMode.Append)
        .save(path("from"));
    run(Map.of("maxBytesPerTrigger", "1"));
    assertEquals(rows(read("from")), rows(read("to")));
    assertEquals(before + 4, PlacedTables.snapshots(spark, path("to"), 100).size());
  }

  @Test
  void streamsOfMetadataColumns() throws Exception {
    spark.range(0, 10, 1, 1).write().format("placed").save(path("from"));
    Dataset<Row> rows = spark.readStream().format("placed").load(path("from"));
    if (!since("4.0")) {
      String e = message(assertThrows(Exception.class, () -> rows.select("_metadata.file_name")));
      assertTrue(e.contains("_metadata"), e);
      return;
    }
    String[] columns = {"_metadata.row_index i", "id", "_row_id r", "_metadata.file_name f"};
    rows.selectExpr(columns)
        .where("i <> 3")
        .writeStream()
        .format("placed")
        .option("checkpointLocation", path("checkpoint"))
        .trigger(Trigger.AvailableNow())
        .start(path("to"))
        .awaitTermination();
    assertEquals(rows(read("from").selectExpr(columns).where("i <> 3")), rows(read("to")));
    assertEquals(9, read("to").where("i = id").count());
  }

  /** Appends once, while a statement runs. */
  private static final class Meanwhile implements UDF1<Long, Long> {
    private static String table;

    @Override
    public Long call(Long k) throws Exception {
      synchronized (Meanwhile.class) {
        if (table != null) {
          try (TableWriter out = Placed.write(table, Schema.parse("k: int64, s: string")).open()) {
            out.write(7L, "meanwhile");
            out.commit();
          }
          table = null;
        }
      }
      return k;
    }
  }

  /** Spark appends what a MERGE without WHEN MATCHED inserts. */
  @Test
  void aMergeThatOnlyInsertsConflictsWithWhatItHasNotRead() {
    String t = "placed.`" + path("t") + "`";
    sql("create table " + t + " (k bigint, s string) using placed");
    sql("insert into " + t + " values (1, 'a')");
    spark.udf().register("meanwhile", new Meanwhile(), DataTypes.LongType);
    String merge =
        "merge into "
            + t
            + " t using (select meanwhile(id) as k from range(5, 9)) u on t.k = u.k"
            + " when not matched then insert (k, s) values (u.k, 'n')";
    Meanwhile.table = path("t");
    Exception e = assertThrows(Exception.class, () -> sql(merge));
    String message = e.getMessage() + (e.getCause() == null ? "" : e.getCause().getMessage());
    assertTrue(message.contains("which another commit added"), message);
    assertEquals(2, read("t").count());
    sql(merge);
    assertEquals(5, read("t").count());
    assertEquals(1, read("t").where("k = 7").count());
  }

  /**
   * Whether a statement runs: before 4.2, Spark itself fails where it pads the table of a DELETE.
   */
  private static boolean runs(String statement) {
    try {
      sql(statement);
      return true;
    } catch (Exception e) {
      if (!since("4.2")
          && statement.startsWith("delete")
          && e.getMessage().contains("Unexpected table relation: Project")) {
        return false;
      }
      throw e;
    }
  }

  /** Writes by path do not pad the values of CHAR(n), reads do. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "%1$s",
        "(select id k, 'b' s from range(3) where id < (select max(k) from %1$s))",
        "%1$s version as of 1"
      })
  void anOverwriteConflictsWithWhatItsQueryHasNotRead(String from) {
    String t = "placed.`" + path("t") + "`";
    spark.range(1, 4, 1, 1).selectExpr("id k", "'a' s").write().format("placed").save(path("t"));
    spark.udf().register("meanwhile", new Meanwhile(), DataTypes.LongType);
    String overwrite =
        "insert overwrite "
            + t
            + " select meanwhile(k), s from "
            + String.format(Locale.ROOT, from, t);
    Meanwhile.table = path("t");
    if (from.contains("version")) {
      sql(overwrite);
      assertEquals(3, read("t").count());
      return;
    }
    Exception e = assertThrows(Exception.class, () -> sql(overwrite));
    String message = e.getMessage() + (e.getCause() == null ? "" : e.getCause().getMessage());
    assertTrue(message.contains("which another commit added after snapshot 1"), message);
    assertEquals(4, read("t").count());
    sql(overwrite);
    assertEquals(from.contains("max") ? 3 : 4, read("t").count());
  }

  @Test
  void partitionsAreReplacedByTheValuesThatAreRead() {
    String t = table();
    sql(
        "create table "
            + t
            + " (n int, c char(4)) using placed partitioned by (c) location '"
            + path("chars")
            + "'");
    sql("insert into " + t + " values (0, 'b')");
    sql("alter table " + t + " drop partition (c = 'b')");
    for (String statement :
        List.of(
            "insert overwrite " + t + " partition (c = 'ab') values (1)",
            "insert into " + t + " replace where c = 'ab' values (1, 'ab')",
            "update " + t + " set n = 1 where c = 'ab'",
            "merge into "
                + t
                + " t using (select 'ab  ' as k) s on t.c = s.k when matched then update set n = 1"
                + " when not matched then insert (n, c) values (7, s.k)",
            "delete from " + t + " where c = 'ab' and n is not null",
            "delete from " + t + " where c = 'ab'",
            "alter table " + t + " drop partition (c = 'ab')")) {
      sql("select 2 as n, 'ab' as c").write().format("placed").mode("append").save(path("chars"));
      if (runs(statement)) {
        assertEquals(0, spark.table(t).where("n <> 1").count(), statement);
        boolean removes = statement.startsWith("delete") || statement.startsWith("alter");
        assertEquals(removes, spark.table(t).isEmpty(), statement);
      }
    }
    if (since("4.0")) {
      sql("select 2 as n, 'ab' as c").write().format("placed").mode("append").save(path("chars"));
      sql("insert into " + t + " replace where c = 'ab' and n > 0 values (1, 'ab')");
      assertEquals(1, spark.table(t).count());
    }
    sql("drop table " + t);
  }

  private void run(Map<String, String> options) throws Exception {
    StreamingQuery query =
        spark
            .readStream()
            .format("placed")
            .options(options)
            .load(path("from"))
            .writeStream()
            .format("placed")
            .option("checkpointLocation", path("checkpoint"))
            .trigger(Trigger.AvailableNow())
            .start(path("to"));
    query.awaitTermination();
  }
}
