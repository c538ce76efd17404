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
  private final Aggregator aggregator;
  private final PlacedColumnVector[] vectors;
  private final ColumnarBatch batch;
  private boolean finished;

  public AggregatePartitionReader(
      PlacedPartitionReader rows,
      StructType input,
      List<Expression> groupBy,
      List<Aggregate> aggregates,
      StructType result) {
    this.rows = rows;
    aggregator = new Aggregator(SparkTypes.toSchema(input), groupBy, aggregates, true);
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
    do {
      if (rows.next()) {
        add();
      } else {
        finished = true;
      }
    } while (!finished && aggregator.memoryBytes() < MAX_BYTES);
    Batch groups = aggregator.take();
    for (int i = 0; i < vectors.length; i++) {
      vectors[i].bind(groups.column(i));
    }
    batch.setNumRows(groups.rows());
    return true;
  }

  private void add() {
    try {
      aggregator.add(rows.columns(), rows.wanted());
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
