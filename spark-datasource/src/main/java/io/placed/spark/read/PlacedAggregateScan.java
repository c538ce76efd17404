package io.placed.spark.read;

import io.placed.aggregate.Aggregate;
import io.placed.expression.Expression;
import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.spark.read.task.PlacedInputPartition;
import io.placed.spark.read.task.ReadContext;
import io.placed.spark.read.task.ReadMetrics;
import io.placed.spark.read.translate.AggregateTranslator;
import io.placed.spark.read.vector.AggregatePartitionReader;
import io.placed.spark.read.vector.PlacedPartitionReader;
import io.placed.table.source.SourceFile;
import io.placed.table.split.ReadTask;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** A scan that aggregates: each task returns one row per group, and Spark combines them. */
final class PlacedAggregateScan implements Scan, PlannedRead, Batch, SupportsReportStatistics {
  private final ScanPlan plan;
  private final AggregateTranslator.Translated aggregation;
  private final List<SourceFile> files;
  private final StructType schema;

  /**
   * @param plan whose output has the columns that the aggregation needs
   */
  PlacedAggregateScan(ScanPlan plan, AggregateTranslator.Translated aggregation) {
    this.plan = plan;
    this.aggregation = aggregation;
    this.files = plan.query().files();
    StructType result = new StructType();
    for (Expression key : aggregation.groupBy()) {
      result = result.add(key.toString(), sparkType(key.type()));
    }
    for (Aggregate a : aggregation.aggregates()) {
      result = result.add(a.toString(), sparkType(a.type()));
    }
    schema = result;
  }

  private static DataType sparkType(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> DataTypes.BooleanType;
      case INT8 -> DataTypes.ByteType;
      case INT16 -> DataTypes.ShortType;
      case INT32 -> DataTypes.IntegerType;
      case INT64 -> DataTypes.LongType;
      case FLOAT -> DataTypes.FloatType;
      case DOUBLE -> DataTypes.DoubleType;
      case DECIMAL -> {
        DecimalType d = (DecimalType) type;
        yield DataTypes.createDecimalType(d.precision(), d.scale());
      }
      case STRING -> DataTypes.StringType;
      case BINARY -> DataTypes.BinaryType;
      case DATE -> DataTypes.DateType;
      case TIMESTAMP -> DataTypes.TimestampType;
      case TIMESTAMP_NTZ -> DataTypes.TimestampNTZType;
      default -> throw new IllegalArgumentException("no aggregate is " + type);
    };
  }

  @Override
  public ScanPlan plan() {
    return plan;
  }

  @Override
  public StructType readSchema() {
    return schema;
  }

  @Override
  public String description() {
    return "placed "
        + plan.source().describe()
        + " Files: "
        + files.size()
        + " of "
        + plan.source().fileCount()
        + ", Bytes: "
        + ReadMetrics.bytes(files)
        + " of "
        + plan.source().bytes()
        + ", Aggregates: "
        + aggregation.aggregates()
        + ", GroupBy: "
        + aggregation.groupBy()
        + ", PartitionFilters: "
        + plan.partitionFilters()
        + ", PushedFilters: "
        + plan.dataFilters()
        + (plan.choice() == null ? "" : ", Choice: " + plan.choice())
        + ", Columns: "
        + plan.output().catalogString();
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    List<ReadTask> tasks = plan.planner(files).plan(files);
    if (tasks.isEmpty() && aggregation.groupBy().isEmpty()) {
      // Without rows, one task must return the result of the empty aggregation.
      return PlacedInputPartition.of(List.of(ReadTask.of(List.of())), plan.hosts(List.of()));
    }
    return PlacedInputPartition.of(tasks, plan.hosts(files));
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new Factory(plan.context(), schema, aggregation.groupBy(), aggregation.aggregates());
  }

  /**
   * Statistics of the input rows. The number of groups is unknown, and Spark's own estimate is the
   * same.
   */
  @Override
  public Statistics estimateStatistics() {
    return aggregation.groupBy().isEmpty()
        ? new ScanStatistics(schema.defaultSize(), 1, Map.of())
        : ScanStatistics.of(plan.tableSchema(), schema, files);
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return ReadMetrics.all();
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return ReadMetrics.ofPlan(plan.source(), files);
  }

  /** Lets Spark reuse equal scans of a query. */
  @Override
  public boolean equals(Object other) {
    return other instanceof PlacedAggregateScan s
        && aggregation.equals(s.aggregation)
        && plan.equals(s.plan);
  }

  @Override
  public int hashCode() {
    return Objects.hash(aggregation, plan.source(), plan.dataFilters());
  }

  @Override
  public String toString() {
    return description();
  }

  private record Factory(
      ReadContext context, StructType schema, List<Expression> groupBy, List<Aggregate> aggregates)
      implements PartitionReaderFactory {

    @Override
    public boolean supportColumnarReads(InputPartition partition) {
      return true;
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
      return new AggregatePartitionReader(
          new PlacedPartitionReader(context, (PlacedInputPartition) partition, true),
          context.output(),
          groupBy,
          aggregates,
          schema);
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
      throw new IllegalStateException("the scan was planned in batches");
    }
  }
}
