package io.placed.spark.read.task;

import io.placed.scan.ScanMetrics;
import io.placed.spark.metrics.NanosMetric;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** Metrics of a scan besides rows and bytes read. Spark instantiates each by its class. */
public final class ReadMetrics {
  private ReadMetrics() {}

  public static CustomMetric[] all() {
    return new CustomMetric[] {
      new BytesNeeded(),
      new BytesFetched(),
      new BytesOverRead(),
      new BytesInGaps(),
      new Requests(),
      new RowGroups(),
      new RowGroupsSkipped(),
      new Pages(),
      new PagesSkipped(),
      new Vectors(),
      new VectorsSkipped(),
      new RowsDecoded(),
      new FetchTime(),
      new DecodeTime(),
      new FilesPlanned(),
      new FilesSkipped()
    };
  }

  public static CustomTaskMetric[] of(ScanMetrics m) {
    return new CustomTaskMetric[] {
      value("bytesNeeded", m.bytesNeeded()),
      value("bytesFetched", m.bytesRead()),
      value("bytesOverRead", m.bytesOverRead()),
      value("bytesInGaps", m.bytesInGaps()),
      value("requests", m.requests()),
      value("rowGroups", m.rowGroups()),
      value("rowGroupsSkipped", m.rowGroupsSkipped()),
      value("pages", m.pages()),
      value("pagesSkipped", m.pagesSkipped()),
      value("vectors", m.vectors()),
      value("vectorsSkipped", m.vectorsSkipped()),
      value("rowsDecoded", m.rowsDecoded()),
      value("fetchTime", m.fetchNanos()),
      value("decodeTime", m.decodeNanos())
    };
  }

  public static CustomTaskMetric[] ofPlan(long files, long skipped) {
    return new CustomTaskMetric[] {value("filesPlanned", files), value("filesSkipped", skipped)};
  }

  private static CustomTaskMetric value(String name, long value) {
    return new Value(name, value);
  }

  private record Value(String name, long value) implements CustomTaskMetric {}

  /** A named sum over tasks. */
  public abstract static class Sum extends CustomSumMetric {
    private final String name;
    private final String description;

    Sum(String name, String description) {
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
  }

  public static final class BytesNeeded extends Sum {
    public BytesNeeded() {
      super("bytesNeeded", "bytes needed");
    }
  }

  public static final class BytesFetched extends Sum {
    public BytesFetched() {
      super("bytesFetched", "bytes read");
    }
  }

  public static final class BytesOverRead extends Sum {
    public BytesOverRead() {
      super("bytesOverRead", "bytes read and not needed");
    }
  }

  public static final class BytesInGaps extends Sum {
    public BytesInGaps() {
      super("bytesInGaps", "of these, bytes in gaps between pages");
    }
  }

  public static final class Vectors extends Sum {
    public Vectors() {
      super("vectors", "vectors");
    }
  }

  public static final class VectorsSkipped extends Sum {
    public VectorsSkipped() {
      super("vectorsSkipped", "vectors skipped by filters on rows");
    }
  }

  public static final class FetchTime extends NanosMetric {
    public FetchTime() {
      super("fetchTime", "time waiting for storage");
    }
  }

  public static final class DecodeTime extends NanosMetric {
    public DecodeTime() {
      super("decodeTime", "time filtering and decoding");
    }
  }

  public static final class Requests extends Sum {
    public Requests() {
      super("requests", "read requests");
    }
  }

  public static final class RowGroups extends Sum {
    public RowGroups() {
      super("rowGroups", "row groups");
    }
  }

  public static final class RowGroupsSkipped extends Sum {
    public RowGroupsSkipped() {
      super("rowGroupsSkipped", "row groups skipped by statistics");
    }
  }

  public static final class Pages extends Sum {
    public Pages() {
      super("pages", "pages");
    }
  }

  public static final class PagesSkipped extends Sum {
    public PagesSkipped() {
      super("pagesSkipped", "pages skipped by statistics");
    }
  }

  public static final class RowsDecoded extends Sum {
    public RowsDecoded() {
      super("rowsDecoded", "rows decoded");
    }
  }

  public static final class FilesPlanned extends Sum {
    public FilesPlanned() {
      super("filesPlanned", "files planned");
    }
  }

  public static final class FilesSkipped extends Sum {
    public FilesSkipped() {
      super("filesSkipped", "files skipped by partition values and statistics");
    }
  }
}
