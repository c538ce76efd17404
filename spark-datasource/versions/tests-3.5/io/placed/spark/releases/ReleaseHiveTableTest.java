package io.placed.spark.releases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.catalog.CatalogStorageFormat;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.junit.jupiter.api.Test;
import scala.Option;

/**
 * A table that is STORED AS PLACED, in the catalog in front of the session's, which Spark 3.5 alone
 * gets. Spark without Hive cannot make one in SQL.
 */
class ReleaseHiveTableTest extends ReleaseTestCase {

  /** Makes a table of the session's catalog what Hive's STORED AS PLACED would have made of it. */
  private static void storeAsPlaced(String name) throws Exception {
    SessionCatalog catalog = spark.sessionState().catalog();
    TableIdentifier identifier = new TableIdentifier(name, Option.apply("default"));
    CatalogTable t = catalog.getTableMetadata(identifier);
    CatalogStorageFormat s = t.storage();
    CatalogStorageFormat hive =
        s.copy(
            s.locationUri(),
            s.inputFormat(),
            s.outputFormat(),
            Option.apply("io.placed.hive.PlacedSerDe"),
            s.compressed(),
            s.properties());
    catalog
        .externalCatalog()
        .alterTable(
            t.copy(
                t.identifier(),
                t.tableType(),
                hive,
                t.schema(),
                Option.apply("hive"),
                t.partitionColumnNames(),
                t.bucketSpec(),
                t.owner(),
                t.createTime(),
                t.lastAccessTime(),
                t.createVersion(),
                t.properties(),
                t.stats(),
                t.viewText(),
                t.comment(),
                t.unsupportedFeatures(),
                t.tracksPartitionsInCatalog(),
                t.schemaPreservesCase(),
                t.ignoredProperties(),
                t.viewOriginalText()));
    catalog.refreshTable(identifier);
  }

  @Test
  void isReadAtATime() throws Exception {
    String t = table();
    sql("create table " + t + " (a bigint) using placed location '" + path("data") + "'");
    sql("insert into " + t + " values (1), (2)");
    sql("insert into " + t + " values (3)");
    storeAsPlaced(t);

    assertEquals(3, count(t));
    long last =
        sql("select max(snapshot_id) from " + t + ".snapshots").collectAsList().get(0).getLong(0);
    assertEquals(2, count(t + " version as of " + (last - 1)));
    assertEquals(3, count(t + " version as of " + last));
    String before =
        sql("select cast(committed_at as string) from "
                + t
                + ".snapshots where snapshot_id = "
                + (last - 1))
            .collectAsList()
            .get(0)
            .getString(0);
    assertEquals(2, count(t + " timestamp as of '" + before + "'"));
    assertEquals(3, count(t + " timestamp as of '2999-01-01'"));
    assertTrue(
        count(t + ".files version as of " + last)
            > count(t + ".files version as of " + (last - 1)));
  }

  /** Spark's own commands would delete and move files that snapshots need. */
  @Test
  void commandsKeepSnapshots() throws Exception {
    String t = table();
    sql("create table " + t + " (a bigint, p int) using placed partitioned by (p)");
    sql("insert into " + t + " values (1, 1), (2, 2), (3, 3), (4, 3)");
    storeAsPlaced(t);
    sql("alter table " + t + " add partition (p = 1) partition (p = 3)");
    sql("alter table " + t + " drop partition (p = 1)");
    assertEquals(1, sql("show partitions " + t).count());
    assertEquals(3, count(t));
    String refused =
        assertThrows(
                AnalysisException.class,
                () -> sql("alter table " + t + " partition (p = 3) rename to partition (p = 4)"))
            .getMessage();
    assertTrue(refused.contains("RENAME PARTITION is not possible"), refused);
    refused =
        assertThrows(
                AnalysisException.class,
                () -> sql("load data inpath '/x' overwrite into table " + t + " partition (p = 3)"))
            .getMessage();
    assertTrue(refused.contains("LOAD DATA OVERWRITE is not possible"), refused);
    sql("truncate table " + t + " partition (p = 3)");
    assertEquals(1, sql("show partitions " + t).count());
    assertEquals(1, count(t));
    sql("truncate table " + t);
    assertEquals(0, count(t));
    assertEquals(4, count(t + " version as of 1"));
    sql("drop table " + t);
  }

  private static long count(String from) {
    return sql("select count(*) from " + from).collectAsList().get(0).getLong(0);
  }
}
