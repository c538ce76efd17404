package io.placed.formats.container;

import io.placed.formats.BatchSink;
import io.placed.placement.Reordering;
import io.placed.placement.reorder.Reorderer;
import io.placed.placement.reorder.Reorderers;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.SpillFiles;
import java.io.IOException;

/** Reorders rows according to a placement before another sink writes them. */
public final class ReorderedSink implements BatchSink {
  private final Reorderer reorderer;
  private final BatchSink out;

  private ReorderedSink(Reorderer reorderer, BatchSink out) {
    this.reorderer = reorderer;
    this.out = out;
  }

  /**
   * @param out closed with this sink, and if this method fails
   * @throws IllegalArgumentException if a sort column does not exist or is not sortable
   */
  public static BatchSink of(Reordering how, Schema schema, BatchSink out) throws IOException {
    try {
      SpillFiles runs = new SpillFiles(null);
      return new ReorderedSink(
          Reorderers.create(how, schema, Reorderers.defaultMemoryBytes(), runs), out);
    } catch (RuntimeException e) {
      out.close();
      throw e;
    }
  }

  @Override
  public void write(Batch batch) throws IOException {
    reorderer.add(batch, out::write);
  }

  @Override
  public void finish() throws IOException {
    reorderer.finish(out::write);
    out.finish();
  }

  @Override
  public void close() throws IOException {
    try {
      reorderer.close();
    } finally {
      out.close();
    }
  }
}
