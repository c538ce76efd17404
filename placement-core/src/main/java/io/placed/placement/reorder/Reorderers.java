package io.placed.placement.reorder;

import io.placed.placement.Reordering;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;

/** From the value to the method. */
public final class Reorderers {
  private static final long MOST_MEMORY = 256L << 20;

  /** A quarter: the rest is for the row group being written, what is read, and other writers. */
  private static final int HEAP_SHARE = 4;

  private Reorderers() {}

  /** Memory of a sort where nothing is said: 256 MiB, or a quarter of the heap if that is less. */
  public static long defaultMemoryBytes() {
    return Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  /**
   * The method that a reordering asks for.
   *
   * @param memoryBytes how much of the heap a sort may take before it spills, arrays as long as
   *     they are and its index included; what a run store needs to write comes on top
   * @param runs where a sort spills; not used by the other methods
   * @throws IllegalArgumentException if a column to sort by does not exist or has no order
   */
  public static Reorderer create(
      Reordering reordering, Schema schema, long memoryBytes, RunStore runs) {
    if (reordering instanceof Reordering.None) {
      return new ArrivalOrder();
    }
    if (reordering instanceof Reordering.Sort s) {
      return new ExternalSort(SortOrder.of(s.keys(), schema), schema, memoryBytes, runs);
    }
    if (reordering instanceof Reordering.SortBuffer s) {
      SortOrder order = SortOrder.of(s.keys(), schema);
      return new BufferOrder(
          (batches, rows) -> IndexSort.sort(order, batches, rows),
          schema,
          s.bufferBytes(),
          Integer.MAX_VALUE);
    }
    throw new AssertionError(reordering);
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
