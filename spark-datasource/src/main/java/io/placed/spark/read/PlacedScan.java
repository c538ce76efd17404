package io.placed.spark.read;

import io.placed.predicate.Predicate;
import io.placed.spark.PlacedOptions;
import io.placed.spark.SparkTypes;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
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
import org.apache.spark.sql.types.StructType;

/** A scan of chosen columns of chosen files. */
final class PlacedScan
    implements Scan,
        Batch,
        SupportsReportStatistics,
        SupportsReportPartitioning,
        SupportsReportOrdering,
        SupportsRuntimeV2Filtering {
  private final ScanPlan plan;
  private final List<SourceFile> files;

  /** Whether whole files are read, to be replaced: the filters are of files, not of rows. */
  private final boolean wholeFiles;

  /** Which of the rows of the files are wanted; null = all, or not known by their number. */
  private final RowRange range;

  /** Whether each task reads one partition of the table, see {@link PartitionTasks}. */
  private final boolean byPartition;

  /** Those that are left when the other side of a join is known. */
  private List<SourceFile> runtimeFiles;

  /** Conditions that became known with it. */
  private final List<Predicate> runtimeFilters = new ArrayList<>();

  private List<PlacedInputPartition> tasks;

  /**
   * @param wholeFiles whether files are read to be replaced: runtime filters choose files, not rows
   * @param range of the rows of the files, of which none is then tested; null = all
   */
  PlacedScan(ScanPlan plan, List<SourceFile> files, boolean wholeFiles, RowRange range) {
    this.plan = plan;
    this.files = files;
    this.wholeFiles = wholeFiles;
    this.range = range;
    this.runtimeFiles = files;
    List<String> read = List.of(plan.output().fieldNames());
    byPartition =
        range == null
            && !wholeFiles
            && plan.limit() < 0
            && Session.active().usesPartitioning()
            && PartitionTasks.areKeys(plan.partition())
            && plan.source().isInPartitions()
            && read.containsAll(List.of(plan.partition().fieldNames()))
            && PartitionTasks.pays(files, plan.planner(files));
  }

  @Override
  public StructType readSchema() {
    return plan.output();
  }

  @Override
  public String description() {
    StringBuilder out = new StringBuilder("placed ").append(plan.source().describe());
    out.append(" Files: ").append(files.size()).append(" of ").append(plan.source().files().size());
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
    if (byPartition) {
      out.append(", TasksByPartition: ").append(plan.source().partitionColumns());
    }
    out.append(", ReadSchema: ").append(plan.output().catalogString());
    return out.append(", Placement: ").append(plan.source().placement()).toString();
  }

  @Override
  public Batch toBatch() {
    String ofStreams = plan.options().get(PlacedOptions.FOR_STREAM);
    if (ofStreams != null) {
      throw Errors.analysis(
          plan.source().describe() + ": option " + ofStreams + " is for reading streams", null);
    }
    return this;
  }

  @Override
  public MicroBatchStream toMicroBatchStream(String checkpointLocation) {
    return PlacedStream.of(plan);
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    return tasks().toArray(InputPartition[]::new);
  }

  private List<PlacedInputPartition> tasks() {
    if (tasks == null) {
      SplitPlanner planner = plan.planner(runtimeFiles);
      if (range != null) {
        tasks = List.of(range.plan(files));
      } else if (byPartition) {
        tasks = PartitionTasks.plan(runtimeFiles, files, plan.partition(), planner);
      } else {
        tasks = planner.plan(runtimeFiles);
      }
      if (!runtimeFilters.isEmpty()) {
        RowPredicate predicate = plan.rowPredicate(runtimeFilters);
        tasks = tasks.stream().map(t -> t.withPredicate(predicate)).toList();
      }
    }
    return tasks;
  }

  @Override
  public Partitioning outputPartitioning() {
    if (!byPartition) {
      return new UnknownPartitioning(tasks().size());
    }
    Expression[] keys = SparkTypes.identities(List.of(plan.partition().fieldNames()));
    return new KeyGroupedPartitioning(keys, tasks().size());
  }

  @Override
  public SortOrder[] outputOrdering() {
    return FileOrder.of(plan.source().placement(), tasks(), plan.output(), plan.stores());
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new PlacedReaderFactory(plan.context());
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return ReadMetrics.all();
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return ReadMetrics.ofPlan(
        runtimeFiles.size(), plan.source().files().size() - runtimeFiles.size());
  }

  /** The files that are left. */
  List<SourceFile> runtimeFiles() {
    return runtimeFiles;
  }

  /**
   * Of any column: what no file's name or statistics answer is tested on stored values. Of a small
   * scan only columns of partitions, because Spark copies one side of a join into the other for
   * each column that may be filtered: where every table of a chain of joins could be, plans double
   * with each join (TPC-DS Q64 has 17).
   */
  @Override
  public NamedReference[] filterAttributes() {
    if (wholeFiles) {
      return new NamedReference[] {Expressions.column(FileMetadata.FILE)};
    }
    if (range != null) {
      return new NamedReference[0]; // Its rows are counted before anything is left out.
    }
    boolean large = isLarge();
    return Arrays.stream(plan.output().fields())
        .filter(f -> ColumnTypes.comparable(f.dataType()))
        .filter(f -> large || plan.source().partitionColumns().contains(f.name()))
        .filter(f -> !FileMetadata.is(f.name(), plan.tableSchema()))
        .map(f -> Expressions.column(SparkTypes.quoted(f.name())))
        .toArray(NamedReference[]::new);
  }

  private boolean isLarge() {
    long bytes = files.stream().mapToLong(f -> f.file().length()).sum();
    return bytes >= Session.active().leastBytesOfFilteredScan();
  }

  @Override
  public void filter(org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    List<SourceFile> left = files;
    runtimeFilters.clear();
    for (var p : predicates) {
      if (wholeFiles) {
        Set<String> named = RowLevelScanBuilder.filesIn(p);
        left = named == null ? left : left.stream().filter(f -> named.contains(f.path())).toList();
        continue;
      }
      Optional<Predicate> translated = plan.translator().translate(p);
      if (translated.isEmpty()) {
        continue;
      }
      if (plan.onPartitionsOnly(translated.get())) {
        PartitionFilter filter = plan.partitionFilter(translated.get());
        left = left.stream().filter(f -> filter.matches(f.partition())).toList();
      } else if (range == null && plan.canTest(translated.get())) {
        runtimeFilters.add(translated.get());
        left = new FilePruning(translated.get(), plan.caseSensitive()).prune(left);
      }
    }
    runtimeFiles = left;
    tasks = null;
  }

  @Override
  public Statistics estimateStatistics() {
    return ScanStatistics.of(plan.tableSchema(), plan.output(), runtimeFiles);
  }

  /** Lets Spark read once what a query asks for twice. */
  @Override
  public boolean equals(Object other) {
    return other instanceof PlacedScan s
        && wholeFiles == s.wholeFiles
        && plan.output().equals(s.plan.output())
        && plan.dataFilters().equals(s.plan.dataFilters())
        && plan.partitionFilters().equals(s.plan.partitionFilters())
        && plan.limit() == s.plan.limit()
        && Objects.equals(plan.choice(), s.plan.choice())
        && Objects.equals(range, s.range)
        && paths(files).equals(paths(s.files))
        && plan.source().equals(s.plan.source());
  }

  private static List<String> paths(List<SourceFile> files) {
    return files.stream().map(SourceFile::path).collect(Collectors.toCollection(ArrayList::new));
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
