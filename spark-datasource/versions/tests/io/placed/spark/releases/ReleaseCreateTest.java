package io.placed.spark.releases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** CREATE and REPLACE TABLE … AS SELECT in the session's catalog. */
class ReleaseCreateTest extends ReleaseTestCase {
  private static void create(Dataset<Row> rows, String mode, String location, String table) {
    rows.write().format("placed").option("path", location).mode(mode).saveAsTable(table);
  }

  private static void assertRefused(String table, Runnable replacement) {
    Exception e = assertThrows(AnalysisException.class, replacement::run);
    assertTrue(e.getMessage().contains("the query reads"), e.getMessage());
    assertEquals(10, spark.table(table).count(), e.getMessage());
  }

  /** Its files are deleted before the query runs. */
  @Test
  void aManagedTableThatTheQueryReadsIsKept() {
    String t = table();
    spark.range(10).write().format("placed").saveAsTable(t);
    sql("insert into " + t + " select 10");
    sql("delete from " + t + " where id = 10");
    sql("create view v" + t + " as select * from " + t + " where id > 3");
    String location =
        Path.of(URI.create(spark.conf().get("spark.sql.warehouse.dir"))).resolve(t).toString();
    List<String> queries =
        new ArrayList<>(
            List.of(
                "select * from " + t + " where id > 3",
                "select * from v" + t,
                "with c as (select * from " + t + ") select * from c union all select * from c",
                "select * from range(9) where id in (select id from " + t + ")",
                "select a.id from range(9) a join " + t + " b on a.id = b.id",
                "select * from " + t + " version as of 1",
                "select * from placed.`" + location + "`",
                "select * from default." + t + ".files"));
    if (since("4.2")) {
      queries.add("select * from " + t + " changes from version 1 to version 2");
    }
    for (String query : queries) {
      assertRefused(t, () -> sql("create or replace table " + t + " using placed as " + query));
      assertRefused(t, () -> sql(query).write().format("placed").mode("overwrite").saveAsTable(t));
    }
    Dataset<Row> atPath = spark.read().format("placed").load(location);
    assertRefused(t, () -> atPath.write().format("placed").mode("overwrite").saveAsTable(t));
    sql("insert overwrite " + t + " select * from " + t + " where id > 3");
    assertEquals(6, spark.table(t).count());
    sql("create or replace table " + t + " using placed as select * from range(3)");
    assertEquals(3, spark.table(t).count());
    sql("drop view v" + t);
  }

  @Test
  void anExternalTableMayBeReadWhereItIsReplaced() {
    String t = table();
    create(spark.range(10).toDF(), "error", path(t), t);
    create(spark.table(t).where("id > 3"), "overwrite", path(t), t);
    assertEquals(rows("select * from range(4, 10)"), rows(spark.table(t)));
    spark.table(t).where("id > 4").write().format("placed").mode("overwrite").saveAsTable(t);
    assertEquals(rows("select * from range(5, 10)"), rows(spark.table(t)));
    assertEquals(6, spark.read().format("placed").load(path(t)).count());
  }

  @Test
  void aQueryFillsAVacantLocationOnly() {
    String first = table();
    create(spark.range(3).toDF(), "error", path("t"), first);
    String second = table();
    Exception e =
        assertThrows(
            AnalysisException.class,
            () -> create(spark.range(2).toDF(), "error", path("t"), second));
    assertTrue(e.getMessage().contains("needs an empty location"), e.getMessage());
    sql("create table " + second + " using placed location '" + path("t") + "'");
    assertEquals(3, spark.table(second).count());
    String third = table();
    create(spark.range(2).toDF(), "overwrite", path("t"), third);
    assertEquals(2, spark.table(first).count());
  }
}
