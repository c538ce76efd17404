package io.placed.suites

import org.apache.spark.sql.classic.DataFrame
import org.scalactic.source.Position
import org.scalatest.Tag
import org.apache.spark.sql.test.SharedSparkSession

/** For suites whose statements name a format: the tables that they make are of this one. */
trait UsingPlaced extends SharedSparkSession {
  // As long as the original, because tests compare positions in the text.
  override protected lazy val sql: String => DataFrame =
    text => spark.sql(text.replaceAll("(?i)\\busing (parquet|foo)\\b", "USING placed "))
}

/** For suites that set a catalog of Spark's tests before each test: sets another right after. */
trait WithCatalog extends SharedSparkSession {
  protected def catalogSetting: (String, String)

  override protected def test(testName: String, testTags: Tag*)(testFun: => Any)(implicit
      pos: Position): Unit =
    super.test(testName, testTags: _*) {
      spark.conf.set(catalogSetting._1, catalogSetting._2)
      testFun
    }
}
