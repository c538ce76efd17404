package io.placed.placement.reorder;

import io.placed.placement.Reordering;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;

/** From the value to the method. */
public final class Reorderers {
  private Reorderers() {}

  /**
   * The method that a reordering asks for.
   *
   * @param memoryBytes how much memory a sort may fill before it spills; what a run store needs to
   *     write and read comes on top
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
      return new BufferSort(SortOrder.of(s.keys(), schema), schema, s.bufferBytes());
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
