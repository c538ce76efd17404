package io.placed.suites

import org.apache.spark.SparkConf
import org.apache.spark.sql.{DataFrame, NestedDataSourceSuiteBase}
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.connector.AlterTableTests
import org.apache.spark.sql.connector.catalog.{Column, Identifier, Table, TableCapability, TableCatalog}
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.execution.datasources._
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.types.{ArrayType, DataType, MapType, StructType}
import org.scalatest.BeforeAndAfter

/** Which fields of nested columns are pruned. */
class PlacedSchemaPruningSuite extends SchemaPruningSuite {
  override protected val dataSourceName: String = "placed"
  // There is one reader only; the suite sets a switch twice.
  override protected val vectorizedReaderEnabledKey: String = "spark.placed.suites.reader"
  override protected val vectorizedReaderNestedEnabledKey: String = "spark.placed.suites.nested"

  /**
   * A scan reads nothing but what the suite expects. It may return less, where it evaluates
   * filters and aggregates itself; the results show that nothing is missing. Partition columns are
   * not in files.
   */
  override def checkScanSchemata(df: DataFrame, expected: String*): Unit = {
    val plan = df.queryExecution.executedPlan
    val scans = collect(plan) { case s: BatchScanExec => s.scan }
    assert(scans.size <= expected.size, "scans in\n" + plan)
    val schemas = expected.map(CatalystSqlParser.parseDataType)
    for (scan <- scans if !scan.description().contains("Aggregates:")) {
      val found = StructType(scan.readSchema().filterNot(_.name == "p"))
      assert(
        schemas.exists(contains(_, found)),
        s"${found.simpleString} is no part of ${expected.mkString(" or ")}")
    }
  }

  private def contains(whole: DataType, part: DataType): Boolean = (whole, part) match {
    case (w: StructType, p: StructType) =>
      p.forall(f => w.exists(g => g.name.equalsIgnoreCase(f.name) && contains(g.dataType, f.dataType)))
    case (w: ArrayType, p: ArrayType) => contains(w.elementType, p.elementType)
    case (w: MapType, p: MapType) =>
      contains(w.keyType, p.keyType) && contains(w.valueType, p.valueType)
    case _ => whole == part
  }
}

/** Files whose columns differ, read with one schema. */
class PlacedReadSchemaSuite
    extends ReadSchemaSuite
    with AddColumnIntoTheMiddleTest
    with HideColumnInTheMiddleTest
    with AddNestedColumnTest
    with HideNestedColumnTest
    with ChangePositionTest
    with IntegralTypeTest
    with ToDoubleTypeTest {
  override val format: String = "placed"
}

class PlacedNestedDataSourceSuite extends NestedDataSourceSuiteBase {
  override val nestedDataSources: Seq[String] = Seq("placed")
  override val colType: String = "in the placed table"
}

class PlacedAlterTableSuite extends AlterTableTests with BeforeAndAfter {
  /** A table is made without naming a format. */
  override protected def sparkConf: SparkConf =
    super.sparkConf.set("spark.sql.sources.default", "placed")

  after {
    spark.sessionState.catalog.reset()
  }

  override protected val catalogAndNamespace: String = ""
  override protected val v2Format: String = "placed"

  /** The suite expects the catalog's name of the table; the table itself has only its path. */
  override def getTableMetadata(tableName: String): Table = {
    val names = spark.sessionState.sqlParser.parseMultipartIdentifier(tableName)
    val namespace = if (names.size == 1) Array("default") else names.init.toArray
    val table = spark.sessionState.catalogManager
      .catalog("spark_catalog")
      .asInstanceOf[TableCatalog]
      .loadTable(Identifier.of(namespace, names.last))
    new Table {
      override def name: String = (namespace :+ names.last).mkString(".")
      // Spark 3.5 asks for this; it is abstract there.
      override def schema: StructType = table.schema
      override def columns: Array[Column] = table.columns
      override def partitioning: Array[Transform] = table.partitioning
      override def properties: java.util.Map[String, String] = table.properties
      override def capabilities: java.util.Set[TableCapability] = table.capabilities
    }
  }
}
