package io.placed.spark.write;

import io.placed.spark.metrics.NanosMetric;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** Metrics of a write. The first two have the names of Spark's own output metrics. */
public final class WriteMetrics {
  private WriteMetrics() {}

  static CustomMetric[] all() {
    return new CustomMetric[] {
      new BytesWritten(), new RecordsWritten(), new FilesWritten(), new EncodeTime()
    };
  }

  static CustomTaskMetric[] of(long bytes, long rows, long files, long encodeNanos) {
    return new CustomTaskMetric[] {
      new Value("bytesWritten", bytes),
      new Value("recordsWritten", rows),
      new Value("filesWritten", files),
      new Value("encodeTime", encodeNanos)
    };
  }

  private record Value(String name, long value) implements CustomTaskMetric {}

  public static final class BytesWritten extends CustomSumMetric {
    @Override
    public String name() {
      return "bytesWritten";
    }

    @Override
    public String description() {
      return "bytes written";
    }
  }

  public static final class RecordsWritten extends CustomSumMetric {
    @Override
    public String name() {
      return "recordsWritten";
    }

    @Override
    public String description() {
      return "rows written";
    }
  }

  public static final class FilesWritten extends CustomSumMetric {
    @Override
    public String name() {
      return "filesWritten";
    }

    @Override
    public String description() {
      return "files written";
    }
  }

  public static final class EncodeTime extends NanosMetric {
    public EncodeTime() {
      super("encodeTime", "time ordering, encoding and writing");
    }
  }
}
