package io.placed.placement.reorder;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.IOException;
import java.util.List;

/**
 * Merges sorted runs with a tree of losers: one comparison per level and row, usually of only the
 * prefixes of the first key. Among equal rows, the row of the earlier run comes first.
 */
final class RunMerge implements BatchSource {
  private final SortOrder order;
  private final long outBytes;
  private final Batch out;
  private final RowBytes sizes;
  private final BatchSource[] runs;

  /** Current batch of each run; null at its end. */
  private final Batch[] batches;

  private final int[] row;
  private final long[] prefix;
  private final boolean[] isNull;

  /**
   * {@code tree[0]} is the run that has the next row; the other nodes have the loser of their
   * comparison.
   */
  private final int[] tree;

  private final int[] from = new int[RowBuffer.OUT_ROWS];
  private final int[] rows = new int[RowBuffer.OUT_ROWS];
  private int pending;

  private RunMerge(SortOrder order, Schema schema, int runs, long outBytes) {
    this.order = order;
    this.outBytes = outBytes;
    this.out = Batch.of(schema);
    this.sizes = new RowBytes(schema);
    this.runs = new BatchSource[runs];
    batches = new Batch[runs];
    row = new int[runs];
    prefix = new long[runs];
    isNull = new boolean[runs];
    tree = new int[runs];
  }

  /** Opens the runs. If one fails, those already opened are closed. */
  static RunMerge open(SortOrder order, Schema schema, List<RunStore.Run> runs, long outBytes)
      throws IOException {
    RunMerge merge = new RunMerge(order, schema, runs.size(), outBytes);
    try {
      for (int r = 0; r < runs.size(); r++) {
        merge.runs[r] = runs.get(r).open();
        merge.nextBatch(r);
      }
      merge.tree[0] = merge.build(1);
      return merge;
    } catch (IOException | RuntimeException | Error e) {
      try {
        merge.close();
      } catch (IOException | RuntimeException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /** Builds a subtree and returns its winner; the leaf of run r is node {@code runs + r}. */
  private int build(int node) {
    if (node >= runs.length) {
      return node - runs.length;
    }
    int left = build(2 * node);
    int right = build(2 * node + 1);
    boolean leftWins = before(left, right);
    tree[node] = leftWins ? right : left;
    return leftWins ? left : right;
  }

  private boolean before(int a, int b) {
    if (batches[a] == null || batches[b] == null) {
      return batches[a] != null;
    }
    if (isNull[a] != isNull[b]) {
      return isNull[a] == order.nullsFirst(0);
    }
    if (!isNull[a] && prefix[a] != prefix[b]) {
      return prefix[a] < prefix[b];
    }
    int firstKey = isNull[a] || order.exact(0) ? 1 : 0;
    int compared = order.compare(batches[a], row[a], batches[b], row[b], firstKey);
    return compared < 0 || (compared == 0 && a < b);
  }

  /** Moves to the next non-empty batch of a run. */
  private void nextBatch(int run) throws IOException {
    batches[run] = null;
    while (runs[run].next()) {
      if (runs[run].batch().rows() > 0) {
        batches[run] = runs[run].batch();
        row[run] = 0;
        readKey(run);
        return;
      }
    }
    BatchSource done = runs[run];
    runs[run] = null;
    done.close();
  }

  private void readKey(int run) {
    Column column = order.column(batches[run], 0);
    isNull[run] = column.isNull(row[run]);
    prefix[run] = isNull[run] ? 0 : order.prefix(0, column, row[run]);
  }

  @Override
  public boolean next() throws IOException {
    out.clear();
    long bytes = 0;
    while (out.rows() + pending < RowBuffer.OUT_ROWS) {
      int run = tree[0];
      if (batches[run] == null) {
        break;
      }
      bytes += sizes.ofRow(batches[run], row[run]);
      if (bytes > outBytes && out.rows() + pending > 0) {
        break;
      }
      from[pending] = run;
      rows[pending++] = row[run];
      if (++row[run] == batches[run].rows()) {
        copyPending(); // before the batch is reused
        nextBatch(run);
      } else {
        readKey(run);
      }
      replay(run);
    }
    copyPending();
    return out.rows() > 0;
  }

  private void replay(int run) {
    int winner = run;
    for (int node = (run + runs.length) >>> 1; node > 0; node >>>= 1) {
      if (before(tree[node], winner)) {
        int loser = winner;
        winner = tree[node];
        tree[node] = loser;
      }
    }
    tree[0] = winner;
  }

  private void copyPending() {
    Gather.append(out, batches, from, rows, pending);
    pending = 0;
  }

  @Override
  public Batch batch() {
    return out;
  }

  @Override
  public void close() throws IOException {
    Throwable failure = null;
    for (int r = 0; r < runs.length; r++) {
      BatchSource run = runs[r];
      runs[r] = null;
      batches[r] = null;
      try {
        if (run != null) {
          run.close();
        }
      } catch (IOException | RuntimeException e) {
        failure = Failures.add(failure, e);
      }
    }
    Failures.throwIfAny(failure);
  }
}
