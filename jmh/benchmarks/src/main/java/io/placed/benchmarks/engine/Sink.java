package io.placed.benchmarks.engine;

import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/**
 * Writes one file.
 *
 * @param <F> the form in memory in which the engine takes rows
 */
public interface Sink<F> extends Closeable {
  /** A copy of a batch in the engine's own form; not part of what is measured. */
  F form(Batch batch);

  void write(F rows) throws IOException;

  /** Completes the file; without it closing leaves something unusable. */
  void finish() throws IOException;

  /** For engines whose form is ours. */
  static Batch copy(Batch batch) {
    Batch copy = Batch.of(batch.schema());
    copy.appendRange(batch, 0, batch.rows());
    return copy;
  }
}
