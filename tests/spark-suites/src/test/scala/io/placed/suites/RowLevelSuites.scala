package io.placed.suites

import java.util

import org.apache.spark.SparkConf
import org.apache.spark.sql.connector._
import org.apache.spark.sql.connector.catalog.{Column, TableCatalog}
import org.apache.spark.sql.connector.expressions.{Expressions, Transform}
import org.scalactic.source.Position
import org.scalatest.Tag

/**
 * DELETE, UPDATE and MERGE on a table of the session's catalog, partitioned by `dep` as that of
 * Spark's tests. Checks of what only Spark's own table records of its writes are omitted.
 */
trait RowLevel extends RowLevelOperationSuiteBase with WithoutWriteInfo {
  override protected val tableNameAsString: String = "spark_catalog." + ident

  /** Some tables are made without naming a format. */
  override protected def sparkConf: SparkConf =
    super.sparkConf.set("spark.sql.sources.default", "placed")

  override protected def createTable(columns: Array[Column]): Unit = {
    val properties = new util.HashMap[String, String](extraTableProps)
    properties.put(TableCatalog.PROP_PROVIDER, "placed")
    spark.sessionState.catalogManager
      .catalog("spark_catalog")
      .asInstanceOf[TableCatalog]
      .createTable(ident, columns, Array[Transform](Expressions.identity("dep")), properties)
  }

  override protected def test(testName: String, testTags: Tag*)(testFun: => Any)(implicit
      pos: Position): Unit =
    super.test(testName, testTags: _*) {
      sql("CREATE DATABASE IF NOT EXISTS spark_catalog.ns1")
      try testFun
      finally sql("DROP TABLE IF EXISTS " + tableNameAsString)
    }

  override protected def checkReplacedPartitions(expectedPartitions: Seq[Any]): Unit = ()

  // Which further columns a scan has depends on the source.
  override protected def executeAndCheckScan(query: String, expectedScanSchema: String): Unit =
    sql(query)

  override protected def executeAndCheckScans(
      query: String,
      primaryScanSchema: String,
      groupFilterScanSchema: Option[String]): Unit =
    sql(query)
}

class PlacedDeleteSuite
    extends GroupBasedDeleteFromTableSuite
    with RowLevel
    with WithoutDeleteMetrics

class PlacedUpdateSuite
    extends GroupBasedUpdateTableSuite
    with RowLevel
    with WithoutUpdateMetrics

class PlacedMergeSuite extends GroupBasedMergeIntoTableSuite with RowLevel
