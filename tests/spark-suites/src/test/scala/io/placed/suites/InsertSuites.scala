package io.placed.suites

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{DataFrame, FileSourceCharVarcharTestSuite, SaveMode, SQLInsertTestSuite}
import org.apache.spark.sql.connector.{DeleteFromTests, InsertIntoTests}
import org.apache.spark.sql.execution.command.FileSourceCharVarcharDDLTestSuite
import org.apache.spark.sql.sources.InsertSuite

/** INSERT in SQL: column lists, BY NAME, static and dynamic partitions, casts. */
class PlacedSQLInsertSuite extends SQLInsertTestSuite with UsingPlaced {
  override def format: String = "placed"

  /** Spark raises these errors as for any table of its second source interface. */
  override def checkV1AndV2Error(
      exception: SparkThrowable,
      v1ErrorClass: String,
      v2ErrorClass: String,
      v1Parameters: Map[String, String],
      v2Parameters: Map[String, String]): Unit =
    checkError(
      exception,
      v2ErrorClass,
      None,
      v2Parameters.map { case (k, v) =>
        k -> v.replace("`testcat`.`t1`", "`spark_catalog`.`default`.`t1`")
      })
}

/** INSERT of rows, defaults of columns, overwriting of what is being read, schema changes. */
class PlacedInsertSuite extends InsertSuite with UsingPlaced

class PlacedCharVarcharSuite extends FileSourceCharVarcharTestSuite with UsingPlaced {
  override def format: String = "placed"
}

class PlacedCharVarcharDDLSuite extends FileSourceCharVarcharDDLTestSuite with UsingPlaced {
  override def format: String = "placed"
}

/** What every table of Spark's second source interface must do with INSERT. */
abstract class InsertInto
    extends InsertIntoTests(supportsDynamicOverwrite = true, includeSQLOnlyTests = true)
    with WithoutInsertMetrics
    with UsingPlaced {
  override protected val v2Format: String = "placed"
  override protected val catalogAndNamespace: String = ""

  override def verifyTable(tableName: String, expected: DataFrame): Unit =
    checkAnswer(spark.table(tableName), expected)

  after {
    spark.sessionState.catalog.reset()
  }
}

class PlacedInsertIntoSuite extends InsertInto {
  override protected def doInsert(table: String, insert: DataFrame, mode: SaveMode): Unit =
    withTempView("rows_to_insert") {
      insert.createOrReplaceTempView("rows_to_insert")
      val what = if (mode == SaveMode.Overwrite) "OVERWRITE" else "INTO"
      sql(s"INSERT $what TABLE $table SELECT * FROM rows_to_insert")
    }
}

class PlacedDataFrameInsertIntoSuite extends InsertInto {
  override protected def doInsert(table: String, insert: DataFrame, mode: SaveMode): Unit = {
    val writer = insert.write.format(v2Format)
    (if (mode == null) writer else writer.mode(mode)).insertInto(table)
  }
}

class PlacedDeleteFromSuite extends DeleteFromTests with UsingPlaced with WithSessionCatalog {
  override protected val catalogAndNamespace: String = ""
}
