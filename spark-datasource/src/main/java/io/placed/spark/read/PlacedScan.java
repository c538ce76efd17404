package io.placed.spark.read;

import io.placed.predicate.Predicate;
import io.placed.spark.SparkTypes;
import io.placed.spark.internal.Session;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructType;

/** A scan of chosen columns of chosen files. */
final class PlacedScan
    implements Scan, Batch, SupportsReportStatistics, SupportsRuntimeV2Filtering {
  private final ScanPlan plan;
  private final List<SourceFile> files;

  /** Whether whole files are read, to be replaced: the filters are of files, not of rows. */
  private final boolean wholeFiles;

  /** Those that are left when the other side of a join is known. */
  private List<SourceFile> runtimeFiles;

  PlacedScan(ScanPlan plan, List<SourceFile> files, boolean wholeFiles) {
    this.plan = plan;
    this.files = files;
    this.wholeFiles = wholeFiles;
    this.runtimeFiles = files;
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
    out.append(", ReadSchema: ").append(plan.output().catalogString());
    return out.append(", Placement: ").append(plan.source().placement()).toString();
  }

  @Override
  public Batch toBatch() {
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
    return new SplitPlanner(Session.active()).plan(runtimeFiles).toArray(InputPartition[]::new);
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

  @Override
  public NamedReference[] filterAttributes() {
    if (wholeFiles) {
      return new NamedReference[] {Expressions.column(FileMetadata.FILE)};
    }
    Set<String> read = Set.of(plan.output().fieldNames());
    return plan.source().partitionColumns().stream()
        .filter(read::contains)
        .map(c -> Expressions.column(SparkTypes.quoted(c)))
        .toArray(NamedReference[]::new);
  }

  @Override
  public void filter(org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    List<SourceFile> left = files;
    for (var p : predicates) {
      if (wholeFiles) {
        Set<String> named = RowLevelScanBuilder.filesIn(p);
        left = named == null ? left : left.stream().filter(f -> named.contains(f.path())).toList();
        continue;
      }
      Optional<Predicate> translated = plan.translator().translate(p);
      if (translated.isPresent() && plan.onPartitionsOnly(translated.get())) {
        PartitionFilter filter = plan.partitionFilter(translated.get());
        left = left.stream().filter(f -> filter.matches(f.partition())).toList();
      }
    }
    runtimeFiles = left;
  }

  /** Bytes in the share of the columns that are read, by the sizes that Spark assumes for types. */
  @Override
  public Statistics estimateStatistics() {
    long bytes = 0;
    long rows = 0;
    for (SourceFile f : runtimeFiles) {
      bytes += f.file().totalLength();
      rows += f.file().rows();
    }
    double share =
        (double) Math.max(1, plan.output().defaultSize())
            / Math.max(1, plan.tableSchema().defaultSize());
    long size = (long) Math.ceil(bytes * Math.min(1.0, share));
    long count = rows;
    return new Statistics() {
      @Override
      public OptionalLong sizeInBytes() {
        return OptionalLong.of(size);
      }

      @Override
      public OptionalLong numRows() {
        return OptionalLong.of(count);
      }
    };
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
