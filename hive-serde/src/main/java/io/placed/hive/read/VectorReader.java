package io.placed.hive.read;

import io.placed.hive.type.Columns;
import io.placed.hive.type.NestedPaths;
import io.placed.hive.type.SessionZone;
import io.placed.hive.vector.ColumnFiller;
import io.placed.hive.vector.ColumnFillers;
import io.placed.schema.Field;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatchCtx;
import org.apache.hadoop.hive.ql.io.sarg.ConvertAstToSearchArg;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.Reporter;

/**
 * Reads a split as Hive's batches. Decoded arrays are used as arrays of the vectors where possible.
 */
public final class VectorReader extends SplitReader<VectorizedRowBatch> {
  private final VectorizedRowBatchCtx context;
  private final int[] targets;
  private final ColumnFiller[] fillers;
  private final Object[] partitionValues;
  private VectorizedRowBatch prepared;

  private VectorReader(
      VectorizedRowBatchCtx context,
      Reporter reporter,
      SplitScan scan,
      int[] targets,
      ColumnFiller[] fillers,
      Object[] partitionValues) {
    super(scan, reporter);
    this.context = context;
    this.targets = targets;
    this.fillers = fillers;
    this.partitionValues = partitionValues;
  }

  /** Opens a split for a task that runs vectorized. */
  public static VectorReader open(PlacedSplit split, Configuration job, Reporter reporter)
      throws IOException {
    VectorizedRowBatchCtx context = Utilities.getVectorizedRowBatchCtx(job);
    int data = context.getDataColumnCount();
    Columns table =
        new Columns(
            Arrays.asList(context.getRowColumnNames()).subList(0, data),
            Arrays.asList(context.getRowColumnTypeInfos()).subList(0, data));
    int[] wanted = context.getDataColumnNums();
    int[] targets = wanted == null ? IntStream.range(0, data).toArray() : wanted;
    SplitScan scan =
        SplitScan.open(
            split,
            job,
            table,
            targets,
            NestedPaths.of(job),
            ConvertAstToSearchArg.createFromConf(job),
            VectorizedRowBatch.DEFAULT_SIZE);
    ColumnFillers make = new ColumnFillers(SessionZone.of(job));
    ColumnFiller[] fillers = new ColumnFiller[targets.length];
    for (int i = 0; i < fillers.length; i++) {
      Field read = scan.schema().field(i);
      fillers[i] = make.ofColumn(table.types().get(targets[i]), read.type());
    }
    Object[] partitionValues = null;
    if (context.getPartitionColumnCount() > 0) {
      partitionValues = new Object[context.getPartitionColumnCount()];
      VectorizedRowBatchCtx.getPartitionValues(context, job, split, partitionValues);
    }
    return new VectorReader(context, reporter, scan, targets, fillers, partitionValues);
  }

  @Override
  public boolean next(NullWritable key, VectorizedRowBatch batch) throws IOException {
    if (batch != prepared && partitionValues != null) {
      context.addPartitionColsToBatch(batch, partitionValues);
    }
    prepared = batch;
    batch.selectedInUse = false;
    if (!scan.next()) {
      batch.size = 0;
      batch.endOfFile = true;
      return false;
    }
    Batch rows = scan.batch();
    int n = rows.rows();
    for (int i = 0; i < targets.length; i++) {
      fillers[i].fill(rows.column(i), batch.cols[targets[i]], n);
    }
    batch.size = n;
    batch.endOfFile = false;
    return true;
  }

  @Override
  public VectorizedRowBatch createValue() {
    return context.createVectorizedRowBatch();
  }
}
