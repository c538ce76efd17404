package io.placed.spark.read.vector;

import io.placed.aggregate.Aggregate;
import io.placed.aggregate.Aggregator;
import io.placed.expression.ArithmeticFailure;
import io.placed.expression.Expression;
import io.placed.spark.internal.Errors;
import io.placed.spark.types.SparkTypes;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Reads the slices (parts of files) of a task and returns their groups. */
public final class AggregatePartitionReader implements PartitionReader<ColumnarBatch> {
  /**
   * Maximum bytes of groups in memory; if there are more, some are returned before the last row is
   * read.
   */
  private static final long MAX_BYTES = 32L << 20;

  /** How a task returns groups. */
  public enum Groups {
    /** A group may be returned several times, also by other tasks; Spark combines them. */
    PARTIAL,

    /** Each group is returned once: its rows come one after the other, in this task only. */
    ONE_BY_ONE,

    /** Each group is returned once, after the last row: all rows are in this task. */
    AT_THE_END
  }

  private final PlacedPartitionReader rows;
  private final Groups groups;
  private final Aggregator aggregator;
  private final PlacedColumnVector[] vectors;
  private final ColumnarBatch batch;
  private boolean finished;

  /**
   * @param input columns of the rows
   * @param result columns of the groups
   */
  public AggregatePartitionReader(
      PlacedPartitionReader rows,
      StructType input,
      List<Expression> groupBy,
      List<Aggregate> aggregates,
      Groups groups,
      StructType result) {
    this.rows = rows;
    this.groups = groups;
    boolean partial = groups == Groups.PARTIAL;
    aggregator = new Aggregator(SparkTypes.toSchema(input), groupBy, aggregates, partial);
    vectors = new PlacedColumnVector[result.length()];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = new PlacedColumnVector(result.apply(i).dataType());
    }
    batch = new ColumnarBatch(vectors);
  }

  @Override
  public boolean next() throws IOException {
    if (finished) {
      return false;
    }
    Batch taken = null;
    while (taken == null) {
      if (rows.next()) {
        taken = add();
      } else {
        finished = true;
        taken = aggregator.take();
      }
    }
    for (int i = 0; i < vectors.length; i++) {
      vectors[i].bind(taken.column(i));
    }
    batch.setNumRows(taken.rows());
    return true;
  }

  /** Adds the next rows. Returns groups if these take too much memory, otherwise null. */
  private Batch add() {
    try {
      if (groups == Groups.ONE_BY_ONE && aggregator.memoryBytes() >= MAX_BYTES) {
        return aggregator.addAndTakeClosed(rows.columns(), rows.wanted());
      }
      aggregator.add(rows.columns(), rows.wanted());
      boolean full = groups == Groups.PARTIAL && aggregator.memoryBytes() >= MAX_BYTES;
      return full ? aggregator.take() : null;
    } catch (ArithmeticFailure e) {
      throw Errors.arithmetic(e);
    }
  }

  @Override
  public ColumnarBatch get() {
    return batch;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return rows.currentMetricsValues();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
