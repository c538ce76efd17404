package io.placed.spark;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Real tables, read by Spark. The property {@code placed.data} is the directory of the complete
 * files; without it, small copies among the test resources are used.
 */
final class RealTables {
  private static final String WEATHER =
      "origin string, year int, month int, day int, hour int, temp double, dewp double, humid"
          + " double,wind_dir int, wind_speed double, wind_gust double, precip double, pressure"
          + " double,visib double, time_hour timestamp";

  private static final String BIRD_STRIKES =
      "`Airport Name` string, `Aircraft Make Model` string, `Effect Amount of damage`"
          + " string,`Flight Date` date, `Aircraft Airline Operator` string, `Origin State`"
          + " string,`Phase of flight` string, `Wildlife Size` string, `Wildlife Species`"
          + " string,`Time of day` string, `Cost Other` bigint, `Cost Repair` bigint, `Cost Total"
          + " $` bigint,`Speed IAS in knots` smallint";

  private static final String FLIGHTS =
      "year smallint, month tinyint, day tinyint, dep_time int, sched_dep_time int, dep_delay"
          + " double,arr_time int, sched_arr_time int, arr_delay float, carrier string, flight"
          + " int,tailnum string, origin string, dest string, air_time int, distance decimal(6,1),"
          + " hour int,minute int, time_hour timestamp";

  private RealTables() {}

  /**
   * Flights from New York: integers and doubles with nulls, strings with few and many distinct
   * values.
   */
  static Dataset<Row> flights(SparkSession spark) {
    Path file = folder().resolve("flights.csv.gz");
    boolean there = Files.exists(file);
    if (!there) {
      System.out.println("left out: there is no " + file.toAbsolutePath().normalize());
    }
    assumeTrue(there);
    // One gzip file is one task; this makes two of it.
    return csv(spark, FLIGHTS, file).repartition(2);
  }

  /** Hourly weather data: doubles with nulls. */
  static Dataset<Row> weather(SparkSession spark, Path temporary) throws Exception {
    return csv(spark, WEATHER, file("weather.csv", temporary));
  }

  /** Strings, dates, and column names with spaces. */
  static Dataset<Row> birdStrikes(SparkSession spark, Path temporary) throws Exception {
    return csv(spark, BIRD_STRIKES, file("birdstrikes.csv", temporary));
  }

  private static Dataset<Row> csv(SparkSession spark, String schema, Path file) {
    return spark
        .read()
        .schema(schema)
        .option("header", "true")
        .option("nullValue", "NA")
        .option("emptyValue", "")
        // A value that does not fit its type fails the test instead of becoming null.
        .option("mode", "FAILFAST")
        .csv(file.toString());
  }

  private static Path file(String name, Path temporary) throws Exception {
    Path whole = folder().resolve(name);
    if (Files.exists(whole)) {
      return whole;
    }
    Path copy = temporary.resolve(name);
    try (InputStream in = RealTables.class.getResourceAsStream("/data/" + name)) {
      Files.copy(in, copy);
    }
    return copy;
  }

  private static Path folder() {
    return Path.of(System.getProperty("placed.data", "../../shared/data"));
  }
}
