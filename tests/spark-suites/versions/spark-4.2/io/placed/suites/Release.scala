package io.placed.suites

import org.apache.spark.sql.connector._
import org.apache.spark.sql.sources.CreatableRelationProvider
import org.apache.spark.sql.types._

/** What differs between the suites of Spark's releases. */
object Release {

  /** The session's own catalog, as the value of a setting. */
  val sessionCatalog: String = "builtin"

  /** Whether files can have a type that is new since 3.5. */
  def hasInFiles(dataType: DataType): Boolean = dataType match {
    case _: VariantType | _: TimeType => false
    case _ => true
  }
}

/** A source that says what it stores, as another one does. */
trait SavingSource extends CreatableRelationProvider {
  protected def placed: CreatableRelationProvider

  override def supportsDataType(dataType: DataType): Boolean = placed.supportsDataType(dataType)
}

// The suites read what was written last, and its metrics, from Spark's table in memory.

trait WithoutInsertMetrics extends InsertIntoTests {
  override protected def checkInsertMetrics(tableName: String, numOutputRows: Long): Unit = ()
}

trait WithoutDeleteMetrics extends DeleteFromTableSuiteBase {
  override protected def checkDeleteMetrics(numDeletedRows: Long, numCopiedRows: Long): Unit = ()
}

trait WithoutUpdateMetrics extends UpdateTableSuiteBase {
  override protected def checkUpdateMetrics(numUpdatedRows: Long, numCopiedRows: Long): Unit = ()
}

trait WithoutWriteInfo extends RowLevelOperationSuiteBase {
  override protected def checkLastWriteInfo(
      expectedRowSchema: StructType,
      expectedRowIdSchema: Option[StructType],
      expectedMetadataSchema: Option[StructType]): Unit = ()

  override protected def checkLastWriteLog(expectedEntries: WriteLogEntry*): Unit = ()
}
