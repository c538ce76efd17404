package io.placed.spark.read;

import io.placed.schema.Type;
import io.placed.spark.read.translate.ColumnBounds;
import io.placed.spark.read.translate.ColumnTypes;
import io.placed.spark.types.SparkTypes;
import io.placed.table.answer.ColumnSummary;
import io.placed.table.source.SourceFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.colstats.ColumnStatistics;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;

/** Statistics of a scan for the optimizer, from the snapshot's statistics of files. */
public final class ScanStatistics implements Statistics {
  /**
   * Maximum product of files and columns for which column statistics are computed, to limit
   * planning time.
   */
  private static final long MOST_WORK = 50_000;

  private final long bytes;
  private final long rows;
  private final Map<NamedReference, ColumnStatistics> columns;

  public ScanStatistics(long bytes, long rows, Map<NamedReference, ColumnStatistics> columns) {
    this.bytes = bytes;
    this.rows = rows;
    this.columns = columns;
  }

  /**
   * Bytes are scaled by the share of the columns that are read, based on Spark's default sizes of
   * types.
   */
  public static ScanStatistics of(StructType table, StructType output, List<SourceFile> files) {
    long bytes = 0;
    long rows = 0;
    for (SourceFile f : files) {
      bytes += f.file().totalLength();
      rows += f.file().liveRows();
    }
    long size = (long) Math.ceil(bytes * share(table, output));
    Map<NamedReference, ColumnStatistics> columns = new HashMap<>();
    if ((long) files.size() * output.length() <= MOST_WORK) {
      for (StructField field : output.fields()) {
        ColumnStatistics of = column(field, files);
        if (of != null) {
          columns.put(Expressions.column(SparkTypes.quoted(field.name())), of);
        }
      }
    }
    return new ScanStatistics(size, rows, columns);
  }

  /** Of a stream. */
  static Statistics unknown() {
    return new Statistics() {
      @Override
      public OptionalLong sizeInBytes() {
        return OptionalLong.empty();
      }

      @Override
      public OptionalLong numRows() {
        return OptionalLong.empty();
      }
    };
  }

  /**
   * The share of some columns in the width of a table, based on Spark's default sizes of types; at
   * most 1.
   */
  static double share(StructType table, StructType columns) {
    return Math.min(
        1.0, (double) Math.max(1, columns.defaultSize()) / Math.max(1, table.defaultSize()));
  }

  /**
   * Null if a file has no statistics, its values are of another type, or Spark's estimates would
   * fail or take matching rows for none.
   */
  private static ColumnStatistics column(StructField field, List<SourceFile> files) {
    if (!isEstimated(field.dataType())) {
      return null;
    }
    Type type = SparkTypes.toType(field.dataType(), field.name());
    io.placed.statistics.ColumnStatistics all = ColumnSummary.of(field.name(), type, files);
    return all == null || !isFinite(all) ? null : new Column(type, all);
  }

  /** Whether Spark's estimates know the type. Those of others, such as CHAR, end in an error. */
  private static boolean isEstimated(DataType type) {
    return SparkTypes.isPlainText(type)
        && ColumnTypes.comparable(type)
        && !(type instanceof TimestampNTZType);
  }

  /**
   * Whether values lie between bounds whose distance is a number. Estimates divide by it, and take
   * NaN, which is above the bounds, for a value that no row has.
   */
  private static boolean isFinite(io.placed.statistics.ColumnStatistics all) {
    return all.nanCount() == 0
        && !(all.min() instanceof Double min
            && all.max() instanceof Double max
            && !Double.isFinite(max - min));
  }

  private record Column(Type type, io.placed.statistics.ColumnStatistics known)
      implements ColumnStatistics {
    /** At least 1, because estimates of joins divide by it. */
    @Override
    public OptionalLong distinctCount() {
      return known.distinctEstimate() < 0
          ? OptionalLong.empty()
          : OptionalLong.of(Math.max(1, known.distinctEstimate()));
    }

    @Override
    public Optional<Object> min() {
      return Optional.ofNullable(ColumnBounds.internal(type, known.min()));
    }

    @Override
    public Optional<Object> max() {
      return Optional.ofNullable(ColumnBounds.internal(type, known.max()));
    }

    @Override
    public OptionalLong nullCount() {
      return OptionalLong.of(known.nullCount());
    }
  }

  @Override
  public OptionalLong sizeInBytes() {
    return OptionalLong.of(bytes);
  }

  @Override
  public OptionalLong numRows() {
    return OptionalLong.of(rows);
  }

  @Override
  public Map<NamedReference, ColumnStatistics> columnStats() {
    return columns;
  }
}
