package io.placed.cli.spark;

import org.apache.spark.sql.SparkSession;

/** Spark in the process of the command, with a thread for each processor. */
public final class LocalSpark {
  private LocalSpark() {}

  /** Settings of a session that listens to nobody else and leaves its files in one directory. */
  public static SparkSession.Builder session(String name, Scratch scratch) {
    return SparkSession.builder()
        .appName(name)
        .master("local[" + cores() + "]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.local.dir", scratch.path().resolve("spark").toString())
        .config("spark.sql.warehouse.dir", scratch.path().resolve("warehouse").toString())
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", String.valueOf(cores()));
  }

  public static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }
}
