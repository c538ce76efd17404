package io.placed.placement.reorder;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.TaskMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts all rows by an order that is derived from a sample of all of them. Rows are buffered, and
 * spilled if necessary, until the last one is added, and sorted then. Rows that exceed the memory
 * are therefore written twice; in return the order is based on the whole file, not only on its
 * first rows.
 */
final class SampledSort implements Reorderer {
  /** Creates the sort from the complete sample. */
  interface Rule {
    Reorderer sort(Sample sample);
  }

  private final Rule rule;
  private final Sample sample;
  private final TaskMemory.Share share;
  private final RowBuffer buffer;
  private final RunStore store;
  private final List<RunStore.Run> runs = new ArrayList<>();
  private Reorderer sort;

  /**
   * @param columns positions of the sampled columns
   * @param keyWords number of key words that the rule adds to each row
   */
  SampledSort(
      Rule rule, Schema schema, int[] columns, int keyWords, SortMemory memory, RunStore store) {
    long memoryBytes = memory.bytes();
    if (memoryBytes < 1) {
      throw new IllegalArgumentException("a sort needs memory, found " + memoryBytes + " bytes");
    }
    this.rule = rule;
    this.store = store;
    sample = new Sample(schema, columns);
    // Rows that fit here also fit in the sort.
    int overhead = IndexSort.BYTES_PER_ROW + Long.BYTES * keyWords;
    long forRows = memoryBytes - memoryBytes / 16;
    share = memory.share(needed -> spill());
    buffer = new RowBuffer(schema, RowBuffer.Bound.HEAP, forRows, overhead).within(share, 0);
  }

  @Override
  public void add(Batch batch, BatchSink out) throws IOException {
    sample.add(batch);
    buffer.addAll(batch, this::spill);
  }

  private void spill() throws IOException {
    if (buffer.rows() == 0) {
      return;
    }
    try (BatchSource rows = new DividedBatches(buffer.drain())) {
      runs.add(store.write(rows));
    }
  }

  @Override
  public void finish(BatchSink out) throws IOException {
    share.pin();
    if (!runs.isEmpty()) {
      spill();
    }
    sort = rule.sort(sample);
    if (runs.isEmpty()) {
      sortAll(buffer.drain(), out);
    }
    buffer.release();
    while (!runs.isEmpty()) {
      sortAll(runs.get(0).open(), out);
      // Removed from the list first, so that a run is deleted only once even if deletion fails.
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
    share.close();
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

  /** Divides batches into batches of the size that a sort spills. */
  private static final class DividedBatches implements BatchSource {
    private static final long MAX_BYTES = 2 << 20;

    private final BatchSource source;
    private Batch out;
    private Batch whole;
    private int at;

    DividedBatches(BatchSource source) {
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
