package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.util.List;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.DelegatingCatalogExtension;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.junit.jupiter.api.Test;

/** Tables in a session whose catalog is replaced by another format's implementation. */
class ForeignCatalogTest extends SparkTestCase {

  /** A catalog that only delegates. */
  public static final class Foreign extends DelegatingCatalogExtension {}

  /** One whose metastore does not take changes. */
  public static final class Failing extends DelegatingCatalogExtension {
    @Override
    public Table alterTable(Identifier ident, TableChange... changes) {
      throw new IllegalStateException("the metastore cannot be reached");
    }
  }

  /** The catalog would go on with its partition columns, and refuse every write. */
  @Test
  void thePartitioningStaysIfTheCatalogFails() throws Exception {
    String t = table();
    String path = path("t");
    sql(
        "create table "
            + t
            + " (a int, p int) using placed partitioned by (p) location '"
            + path
            + "'");
    sql("insert into " + t + " values (1, 1)");
    SparkSession other = spark.newSession();
    other.conf().set("spark.sql.catalog.spark_catalog", Failing.class.getName());
    assertFails(
        "the metastore cannot be reached",
        () ->
            sql(
                other,
                "call placed.system.set_partitioning(table => '"
                    + t
                    + "', partitioning => 'bucket(4, a)')"));
    Snapshot now = DataSet.at(FileStores.local(), path).current();
    assertEquals("p", now.partitioning().spec(now.schema()).toString());
    other.sql("insert into " + t + " values (2, 2)");
    assertEquals(List.of("(1, 1)", "(2, 2)"), rows(sql("select * from " + t)));
    sql("drop table " + t);
  }

  @Test
  void tablesWorkAsEver() {
    SparkSession other = spark.newSession();
    other.conf().set("spark.sql.catalog.spark_catalog", Foreign.class.getName());
    String t = table();
    other.sql(
        "create table "
            + t
            + " (a int, b string, p int) using placed partitioned by (p)"
            + " tblproperties ('placement' = 'orc')");
    other.sql("insert into " + t + " values (1, 'x', 1), (2, 'y', 2), (3, 'z', 2)");
    // Before 4.1 Spark gives no defaults to columns that are not listed.
    String listed = since("4.1") ? " (p, a) values (3, 4)" : " (p, a, b) values (3, 4, null)";
    other.sql("insert into " + t + listed);
    assertEquals(
        List.of("(2, y)", "(3, z)"), rows(other.sql("select a, b from " + t + " where p = 2")));
    other.sql("update " + t + " set b = 'u' where a = 3");
    other.sql("delete from " + t + " where a = 2");
    // Spark passes these to the other catalog without asking the source; they are refused, not half
    // done.
    assertThrows(Exception.class, () -> other.sql("alter table " + t + " rename column b to c"));
    assertEquals(List.of("(3, u)"), rows(other.table(t).where("p = 2").select("a", "b")));
    other.sql("insert overwrite " + t + " partition (p = 2) select 9, 'o'");
    if (since("4.0")) { // Spark 3.5 asks the other catalog for the table of that time
      assertEquals(3, other.sql("select * from " + t + " version as of 1").count());
    }
    other.table(t).write().insertInto(t);
    assertEquals(6, other.table(t).count());
    other
        .table(t)
        .limit(1)
        .write()
        .format("placed")
        .partitionBy("p")
        .mode(SaveMode.Append)
        .saveAsTable(t);
    assertEquals(7, other.table(t).count());
    assertTrue(rows(other.sql("describe " + t)).toString().contains("b, string"));

    String copy = table();
    other.sql("create table " + copy + " using placed as select * from " + t);
    assertEquals(7, other.table(copy).count());
    other.sql("create or replace table " + copy + " using placed as select 1 x");
    assertEquals(List.of("(1)"), rows(other.table(copy)));
    String parquet = table();
    other.sql("create table " + parquet + " using parquet as select * from " + copy);
    assertEquals(List.of("(1)"), rows(other.table(parquet).join(other.table(copy), "x")));
    for (String name : List.of(t, copy, parquet)) {
      other.sql("drop table " + name);
    }
  }
}
