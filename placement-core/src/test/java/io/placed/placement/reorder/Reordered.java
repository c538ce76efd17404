package io.placed.placement.reorder;

import io.placed.placement.Reordering;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs rows through a reordering. */
final class Reordered {
  private Reordered() {}

  static List<Batch> of(
      Reordering reordering, Schema schema, long memory, RunStore store, List<Batch> in)
      throws IOException {
    List<Batch> out = new ArrayList<>();
    BatchSink sink =
        b -> {
          Batch copy = Batch.of(schema);
          copy.appendRange(b, 0, b.rows());
          out.add(copy);
        };
    try (Reorderer r = Reorderers.create(reordering, schema, memory, store)) {
      Batch reused = Batch.of(schema);
      for (Batch b : in) {
        reused.clear();
        reused.appendRange(b, 0, b.rows());
        r.add(reused, sink);
      }
      r.finish(sink);
    }
    return out;
  }
}
