package io.placed.suites

import org.apache.spark.sql.connector.DatasourceV2SQLBase
import org.apache.spark.sql.connector.catalog.CatalogPlugin
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.test.SharedSparkSession

/** For suites whose statements name a format: the tables that they make are of this one. */
trait UsingPlaced extends SharedSparkSession {
  // As long as the original, because tests compare positions in the text.
  // Without its type, whose name differs between releases.
  override protected lazy val sql =
    (text: String) => spark.sql(text.replaceAll("(?i)\\busing (parquet|foo)\\b", "USING placed "))
}

/** For suites that put a catalog of Spark's tests in the place of the session's: leaves that one. */
trait WithSessionCatalog extends DatasourceV2SQLBase {
  override protected def registerCatalog[T <: CatalogPlugin](name: String, clazz: Class[T]): Unit =
    if (name == "spark_catalog") {
      spark.conf.set(SQLConf.V2_SESSION_CATALOG_IMPLEMENTATION.key, Release.sessionCatalog)
    } else {
      super.registerCatalog(name, clazz)
    }
}
