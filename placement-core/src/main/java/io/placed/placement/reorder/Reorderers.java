package io.placed.placement.reorder;

import io.placed.placement.ColumnNames;
import io.placed.placement.Reordering;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.TaskMemory;
import java.io.IOException;

/** Creates the implementation of a {@link Reordering}. */
public final class Reorderers {
  private static final long MOST_MEMORY = 256L << 20;

  /**
   * Share of the heap: a quarter. The rest is for the row group being written, for input, and for
   * other writers.
   */
  private static final int HEAP_SHARE = 4;

  private Reorderers() {}

  /** Default memory of a sort: 256 MiB, or a quarter of the heap if that is less. */
  public static long defaultMemoryBytes() {
    return Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  /**
   * Creates the implementation of a reordering.
   *
   * @param memoryBytes heap that a sort may use before it spills, including its index and unused
   *     array elements, but not what the run store needs for writing
   * @param runs where a sort spills; other methods do not use it
   * @throws IllegalArgumentException if a column to sort by does not exist or has no order
   */
  public static Reorderer create(
      Reordering reordering, Schema schema, long memoryBytes, RunStore runs) {
    SortMemory memory = new SortMemory(memoryBytes, TaskMemory.UNLIMITED);
    return create(reordering, schema, memory, runs);
  }

  /** The same, with memory that a task grants. */
  public static Reorderer create(
      Reordering reordering, Schema schema, SortMemory memory, RunStore runs) {
    if (reordering instanceof Reordering.None) {
      return new ArrivalOrder();
    }
    if (reordering instanceof Reordering.Sort s) {
      return new ExternalSort(SortOrder.of(s.keys(), schema), schema, memory, runs);
    }
    if (reordering instanceof Reordering.SortBuffer s) {
      SortOrder order = SortOrder.of(s.keys(), schema);
      return new BufferOrder(
          (batches, rows) -> IndexSort.sort(order, batches, rows),
          schema,
          s.bufferBytes(),
          IndexSort.BYTES_PER_ROW,
          Integer.MAX_VALUE,
          memory.task());
    }
    if (reordering instanceof Reordering.Curve c) {
      return curve(c, schema, memory, runs);
    }
    if (reordering instanceof Reordering.RisingCardinality r) {
      int[] ordinals = ColumnNames.ordered(r.columns(), schema);
      SampledSort.Rule rule =
          sample -> {
            SortOrder order = SortOrder.of(Cardinalities.rising(sample.rows()), schema);
            return new ExternalSort(order, schema, memory, runs);
          };
      return new SampledSort(rule, schema, ordinals, 0, memory, runs);
    }
    if (reordering instanceof Reordering.QdTree t) {
      t.requireFits(schema);
      SampledSort.Rule rule =
          sample -> {
            RowKeys keys = QueryTree.of(t, schema, sample.rows(), sample.seen());
            return new KeyedSort(keys, schema, memory, runs);
          };
      return new SampledSort(rule, schema, QueryTree.columns(t, schema), 1, memory, runs);
    }
    if (reordering instanceof Reordering.Runs r) {
      int[] ordinals = ColumnNames.ordered(r.columns(), schema);
      boolean vortex = r.kind() == Reordering.Runs.Kind.VORTEX;
      BufferOrder.Arrangement arrangement =
          (batches, rows) -> {
            RowCodes codes = RowCodes.of(schema, ordinals, batches, rows, vortex);
            return codes.packed(vortex ? VortexOrder.order(codes) : MultipleLists.order(codes));
          };
      int columns = ordinals.length;
      long bytesPerRow =
          RowCodes.bytesPerRow(columns) + (vortex ? 0 : MultipleLists.bytesPerRow(columns));
      return new BufferOrder(
          arrangement,
          schema,
          r.bufferBytes(),
          bytesPerRow,
          RowCodes.maxRows(columns),
          memory.task());
    }
    throw new AssertionError(reordering);
  }

  private static Reorderer curve(
      Reordering.Curve curve, Schema schema, SortMemory memory, RunStore runs) {
    int[] ordinals = ColumnNames.ordered(curve.columns(), schema);
    if (curve.ranges() == 0) {
      RowKeys keys = RowKeys.of(CurveKeys.of(curve, schema, Batch.of(schema)));
      return new KeyedSort(keys, schema, memory, runs);
    }
    int words = CurveKeys.of(curve, schema, Batch.of(schema)).words();
    SampledSort.Rule rule =
        sample -> {
          RowKeys keys = RowKeys.of(CurveKeys.of(curve, schema, sample.rows()));
          return new KeyedSort(keys, schema, memory, runs);
        };
    return new SampledSort(rule, schema, ordinals, words, memory, runs);
  }

  private static final class ArrivalOrder implements Reorderer {
    @Override
    public void add(Batch batch, BatchSink out) throws IOException {
      out.accept(batch);
    }

    @Override
    public void finish(BatchSink out) {}

    @Override
    public void close() {}
  }
}
