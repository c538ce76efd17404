package io.placed.placement.reorder;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.TaskMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts all rows: in memory if they fit, otherwise by merging sorted runs. Runs are kept in order
 * of arrival and only adjacent runs are merged, so the sort is stable.
 */
final class ExternalSort implements Reorderer {
  /**
   * Maximum runs of one merge, because each open run costs memory and a file handle. More runs are
   * merged in several passes.
   */
  static final int MAX_FAN_IN = 64;

  private static final long MIN_OUT_BYTES = 32 << 10;

  private final SortOrder order;
  private final Schema schema;
  private final long memoryBytes;
  private final long outBytes;
  private final RunStore store;
  private final TaskMemory.Share share;
  private final RowBuffer buffer;
  private final List<RunStore.Run> runs = new ArrayList<>();
  private long largestBatch;

  ExternalSort(SortOrder order, Schema schema, SortMemory memory, RunStore store) {
    memoryBytes = memory.bytes();
    if (memoryBytes < 1) {
      throw new IllegalArgumentException("a sort needs memory, found " + memoryBytes + " bytes");
    }
    this.order = order;
    this.schema = schema;
    this.store = store;
    // So small that a merge of MAX_FAN_IN runs fits in the memory.
    outBytes =
        Math.max(MIN_OUT_BYTES, Math.min(BufferOrder.OUT_BYTES, memoryBytes / (2 * MAX_FAN_IN)));
    // Twice the size of an output batch, whose arrays grow by doubling.
    long forRows = Math.max(memoryBytes / 2, memoryBytes - 2 * outBytes);
    share = memory.share(needed -> spill());
    buffer =
        new RowBuffer(schema, RowBuffer.Bound.HEAP, forRows, IndexSort.BYTES_PER_ROW)
            .within(share, 0);
  }

  @Override
  public void add(Batch batch, BatchSink out) throws IOException {
    buffer.addAll(batch, this::spill);
  }

  private void spill() throws IOException {
    if (buffer.rows() == 0) {
      return;
    }
    // With little memory smaller, too, so that a merge opens many runs.
    long granted = Math.max(MIN_OUT_BYTES, share.bound() / (2 * MAX_FAN_IN));
    try (BatchSource sorted = new Measured(sorted(Math.min(outBytes, granted)))) {
      runs.add(store.write(sorted));
    }
    buffer.clear();
  }

  private BatchSource sorted(long batchBytes) {
    Batch[] batches = buffer.batches();
    return buffer.inOrder(batches, IndexSort.sort(order, batches, buffer.rows()), batchBytes);
  }

  @Override
  public void finish(BatchSink out) throws IOException {
    share.pin();
    if (runs.isEmpty()) {
      try (BatchSource sorted = sorted(outBytes)) {
        drain(sorted, out);
      }
      buffer.release();
      return;
    }
    spill();
    buffer.release();
    // The fan-in is that of batches as they are in the runs.
    reduceRuns(fanIn(), Math.min(outBytes, Math.max(MIN_OUT_BYTES, largestBatch)));
    try (BatchSource merged = merge(runs, outBytes)) {
      drain(merged, out);
    }
    share.keep(0);
    deleteRuns(runs.size());
  }

  /**
   * Number of runs that may be open at once. Each needs the memory of three batches: the decoded
   * one, its encoded form, and what was prefetched.
   */
  private int fanIn() throws IOException {
    long perRun = 3 * Math.max(1, largestBatch);
    long most = Math.min(memoryBytes, perRun * Math.min(MAX_FAN_IN, runs.size()));
    long affordable = share.hold(most) / perRun;
    return (int) Math.max(2, Math.min(MAX_FAN_IN, affordable));
  }

  /** Merges adjacent runs until one merge can read all that remain. */
  private void reduceRuns(int fanIn, long batchBytes) throws IOException {
    int at = 0;
    while (runs.size() > fanIn) {
      int n = Math.min(Math.min(fanIn, runs.size() - fanIn + 1), runs.size() - at);
      if (n < 2) {
        at = 0; // start the next pass
        continue;
      }
      List<RunStore.Run> group = runs.subList(at, at + n);
      RunStore.Run merged;
      try (BatchSource source = new Measured(merge(group, batchBytes))) {
        merged = store.write(source);
      }
      runs.add(at + n, merged);
      // Removed from the list first, so that a run is deleted only once even if deletion fails.
      List<RunStore.Run> done = new ArrayList<>(runs.subList(at, at + n));
      runs.subList(at, at + n).clear();
      deleteAll(done);
      at++;
    }
  }

  private BatchSource merge(List<RunStore.Run> group, long bytes) throws IOException {
    return RunMerge.open(order, schema, group, bytes);
  }

  private static void drain(BatchSource source, BatchSink out) throws IOException {
    while (source.next()) {
      out.accept(source.batch());
    }
  }

  private void deleteRuns(int n) throws IOException {
    List<RunStore.Run> done = new ArrayList<>(runs.subList(0, n));
    runs.subList(0, n).clear();
    deleteAll(done);
  }

  private static void deleteAll(List<RunStore.Run> runs) throws IOException {
    Throwable failure = null;
    for (RunStore.Run run : runs) {
      try {
        run.delete();
      } catch (IOException | RuntimeException e) {
        failure = Failures.add(failure, e);
      }
    }
    Failures.throwIfAny(failure);
  }

  @Override
  public void close() throws IOException {
    buffer.release();
    share.close();
    deleteRuns(runs.size());
  }

  /**
   * Records the size of the largest batch that is written to a run: the memory that one open run
   * needs.
   */
  private final class Measured implements BatchSource {
    private final BatchSource source;

    Measured(BatchSource source) {
      this.source = source;
    }

    @Override
    public boolean next() throws IOException {
      boolean more = source.next();
      if (more) {
        largestBatch = Math.max(largestBatch, source.batch().memoryBytes());
      }
      return more;
    }

    @Override
    public Batch batch() {
      return source.batch();
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }
}
