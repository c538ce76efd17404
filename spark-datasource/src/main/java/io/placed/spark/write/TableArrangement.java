package io.placed.spark.write;

import static org.apache.spark.sql.functions.col;

import io.placed.placement.SortKey;
import io.placed.placement.reorder.TaskRanges;
import io.placed.placement.reorder.TaskSample;
import io.placed.schema.Schema;
import io.placed.spark.internal.Frames;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.types.SparkTypes;
import io.placed.vector.Batch;
import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/**
 * Divides the rows of a DataFrame among the writing tasks, by ranges of the keys of a reordering.
 * The query runs twice: for a sample of all rows, and for the rows. The result is deterministic if
 * the query returns the same rows in the same order; which task writes a row does not depend on
 * their order.
 */
final class TableArrangement {
  /** Rows in Spark's memory have at least so many times their encoded size. */
  private static final int MEMORY_SIZE = 4;

  private final WritePlan plan;
  private final Schema deciding;
  private final int[] ordinals;
  private final DataType[] types;

  TableArrangement(WritePlan plan) {
    this.plan = plan;
    ordinals = plan.decidingOrdinals();
    deciding = plan.schemaOf(ordinals);
    StructField[] fields = plan.rows().fields();
    types = Arrays.stream(ordinals).mapToObj(c -> fields[c].dataType()).toArray(DataType[]::new);
  }

  Dataset<Row> of(Dataset<Row> data) {
    List<TaskSample.Part> samples = samples(data);
    long bytes = samples.stream().mapToLong(TaskSample.Part::bytes).sum();
    long perTask = MEMORY_SIZE * plan.taskBytes();
    int tasks =
        plan.tasks() > 0
            ? plan.tasks()
            : (int) Math.min(PlacedOptions.MAX_TASKS, 1 + bytes / perTask);
    TaskRanges ranges =
        TaskRanges.of(plan.reordering(), deciding, plan.partitionOrdinals().length, samples, tasks);

    String number = free("__placed_number");
    String spread = free("__placed_spread");
    String task = free("__placed_task");
    Column[] all =
        Arrays.stream(data.columns()).map(TableArrangement::named).toArray(Column[]::new);
    Column[] arguments = Arrays.stream(ordinals).mapToObj(this::column).toArray(Column[]::new);
    Column[] withSpread = Arrays.copyOf(arguments, arguments.length + 1);
    withSpread[arguments.length] = col(spread);
    Dataset<Row> numbered =
        data.withColumn(number, functions.monotonically_increasing_id())
            .withColumn(spread, ranges.spreads() ? spread() : functions.lit(0L))
            .withColumn(
                task, Frames.apply(new RowFunctions.Task(ranges, deciding, types), withSpread));
    return Frames.repartitionById(numbered, tasks, col(task))
        .sortWithinPartitions(order(ranges, arguments, number))
        .select(all);
  }

  /**
   * By what rows of one key are spread. If an executor is lost with the rows that it had for other
   * tasks, Spark computes them again, in any order, for those tasks that have not ended. So the
   * task of a row must not depend on its place among others, or rows are lost or written twice.
   * Sums of floating point depend on the order, too. Equal rows are at least spread by where they
   * come from.
   */
  private Column spread() {
    List<Column> values = columnsOf(TableArrangement::isExact);
    if (values.isEmpty()) {
      values = columnsOf(t -> t instanceof FloatType || t instanceof DoubleType);
    }
    values.add(functions.spark_partition_id());
    return functions.xxhash64(values.toArray(Column[]::new));
  }

  private List<Column> columnsOf(Predicate<DataType> types) {
    List<Column> columns = new ArrayList<>();
    for (StructField f : plan.rows().fields()) {
      if (types.test(f.dataType())) {
        columns.add(named(f.name()));
      }
    }
    return columns;
  }

  /** Types of whose values Spark has a hash, and which are the same whenever they are computed. */
  private static boolean isExact(DataType type) {
    return type instanceof NumericType && !(type instanceof FloatType || type instanceof DoubleType)
        || type instanceof StringType
        || type instanceof BinaryType
        || type instanceof BooleanType
        || type instanceof DateType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType;
  }

  /**
   * Sort columns: partitions, then, if a partition has several files, the keys, then the row
   * number, because a shuffle does not preserve the order of the query. The writer orders the rows
   * of each file.
   */
  private Column[] order(TaskRanges ranges, Column[] deciding, String number) {
    List<Column> order = new ArrayList<>();
    for (int c : plan.partitionOrdinals()) {
      order.add(column(c).asc_nulls_first());
    }
    if (plan.maxRecords() > 0) {
      for (int w = 0; w < ranges.keyWords(); w++) {
        var key = new RowFunctions.KeyWord(ranges, this.deciding, types, w);
        order.add(Frames.apply(key, deciding).asc());
      }
      for (SortKey key : ranges.sortKeys()) {
        Column c = column(plan.ordinal(key.column()));
        order.add(
            key.descending()
                ? key.nullsFirst() ? c.desc_nulls_first() : c.desc_nulls_last()
                : key.nullsFirst() ? c.asc_nulls_first() : c.asc_nulls_last());
      }
    }
    order.add(col(number).asc());
    return order.toArray(Column[]::new);
  }

  private Column column(int ordinal) {
    return named(plan.rows().fields()[ordinal].name());
  }

  private static Column named(String name) {
    return col(SparkTypes.quoted(name));
  }

  private String free(String name) {
    String result = name;
    while (plan.hasColumn(result)) {
      result = "_" + result;
    }
    return result;
  }

  private List<TaskSample.Part> samples(Dataset<Row> data) {
    JavaRDD<InternalRow> rows = Frames.rows(data);
    Sampling sampling = new Sampling(deciding.toString(), ordinals, types, rows.getNumPartitions());
    return rows.mapPartitionsWithIndex(sampling::sample, false).collect();
  }

  /** Samples the rows of a task. */
  private record Sampling(String schema, int[] ordinals, DataType[] types, int tasks)
      implements Serializable {
    @Serial private static final long serialVersionUID = 1;

    private static final int BATCH_ROWS = 1024;
    private static final long BATCH_BYTES = 8 << 20;

    Iterator<TaskSample.Part> sample(int task, Iterator<InternalRow> rows) {
      Schema deciding = Schema.parse(schema);
      TaskSample sample = new TaskSample(deciding, task, tasks);
      Batch batch = Batch.of(deciding);
      RowAppender.ByteCount count = new RowAppender.ByteCount();
      RowAppender[] appenders = RowAppender.of(types, batch, count);
      int n = 0;
      long bytes = 0;
      while (rows.hasNext()) {
        InternalRow row = rows.next();
        for (int c = 0; c < ordinals.length; c++) {
          appenders[c].append(row, ordinals[c]);
        }
        bytes += Frames.bytes(row);
        if (++n == BATCH_ROWS || count.bytes >= BATCH_BYTES || !rows.hasNext()) {
          batch.setRows(n);
          sample.add(batch, bytes);
          batch.clear();
          count.bytes = 0;
          bytes = 0;
          n = 0;
        }
      }
      return List.of(sample.part()).iterator();
    }
  }
}
