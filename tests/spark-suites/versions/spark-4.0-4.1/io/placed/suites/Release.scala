package io.placed.suites

import org.apache.spark.sql.connector._
import org.apache.spark.sql.types.StructType

/** What differs between the suites of Spark's releases. */
object Release {

  /** The session's own catalog, as the value of a setting. */
  val sessionCatalog: String = "builtin"
}

// The suites of these releases do not read metrics.

trait WithoutInsertMetrics extends InsertIntoTests

trait WithoutDeleteMetrics extends DeleteFromTableSuiteBase

trait WithoutUpdateMetrics extends UpdateTableSuiteBase

/** The suites read what was written last from Spark's table in memory. */
trait WithoutWriteInfo extends RowLevelOperationSuiteBase {
  override protected def checkLastWriteInfo(
      expectedRowSchema: StructType,
      expectedRowIdSchema: Option[StructType],
      expectedMetadataSchema: Option[StructType]): Unit = ()

  override protected def checkLastWriteLog(expectedEntries: WriteLogEntry*): Unit = ()
}
