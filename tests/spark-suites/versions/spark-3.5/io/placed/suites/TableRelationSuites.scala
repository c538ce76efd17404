package io.placed.suites

import org.apache.spark.sql.sources.HadoopFsRelationTest
import org.junit.jupiter.api.Tag
import org.scalactic.source.Position

/**
 * The tests with tables of a catalog, under the name of the format: what names a class, as
 * `PlacedRelationSuite` does, Spark 3.5 can only read and write by path. Options that the source
 * does not know are no error in a catalog.
 */
class PlacedTableRelationSuite extends HadoopFsRelationTest {
  override val dataSourceName: String = "placed"

  override protected def test(testName: String, testTags: org.scalatest.Tag*)(testFun: => Any)(
      implicit pos: Position): Unit =
    if (testName.startsWith("saveAsTable()") || testName.startsWith("SPARK-")) {
      super.test(testName, testTags: _*)(testFun)
    }
}

@Tag("long")
class HiveTableSuitesTest extends SuitesTest(classOf[PlacedTableRelationSuite])
