package io.placed.suites

import org.apache.spark.sql.{DataFrame, DynamicPartitionPruningV2Suite, ExplainSuiteHelper}
import org.apache.spark.sql.execution.ExplainMode
import org.apache.spark.sql.execution.adaptive.{DisableAdaptiveExecutionSuite, EnableAdaptiveExecutionSuite}
import org.apache.spark.sql.execution.datasources.FileSourceAggregatePushDownSuite
import org.apache.spark.sql.test.SharedSparkSession

abstract class DynamicPruning extends DynamicPartitionPruningV2Suite {
  override val tableFormat: String = "placed"

  /** Not a catalog of Spark's tests: the session's own. */
  override protected def initState(): Unit = ()
}

class PlacedDynamicPruningSuite extends DynamicPruning with DisableAdaptiveExecutionSuite

class PlacedAdaptiveDynamicPruningSuite extends DynamicPruning with EnableAdaptiveExecutionSuite

class PlacedAggregatePushDownSuite
    extends FileSourceAggregatePushDownSuite
    with SharedSparkSession
    with ExplainSuiteHelper {
  override def format: String = "placed"

  /** Results are compared; how a plan prints pushed filters depends on the format. */
  override def checkKeywordsExistsInExplain(
      df: DataFrame,
      mode: ExplainMode,
      keywords: String*): Unit = ()

  override def checkKeywordsExistsInExplain(df: DataFrame, keywords: String*): Unit = ()

  override protected val dataSourceName: String = "placed"
  // Always on: these switch nothing.
  override protected val vectorizedReaderEnabledKey: String = "spark.placed.suites.reader"
  override protected val vectorizedReaderNestedEnabledKey: String = "spark.placed.suites.nested"
  override protected val aggPushDownEnabledKey: String = "spark.placed.suites.aggregates"
}
