package io.placed.spark.read;

import io.placed.aggregate.Aggregate;
import io.placed.expression.Expression;
import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.spark.internal.plan.GroupScan;
import io.placed.spark.read.task.PlacedInputPartition;
import io.placed.spark.read.task.ReadContext;
import io.placed.spark.read.task.ReadMetrics;
import io.placed.spark.read.translate.AggregateTranslator;
import io.placed.spark.read.vector.AggregatePartitionReader;
import io.placed.spark.read.vector.AggregatePartitionReader.Groups;
import io.placed.spark.read.vector.PlacedPartitionReader;
import io.placed.table.split.ReadTask;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.partitioning.Partitioning;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * A scan that aggregates: each task returns rows for its groups, and Spark combines them, without a
 * shuffle if rows are grouped by what the tasks are partitioned by. If the rows of a group also
 * come one after the other, or if one task reads all rows, Spark has nothing to combine.
 */
final class PlacedAggregateScan implements GroupScan, PlannedRead, Batch, SupportsReportStatistics {
  /** Maximum number of rows whose groups, of numbers, one task keeps until its end. */
  private static final int FEW_ROWS = 100_000;

  /** Maximum number of values of these groups; they take as much memory as partial groups may. */
  private static final int FEW_VALUES = 1_000_000;

  /** A sum of fewer than 10^10 values has at most so many digits more than these. */
  private static final int MORE_DIGITS = 10;

  private final ScanPlan plan;
  private final AggregateTranslator.Translated aggregation;
  private final ScanTasks tasks;
  private final StructType schema;

  /** {@code PARTIAL} unless it is known that Spark has nothing to combine. */
  private final Groups groups;

  /**
   * @param plan whose output has the columns that the aggregation needs
   */
  PlacedAggregateScan(ScanPlan plan, AggregateTranslator.Translated aggregation) {
    this.plan = plan;
    this.aggregation = aggregation;
    StructType result = new StructType();
    Set<String> columns = new HashSet<>();
    for (Expression key : aggregation.groupBy()) {
      result = result.add(key.toString(), sparkType(key.type()));
      if (key instanceof Expression.Reference) {
        columns.add(key.toString());
      }
    }
    for (Aggregate a : aggregation.aggregates()) {
      result = result.add(a.toString(), sparkType(a.type()));
    }
    schema = result;
    tasks = ScanTasks.ofGroups(plan, isNamedOnce(columns) ? columns : Set.of());
    if (!aggregation.aggregates().stream().allMatch(PlacedAggregateScan::isRoomy)) {
      groups = Groups.PARTIAL;
    } else if (areFew() && tasks.areOne()) {
      groups = Groups.AT_THE_END;
    } else {
      boolean together =
          !columns.isEmpty()
              && aggregation.groupBy().stream().allMatch(Expression.Reference.class::isInstance)
              && tasks.keepGroupsTogether();
      groups = together ? Groups.ONE_BY_ONE : Groups.PARTIAL;
    }
  }

  /** Whether all groups fit into the memory of a task, by the types and the number of rows. */
  private boolean areFew() {
    if (aggregation.groupBy().isEmpty()) {
      return true;
    }
    if (Arrays.stream(schema.fields()).anyMatch(f -> hasAnyLength(f.dataType()))) {
      return false;
    }
    long rows = tasks.files().stream().mapToLong(f -> f.file().rows()).sum();
    return rows <= FEW_ROWS && rows * schema.length() <= FEW_VALUES;
  }

  private static boolean hasAnyLength(DataType type) {
    return type.equals(DataTypes.StringType) || type.equals(DataTypes.BinaryType);
  }

  /** Whether sums have room for more rows than a task can have. */
  private static boolean isRoomy(Aggregate a) {
    return a.function() != Aggregate.Function.SUM
        || !(a.argument().type() instanceof DecimalType d)
        || ((DecimalType) a.type()).precision() - d.precision() >= MORE_DIGITS;
  }

  /** Whether each group is returned by one task, once. */
  boolean isComplete() {
    return groups != Groups.PARTIAL;
  }

  /** Spark finds by its name what the tasks are partitioned by. */
  private boolean isNamedOnce(Set<String> columns) {
    return columns.stream()
        .allMatch(c -> Arrays.stream(schema.fieldNames()).filter(c::equalsIgnoreCase).count() == 1);
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
        + ' '
        + tasks.amounts()
        + ", Aggregates: "
        + aggregation.aggregates()
        + ", GroupBy: "
        + aggregation.groupBy()
        + (isComplete() ? ", Groups: complete" : "")
        + ", PartitionFilters: "
        + plan.partitionFilters()
        + ", PushedFilters: "
        + plan.dataFilters()
        + (plan.choice() == null ? "" : ", Choice: " + plan.choice())
        + tasks.description()
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
    List<PlacedInputPartition> planned = tasks.of(tasks.files(), List.of());
    if (planned.isEmpty() && aggregation.groupBy().isEmpty()) {
      // Without rows, one task must return the result of the empty aggregation.
      planned = List.of(new PlacedInputPartition(ReadTask.of(List.of()), null, null, List.of()));
    }
    return planned.toArray(InputPartition[]::new);
  }

  @Override
  public Partitioning outputPartitioning() {
    return tasks.partitioning();
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new Factory(
        plan.context(), schema, aggregation.groupBy(), aggregation.aggregates(), groups);
  }

  /**
   * Statistics of the input rows. The number of groups is unknown, and Spark's own estimate is the
   * same.
   */
  @Override
  public Statistics estimateStatistics() {
    return aggregation.groupBy().isEmpty()
        ? new ScanStatistics(schema.defaultSize(), 1, Map.of())
        : ScanStatistics.of(plan.tableSchema(), schema, tasks.files());
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return ReadMetrics.all();
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return ReadMetrics.ofPlan(plan.source(), tasks.files());
  }

  /** Lets Spark reuse equal scans of a query. */
  @Override
  public boolean equals(Object other) {
    return other instanceof PlacedAggregateScan s
        && groups == s.groups
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
      ReadContext context,
      StructType schema,
      List<Expression> groupBy,
      List<Aggregate> aggregates,
      Groups groups)
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
          groups,
          schema);
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
      throw new IllegalStateException("the scan was planned in batches");
    }
  }
}
