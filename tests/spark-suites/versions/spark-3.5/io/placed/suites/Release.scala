package io.placed.suites

import org.apache.spark.sql.connector._
import org.apache.spark.sql.sources.CreatableRelationProvider
import org.apache.spark.sql.types.DataType

/** What differs between the suites of Spark's releases. */
object Release {

  /** The session's own catalog, as the value of a setting. */
  val sessionCatalog: String = "io.placed.spark.internal.catalyst.table.SessionTableCatalog"

  /** Whether files can have a type that is new since 3.5. */
  def hasInFiles(dataType: DataType): Boolean = true
}

/** A source that says what it stores; this release does not ask. */
trait SavingSource extends CreatableRelationProvider {
  protected def placed: CreatableRelationProvider
}

// The suites of this release do not look into what is written.

trait WithoutInsertMetrics extends InsertIntoTests

trait WithoutDeleteMetrics extends DeleteFromTableSuiteBase

trait WithoutUpdateMetrics extends UpdateTableSuiteBase

trait WithoutWriteInfo extends RowLevelOperationSuiteBase
