package io.placed.spark.read.vector;

import io.placed.spark.read.task.PlacedInputPartition;
import io.placed.spark.read.task.ReadContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Creates readers on the executors. */
public final class PlacedReaderFactory implements PartitionReaderFactory {
  private static final long serialVersionUID = 1L;

  private final ReadContext context;

  public PlacedReaderFactory(ReadContext context) {
    this.context = context;
  }

  @Override
  public boolean supportColumnarReads(InputPartition partition) {
    return true;
  }

  @Override
  public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
    return new PlacedPartitionReader(context, (PlacedInputPartition) partition);
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    throw new IllegalStateException("the scan was planned in batches");
  }
}
