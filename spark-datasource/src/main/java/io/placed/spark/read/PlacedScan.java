package io.placed.spark.read;

import io.placed.predicate.Predicate;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.plan.ArrangedScan;
import io.placed.spark.internal.plan.KeyedScan;
import io.placed.spark.options.JoinKeys;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.stream.PlacedStream;
import io.placed.spark.read.task.PlacedInputPartition;
import io.placed.spark.read.task.ReadMetrics;
import io.placed.spark.read.translate.ColumnTypes;
import io.placed.spark.read.vector.FileMetadataColumn;
import io.placed.spark.types.SparkTypes;
import io.placed.table.plan.FileQuery;
import io.placed.table.source.SourceFile;
import io.placed.table.split.RowRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportOrdering;
import org.apache.spark.sql.connector.read.SupportsReportPartitioning;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.partitioning.Partitioning;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructType;

/**
 * A scan of selected columns of selected files. Since Spark copies plans, one scan may be used in
 * several positions of a plan, which run concurrently and are filtered by different joins.
 * Therefore its input and its reports never change: {@link #filter} determines only the next batch
 * of the calling thread.
 */
final class PlacedScan
    implements Scan,
        ArrangedScan,
        PlannedRead,
        SupportsReportStatistics,
        SupportsReportPartitioning,
        SupportsReportOrdering,
        KeyedScan {
  private final ScanPlan plan;
  private final ScanTasks tasks;

  /**
   * A stream reads other files than those of the table now, which may not even be known. Null for a
   * batch.
   */
  private volatile PlacedStream stream;

  /** The required rows of the files, by row number; null = all, or unknown. */
  private final RowRange range;

  private final JoinKeys joinKeys;

  /** Made when it is asked for, once. */
  private PlacedScan balanced;

  /** The result of {@link #filter} for the next {@link #toBatch} in the same thread. */
  private final ThreadLocal<PlacedBatch> filtered = new ThreadLocal<>();

  /** The filtered batch that this thread is about to run, for its metrics. */
  private final ThreadLocal<PlacedBatch> running = new ThreadLocal<>();

  /**
   * @param search for the files: a stream does not need those of the table
   * @param range of the rows of the files, which are not filtered then; null = all
   */
  PlacedScan(ScanPlan plan, Supplier<List<SourceFile>> search, RowRange range) {
    this(plan, ScanTasks.ofRows(plan, search, range), range, plan.joinKeys());
  }

  private PlacedScan(ScanPlan plan, ScanTasks tasks, RowRange range, JoinKeys joinKeys) {
    this.plan = plan;
    this.tasks = tasks;
    this.range = range;
    this.joinKeys = joinKeys;
  }

  /** Not of a range of rows, which are counted in the order of its files. */
  @Override
  public Optional<Scan> balanced() {
    if (range != null || stream != null || !tasks.areArranged()) {
      return Optional.empty();
    }
    synchronized (this) {
      balanced =
          balanced == null ? new PlacedScan(plan, tasks.balanced(), null, joinKeys) : balanced;
      return Optional.of(balanced);
    }
  }

  @Override
  public Scan taking(JoinKeys keys) {
    return stream != null ? this : new PlacedScan(plan, tasks, range, keys);
  }

  @Override
  public StructType readSchema() {
    return plan.output();
  }

  @Override
  public String description() {
    StringBuilder out = new StringBuilder("placed ").append(plan.source().describe());
    if (stream != null) {
      out.append(" Stream");
    } else {
      out.append(' ').append(tasks.amounts());
    }
    out.append(", PartitionFilters: ").append(plan.partitionFilters());
    out.append(", PushedFilters: ").append(plan.dataFilters());
    if (plan.limit() >= 0) {
      out.append(", Limit: ").append(plan.limit());
    }
    if (range != null && range.offset() > 0) {
      out.append(", Offset: ").append(range.offset());
    }
    if (plan.choice() != null) {
      out.append(", Choice: ").append(plan.choice());
    }
    if (stream == null) {
      out.append(tasks.description());
    }
    out.append(", ReadSchema: ").append(plan.output().catalogString());
    return out.append(", Placement: ").append(plan.source().placement()).toString();
  }

  @Override
  public ScanPlan plan() {
    return plan;
  }

  @Override
  public Batch toBatch() {
    String ofStreams = plan.options().get(PlacedOptions.FOR_STREAM);
    if (ofStreams != null) {
      throw Errors.analysis(
          plan.source().describe() + ": option " + ofStreams + " is supported only for streams",
          null);
    }
    PlacedBatch batch = filtered.get();
    if (batch == null) {
      return new PlacedBatch(this, tasks.files(), List.of());
    }
    filtered.remove();
    running.set(batch);
    return batch;
  }

  @Override
  public MicroBatchStream toMicroBatchStream(String checkpointLocation) {
    stream = PlacedStream.of(plan.withPaddedChars());
    return stream;
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  /** The tasks of some of the files, with runtime filters that are applied to rows. */
  List<PlacedInputPartition> tasks(List<SourceFile> left, List<Predicate> filters) {
    return tasks.of(left, filters);
  }

  @Override
  public Partitioning outputPartitioning() {
    return tasks.partitioning();
  }

  @Override
  public SortOrder[] outputOrdering() {
    return tasks.ordering();
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return ReadMetrics.all();
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    if (stream != null) {
      return ReadMetrics.ofBatch(stream.planned());
    }
    PlacedBatch batch = running.get();
    running.remove();
    return ReadMetrics.ofPlan(plan.source(), batch == null ? tasks.files() : batch.files());
  }

  /**
   * Runtime filters are accepted for all columns; those that partition values and statistics cannot
   * decide are applied to rows. Small scans accept them only for partition columns, because Spark
   * copies one side of a join into the other for each filterable column: in a chain of joins, the
   * plan size would double with each join (TPC-DS Q64 has 17). RuntimeKeysRule says which of many
   * scans take which.
   */
  @Override
  public NamedReference[] filterAttributes() {
    if (range != null || joinKeys == JoinKeys.NONE) {
      return new NamedReference[0]; // the rows of a range are counted before filters apply
    }
    boolean large = joinKeys == JoinKeys.OF_ALL_COLUMNS && isLarge();
    return Arrays.stream(plan.output().fields())
        .filter(f -> ColumnTypes.comparable(f.dataType()))
        .filter(f -> large || plan.source().partitionColumns().contains(f.name()))
        .filter(
            f -> !FileMetadataColumn.is(f.name(), plan.tableSchema()) || plan.isOfRowIds(f.name()))
        .map(f -> Expressions.column(SparkTypes.quoted(f.name())))
        .toArray(NamedReference[]::new);
  }

  private boolean isLarge() {
    long bytes = tasks.files().stream().mapToLong(f -> f.file().length()).sum();
    return bytes >= Session.active().leastBytesOfFilteredScan();
  }

  @Override
  public void filter(org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    List<SourceFile> left = tasks.files();
    List<Predicate> onRows = new ArrayList<>();
    for (var p : predicates) {
      Optional<Predicate> translated = plan.translator().translateKeys(p);
      if (translated.isEmpty() || range != null) {
        continue;
      }
      FileQuery query = plan.query();
      if (query.onPartitionsOnly(translated.get())) {
        left = query.inPartitions(left, translated.get());
      } else if (plan.canTest(translated.get())) {
        onRows.add(translated.get());
        left = query.mayMatch(left, translated.get());
      }
    }
    filtered.set(new PlacedBatch(this, left, onRows));
  }

  @Override
  public Statistics estimateStatistics() {
    return stream != null
        ? ScanStatistics.unknown()
        : ScanStatistics.of(plan.tableSchema(), plan.output(), tasks.files());
  }

  /** Lets Spark reuse equal scans of a query. Equal plans have the same files. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof PlacedScan s
            && Objects.equals(range, s.range)
            && joinKeys == s.joinKeys
            && tasks.mayReport() == s.tasks.mayReport()
            && plan.equals(s.plan);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        Arrays.hashCode(plan.output().fieldNames()), plan.source(), plan.dataFilters());
  }

  @Override
  public String toString() {
    return description();
  }
}
