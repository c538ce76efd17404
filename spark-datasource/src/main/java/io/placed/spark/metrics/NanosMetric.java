package io.placed.spark.metrics;

import java.util.Arrays;
import java.util.Locale;
import org.apache.spark.sql.connector.metric.CustomMetric;

/** A time that tasks measure in nanoseconds, shown as total, minimum, median and maximum. */
public abstract class NanosMetric implements CustomMetric {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final String name;
  private final String description;

  protected NanosMetric(String name, String description) {
    this.name = name;
    this.description = description;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public String aggregateTaskMetrics(long[] tasks) {
    if (tasks.length == 0) {
      return text(0);
    }
    long[] sorted = tasks.clone();
    Arrays.sort(sorted);
    String sum = text(Arrays.stream(sorted).sum());
    if (sorted.length == 1) {
      return sum;
    }
    return sum
        + " ("
        + text(sorted[0])
        + ", "
        + text(sorted[sorted.length / 2])
        + ", "
        + text(sorted[sorted.length - 1])
        + ")";
  }

  private static String text(long nanos) {
    double millis = nanos / NANOS_PER_MILLI;
    return millis < MILLIS_PER_SECOND
        ? String.format(Locale.ROOT, "%.1f ms", millis)
        : String.format(Locale.ROOT, "%.2f s", millis / MILLIS_PER_SECOND);
  }
}
