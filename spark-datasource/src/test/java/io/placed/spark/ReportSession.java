package io.placed.spark;

import org.apache.spark.sql.SparkSession;

/** The session of reports. */
final class ReportSession {
  private ReportSession() {}

  static SparkSession of(String master) {
    return SparkSession.builder()
        .master(master)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "localhost")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.log.level", "ERROR")
        .getOrCreate();
  }
}
