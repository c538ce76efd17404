package io.placed.spark.read.task;

import io.placed.scan.ScanMetrics;
import io.placed.spark.metrics.NanosMetric;
import io.placed.table.source.SourceFile;
import io.placed.table.source.TableSource;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** Metrics of a scan besides rows and bytes read. Spark instantiates each by its class. */
public final class ReadMetrics {
  private ReadMetrics() {}

  public static CustomMetric[] all() {
    return new CustomMetric[] {
      new BytesInTable(),
      new BytesInFiles(),
      new BytesInColumns(),
      new BytesInRowGroups(),
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
      new RowsMatched(),
      new FetchTime(),
      new DecodeTime(),
      new FilesPlanned(),
      new FilesSkipped()
    };
  }

  public static CustomTaskMetric[] of(ScanMetrics m) {
    return new CustomTaskMetric[] {
      value("bytesInColumns", m.columnBytes()),
      value("bytesInRowGroups", m.rowGroupBytes()),
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
      value("rowsMatched", m.rowsReturned()),
      value("fetchTime", m.fetchNanos()),
      value("decodeTime", m.decodeNanos())
    };
  }

  /**
   * @param files that are read
   */
  public static CustomTaskMetric[] ofPlan(TableSource source, List<SourceFile> files) {
    return new CustomTaskMetric[] {
      value("filesPlanned", files.size()),
      value("filesSkipped", source.fileCount() - files.size()),
      value("bytesInTable", source.bytes()),
      value("bytesInFiles", bytes(files))
    };
  }

  /** A batch of a stream reads all files that are new, and looks at no others. */
  public static CustomTaskMetric[] ofBatch(List<SourceFile> files) {
    return new CustomTaskMetric[] {
      value("filesPlanned", files.size()),
      value("bytesInTable", bytes(files)),
      value("bytesInFiles", bytes(files))
    };
  }

  /** Length of files and their siblings. */
  public static long bytes(List<SourceFile> files) {
    return files.stream().mapToLong(f -> f.file().totalLength()).sum();
  }

  /**
   * The inverse of {@link #of}, without times, for a sum over tasks.
   *
   * @param value of a metric by its name
   */
  public static ScanMetrics sum(ToLongFunction<String> value) {
    return new ScanMetrics(
        value.applyAsLong("bytesNeeded"),
        value.applyAsLong("bytesFetched"),
        value.applyAsLong("bytesInGaps"),
        value.applyAsLong("bytesInColumns"),
        value.applyAsLong("bytesInRowGroups"),
        value.applyAsLong("requests"),
        value.applyAsLong("rowGroups"),
        value.applyAsLong("rowGroupsSkipped"),
        value.applyAsLong("pages"),
        value.applyAsLong("pagesSkipped"),
        value.applyAsLong("rowsDecoded"),
        value.applyAsLong("rowsMatched"),
        value.applyAsLong("vectors"),
        value.applyAsLong("vectorsSkipped"),
        0,
        0);
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

  public static final class BytesInTable extends Sum {
    public BytesInTable() {
      super("bytesInTable", "bytes of the table");
    }
  }

  public static final class BytesInFiles extends Sum {
    public BytesInFiles() {
      super("bytesInFiles", "bytes of the files planned");
    }
  }

  public static final class BytesInColumns extends Sum {
    public BytesInColumns() {
      super("bytesInColumns", "of these, bytes of the columns used");
    }
  }

  public static final class BytesInRowGroups extends Sum {
    public BytesInRowGroups() {
      super("bytesInRowGroups", "of these, bytes in row groups that are not skipped");
    }
  }

  public static final class RowsMatched extends Sum {
    public RowsMatched() {
      super("rowsMatched", "rows that match");
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
