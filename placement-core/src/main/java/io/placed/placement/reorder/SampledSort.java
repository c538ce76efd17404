package io.placed.placement.reorder;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts all rows by an order that a sample of all of them decides: rows are kept as they come,
 * spilled if need be, until the last one is seen, and sorted then. What does not fit the memory is
 * so written twice; in return the order is that of the whole file, not of the rows that happened to
 * come first.
 */
final class SampledSort implements Reorderer {
  /** Makes the sort when the sample is complete. */
  interface Rule {
    Reorderer sort(Sample sample);
  }

  private final Rule rule;
  private final Sample sample;
  private final RowBuffer buffer;
  private final RunStore store;
  private final List<RunStore.Run> runs = new ArrayList<>();
  private Reorderer sort;

  /**
   * @param columns what the sample holds
   * @param keyWords numbers that the rule will add to each row
   */
  SampledSort(
      Rule rule, Schema schema, int[] columns, int keyWords, long memoryBytes, RunStore store) {
    if (memoryBytes < 1) {
      throw new IllegalArgumentException("a sort needs memory, found " + memoryBytes + " bytes");
    }
    this.rule = rule;
    this.store = store;
    sample = new Sample(schema, columns);
    // What fits here fits the sort too.
    int overhead = IndexSort.BYTES_PER_ROW + Long.BYTES * keyWords;
    buffer = new RowBuffer(schema, RowBuffer.Bound.HEAP, memoryBytes - memoryBytes / 16, overhead);
  }

  @Override
  public void add(Batch batch, BatchSink out) throws IOException {
    sample.add(batch);
    buffer.addAll(batch, this::spill);
  }

  private void spill() throws IOException {
    try (BatchSource rows = new Slices(buffer.drain())) {
      runs.add(store.write(rows));
    }
  }

  @Override
  public void finish(BatchSink out) throws IOException {
    if (!runs.isEmpty() && buffer.rows() > 0) {
      spill();
    }
    sort = rule.sort(sample);
    if (runs.isEmpty()) {
      sortAll(buffer.drain(), out);
    }
    buffer.release();
    while (!runs.isEmpty()) {
      sortAll(runs.get(0).open(), out);
      // From the list first: a run is deleted once, even if deleting fails.
      runs.remove(0).delete();
    }
    sort.finish(out);
  }

  private void sortAll(BatchSource rows, BatchSink out) throws IOException {
    try (rows) {
      while (rows.next()) {
        sort.add(rows.batch(), out);
      }
    }
  }

  @Override
  public void close() throws IOException {
    buffer.release();
    Throwable failure = null;
    while (!runs.isEmpty()) {
      RunStore.Run run = runs.remove(runs.size() - 1);
      try {
        run.delete();
      } catch (IOException | RuntimeException e) {
        failure = Failures.add(failure, e);
      }
    }
    try {
      if (sort != null) {
        sort.close();
      }
    } catch (IOException | RuntimeException e) {
      failure = Failures.add(failure, e);
    }
    Failures.throwIfAny(failure);
  }

  /** Batches as small as those that a sort spills. */
  private static final class Slices implements BatchSource {
    private static final long MAX_BYTES = 2 << 20;

    private final BatchSource source;
    private Batch out;
    private Batch whole;
    private int at;

    Slices(BatchSource source) {
      this.source = source;
    }

    @Override
    public boolean next() throws IOException {
      while (whole == null || at == whole.rows()) {
        if (!source.next()) {
          return false;
        }
        whole = source.batch();
        at = 0;
      }
      if (out == null) {
        out = Batch.of(whole.schema());
      }
      out.clear();
      int most = Math.min(RowBuffer.OUT_ROWS, whole.rows() - at);
      int n = RowBytes.rowsWithin(whole, at, most, MAX_BYTES);
      out.appendRange(whole, at, n);
      at += n;
      return true;
    }

    @Override
    public Batch batch() {
      return out;
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }
}
