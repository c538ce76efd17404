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

  private final PlacedPartitionReader rows;
  private final boolean complete;
  private final Aggregator aggregator;
  private final PlacedColumnVector[] vectors;
  private final ColumnarBatch batch;
  private boolean finished;

  /**
   * @param input columns of the rows
   * @param complete whether each group is returned once: its rows come one after the other
   * @param result columns of the groups
   */
  public AggregatePartitionReader(
      PlacedPartitionReader rows,
      StructType input,
      List<Expression> groupBy,
      List<Aggregate> aggregates,
      boolean complete,
      StructType result) {
    this.rows = rows;
    this.complete = complete;
    aggregator = new Aggregator(SparkTypes.toSchema(input), groupBy, aggregates, !complete);
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
    Batch groups = null;
    while (groups == null) {
      if (rows.next()) {
        groups = add();
      } else {
        finished = true;
        groups = aggregator.take();
      }
    }
    for (int i = 0; i < vectors.length; i++) {
      vectors[i].bind(groups.column(i));
    }
    batch.setNumRows(groups.rows());
    return true;
  }

  /** Adds the next rows. Returns groups if these take too much memory, otherwise null. */
  private Batch add() {
    try {
      if (complete && aggregator.memoryBytes() >= MAX_BYTES) {
        return aggregator.addAndTakeClosed(rows.columns(), rows.wanted());
      }
      aggregator.add(rows.columns(), rows.wanted());
      return !complete && aggregator.memoryBytes() >= MAX_BYTES ? aggregator.take() : null;
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
