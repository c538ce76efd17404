package io.placed.spark.read;

import io.placed.placement.SortKey;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Frames;
import io.placed.spark.internal.Session;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.stream.PlacedStream;
import io.placed.spark.read.task.PlacedInputPartition;
import io.placed.spark.read.task.ReadMetrics;
import io.placed.spark.read.translate.ColumnBounds;
import io.placed.spark.read.translate.ColumnTypes;
import io.placed.spark.read.vector.FileMetadataColumn;
import io.placed.spark.types.Partitions;
import io.placed.spark.types.SparkTypes;
import io.placed.table.plan.FileQuery;
import io.placed.table.source.SourceFile;
import io.placed.table.split.FileOrder;
import io.placed.table.split.PartitionTasks;
import io.placed.table.split.ReadTask;
import io.placed.table.split.RowRange;
import io.placed.table.split.RowTest;
import io.placed.table.split.SlicePlanner;
import io.placed.table.split.TaskHosts;
import io.placed.table.split.TaskKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportOrdering;
import org.apache.spark.sql.connector.read.SupportsReportPartitioning;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.connector.read.partitioning.KeyGroupedPartitioning;
import org.apache.spark.sql.connector.read.partitioning.Partitioning;
import org.apache.spark.sql.connector.read.partitioning.UnknownPartitioning;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A scan of selected columns of selected files. Since Spark copies plans, one scan may be used in
 * several positions of a plan, which run concurrently and are filtered by different joins.
 * Therefore its input and its reports never change: {@link #filter} determines only the next batch
 * of the calling thread.
 */
final class PlacedScan
    implements Scan,
        PlannedRead,
        SupportsReportStatistics,
        SupportsReportPartitioning,
        SupportsReportOrdering,
        SupportsRuntimeV2Filtering {
  private final ScanPlan plan;
  private final Supplier<List<SourceFile>> search;
  private List<SourceFile> files;

  /**
   * A stream reads other files than those of the table now, which may not even be known. Null for a
   * batch.
   */
  private volatile PlacedStream stream;

  /** The required rows of the files, by row number; null = all, or unknown. */
  private final RowRange range;

  /** Whether each task may read one partition of the table; see {@link PartitionTasks}. */
  private final boolean mayReadByPartition;

  /** By what each task reads one partition; none if tasks are planned without regard to them. */
  private TaskKeys keys;

  /** The result of {@link #filter} for the next {@link #toBatch} in the same thread. */
  private final ThreadLocal<PlacedBatch> filtered = new ThreadLocal<>();

  /** The filtered batch that this thread is about to run, for its metrics. */
  private final ThreadLocal<PlacedBatch> running = new ThreadLocal<>();

  /**
   * The tasks that were reported to Spark, on which later plans depend. Computed once, when needed.
   */
  private FileOrder order;

  private TaskHosts hosts;

  /**
   * @param search for the files: a stream does not need those of the table
   * @param range of the rows of the files, which are not filtered then; null = all
   */
  PlacedScan(ScanPlan plan, Supplier<List<SourceFile>> search, RowRange range) {
    this.plan = plan;
    this.search = search;
    this.range = range;
    mayReadByPartition = range == null && plan.limit() < 0 && Session.active().usesPartitioning();
  }

  private synchronized List<SourceFile> files() {
    if (files == null) {
      files = search.get();
    }
    return files;
  }

  private synchronized TaskKeys keys() {
    if (keys == null) {
      TaskKeys known =
          mayReadByPartition
              ? TaskKeys.of(files(), comparedColumns(), plan.source().partitionColumns())
              : TaskKeys.NONE;
      boolean pays = !known.isEmpty() && PartitionTasks.pays(files(), known, plan.planner(files()));
      keys = pays ? known : TaskKeys.NONE;
    }
    return keys;
  }

  private boolean byPartition() {
    return !keys().isEmpty();
  }

  /**
   * Columns of the output whose values are equal, and in order, for Spark just where their bytes
   * are: not those of collations other than UTF8_BINARY, or with values that are padded.
   */
  private List<Field> comparedColumns() {
    StructType compared = new StructType();
    int[] padded = plan.paddedLengths();
    for (int c = 0; c < padded.length; c++) {
      StructField f = plan.output().fields()[c];
      boolean own = !FileMetadataColumn.is(f.name(), plan.tableSchema());
      boolean equal = padded[c] == 0 && ColumnTypes.comparable(f.dataType());
      compared = own && equal ? compared.add(f) : compared;
    }
    return SparkTypes.toSchema(compared).fields();
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
      out.append(" Files: ")
          .append(files().size())
          .append(" of ")
          .append(plan.source().fileCount())
          .append(", Bytes: ")
          .append(ReadMetrics.bytes(files()))
          .append(" of ")
          .append(plan.source().bytes());
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
    if (stream == null && byPartition()) {
      out.append(", TasksByPartition: ").append(keys());
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
      return new PlacedBatch(this, files(), List.of());
    }
    filtered.remove();
    running.set(batch);
    return batch;
  }

  @Override
  public MicroBatchStream toMicroBatchStream(String checkpointLocation) {
    stream = PlacedStream.of(plan);
    return stream;
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  /** The tasks of all files, and the order of their rows. */
  private synchronized FileOrder order() {
    if (order == null) {
      List<ReadTask> planned = planned();
      // The rows of a range are counted in the order of its files.
      boolean arranged = range == null || planned.get(0).slices().size() == 1;
      Set<String> compared =
          comparedColumns().stream().map(Field::name).collect(Collectors.toSet());
      order =
          arranged
              ? FileOrder.of(
                  plan.source().placement(), planned, files(), compared::contains, plan.stores())
              : new FileOrder(planned, List.of());
    }
    return order;
  }

  private List<ReadTask> planned() {
    if (range != null) {
      return List.of(range.plan(files()));
    }
    SlicePlanner planner = plan.planner(files());
    return byPartition() ? PartitionTasks.plan(files(), keys(), planner) : planner.plan(files());
  }

  private List<ReadTask> tasks() {
    return order().tasks();
  }

  /**
   * The tasks after runtime filters.
   *
   * @param left the remaining files
   * @param filters that are applied to rows
   */
  List<PlacedInputPartition> tasks(List<SourceFile> left, List<Predicate> filters) {
    List<ReadTask> some = left.size() == files().size() ? tasks() : tasksOf(left);
    Session.Shared<RowTest> predicate = filters.isEmpty() ? null : plan.rowPredicate(filters);
    return some.stream()
        .map(t -> new PlacedInputPartition(t, predicate, key(t), hosts().of(t)))
        .toList();
  }

  private synchronized TaskHosts hosts() {
    if (hosts == null) {
      hosts = plan.hosts(files());
    }
    return hosts;
  }

  /** Null unless the task reads one partition. */
  private InternalRow key(ReadTask task) {
    if (task.key() == null) {
      return null;
    }
    Object[] values = new Object[task.key().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ColumnBounds.internal(keys().keys().get(i).type(), task.key().get(i));
    }
    return Frames.row(values);
  }

  /**
   * Tasks for some of the files. If an order or partitioning was reported, Spark has omitted sorts
   * and shuffles: tasks lose files but are otherwise unchanged. In other cases the remaining files
   * are planned again, with at most as many tasks as before.
   */
  private List<ReadTask> tasksOf(List<SourceFile> left) {
    if (!byPartition() && order().keys().isEmpty()) {
      List<ReadTask> again = plan.planner(left).plan(left);
      if (again.size() <= tasks().size()) {
        return again;
      }
    }
    Set<String> paths = left.stream().map(SourceFile::path).collect(Collectors.toSet());
    return tasks().stream()
        .map(t -> t.withFiles(paths))
        .filter(t -> !t.slices().isEmpty())
        .toList();
  }

  @Override
  public Partitioning outputPartitioning() {
    if (!byPartition()) {
      return new UnknownPartitioning(tasks().size());
    }
    Expression[] reported =
        keys().keys().stream().map(k -> Partitions.toKey(k.term())).toArray(Expression[]::new);
    return new KeyGroupedPartitioning(reported, tasks().size());
  }

  @Override
  public SortOrder[] outputOrdering() {
    return order().keys().stream().map(PlacedScan::sortOrder).toArray(SortOrder[]::new);
  }

  private static SortOrder sortOrder(SortKey key) {
    return Expressions.sort(
        Expressions.column(SparkTypes.quoted(key.column())),
        key.descending() ? SortDirection.DESCENDING : SortDirection.ASCENDING,
        key.nullsFirst() ? NullOrdering.NULLS_FIRST : NullOrdering.NULLS_LAST);
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
    return ReadMetrics.ofPlan(plan.source(), batch == null ? files() : batch.files());
  }

  /**
   * Runtime filters are accepted for all columns; those that partition values and statistics cannot
   * decide are applied to rows. Small scans accept them only for partition columns, because Spark
   * copies one side of a join into the other for each filterable column: in a chain of joins, the
   * plan size would double with each join (TPC-DS Q64 has 17).
   */
  @Override
  public NamedReference[] filterAttributes() {
    if (range != null || !plan.takesRuntimeFilters()) {
      return new NamedReference[0]; // the rows of a range are counted before filters apply
    }
    boolean large = isLarge();
    return Arrays.stream(plan.output().fields())
        .filter(f -> ColumnTypes.comparable(f.dataType()))
        .filter(f -> large || plan.source().partitionColumns().contains(f.name()))
        .filter(
            f -> !FileMetadataColumn.is(f.name(), plan.tableSchema()) || plan.isOfRowIds(f.name()))
        .map(f -> Expressions.column(SparkTypes.quoted(f.name())))
        .toArray(NamedReference[]::new);
  }

  private boolean isLarge() {
    long bytes = files().stream().mapToLong(f -> f.file().length()).sum();
    return bytes >= Session.active().leastBytesOfFilteredScan();
  }

  @Override
  public void filter(org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    List<SourceFile> left = files();
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
        : ScanStatistics.of(plan.tableSchema(), plan.output(), files());
  }

  /** Lets Spark reuse equal scans of a query. Equal plans have the same files. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof PlacedScan s && Objects.equals(range, s.range) && plan.equals(s.plan);
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
