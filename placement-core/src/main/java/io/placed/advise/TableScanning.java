package io.placed.advise;

import io.placed.advise.cost.KeptRows;
import io.placed.advise.order.CodeBatch;
import io.placed.advise.order.OrderedPages;
import io.placed.advise.rank.ColumnCodes;
import io.placed.advise.rank.RankScale;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** The one scan of a table: gives every row to all orders that are considered. */
final class TableScanning {
  /**
   * An order, and where its rows are kept.
   *
   * @param kept where its rows are kept
   * @param isArrival whether this is the order in which the rows of the table come
   */
  record Target(OrderedPages pages, KeptRows kept, boolean isArrival) {}

  private final AdvisedTable table;
  private final TableSample sample;
  private final Schema stored;
  private final int keptPageRows;
  private final long[][] counts;
  private long rows;
  private long bytesRead;

  /**
   * @param stored columns of kept rows
   * @param keptPageRows rows of a page of the order of the table
   */
  TableScanning(AdvisedTable table, TableSample sample, Schema stored, int keptPageRows) {
    this.table = table;
    this.sample = sample;
    this.stored = stored;
    this.keptPageRows = keptPageRows;
    counts = new long[sample.fields().size()][ColumnCodes.CODES];
  }

  /**
   * Scans.
   *
   * @param out whether the time is up
   * @return whether all rows were seen
   */
  boolean run(List<Target> targets, BooleanSupplier out, AdvisorProgress progress)
      throws IOException {
    List<String> names = new ArrayList<>();
    stored.fields().forEach(f -> names.add(f.name()));
    int[] at = new int[sample.fields().size()];
    for (int c = 0; c < at.length; c++) {
      String name = sample.fields().get(c).name();
      at[c] = names.indexOf(name);
      if (at[c] < 0) {
        at[c] = names.size();
        names.add(name);
      }
    }
    long all = table.rows();
    int processors = Runtime.getRuntime().availableProcessors();
    ExecutorService threads = Executors.newFixedThreadPool(Math.min(targets.size(), processors));
    try (AdvisedTable.Rows in = table.scan(names)) {
      char[][] codes = new char[at.length][0];
      while (in.next()) {
        if (out.getAsBoolean()) {
          bytesRead = in.bytesRead();
          return false;
        }
        Batch batch = in.batch();
        for (int c = 0; c < at.length; c++) {
          codes[c] = codes[c].length < batch.rows() ? new char[batch.rows()] : codes[c];
          sample.columns()[c].encode(batch.column(at[c]), batch.rows(), codes[c]);
          for (int i = 0; i < batch.rows(); i++) {
            counts[c][codes[c][i]]++;
          }
        }
        give(batch, new CodeBatch(codes, batch.rows(), in.partition()), targets, threads);
        rows += batch.rows();
        progress.at(AdvisorProgress.Stage.SCAN, rows, all);
      }
      bytesRead = in.bytesRead();
    } finally {
      threads.shutdownNow();
    }
    return true;
  }

  private void give(Batch batch, CodeBatch codes, List<Target> targets, ExecutorService threads)
      throws IOException {
    addPages(codes, targets, threads);
    // By one thread: columns of strings are not ready for several, and few rows are kept.
    List<Column> columns = batch.columns().subList(0, stored.size());
    Batch values = Batch.of(stored, columns, batch.rows());
    for (Target t : targets) {
      if (t.isArrival) {
        int[] buckets = new int[batch.rows()];
        long[] keys = new long[batch.rows()];
        for (int i = 0; i < keys.length; i++) {
          keys[i] = rows + i;
          buckets[i] = (int) ((rows + i) / keptPageRows);
        }
        t.kept.add(values, buckets, keys);
      } else {
        t.kept.add(values, t.pages.bucketsOfBatch(), t.pages.keysOfBatch());
      }
    }
  }

  /** Adds codes to the pages of all orders, which know nothing of each other. */
  private static void addPages(CodeBatch codes, List<Target> targets, ExecutorService threads)
      throws IOException {
    List<Future<?>> running = new ArrayList<>();
    for (Target t : targets) {
      running.add(threads.submit(() -> t.pages.add(codes)));
    }
    try {
      for (Future<?> one : running) {
        one.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted while scanning");
      interrupted.initCause(e);
      throw interrupted;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Ranks of the codes, from the rows that were seen. */
  RankScale[] scales() {
    RankScale[] out = new RankScale[counts.length];
    for (int c = 0; c < out.length; c++) {
      out[c] = new RankScale(counts[c]);
    }
    return out;
  }

  long rows() {
    return rows;
  }

  long bytesRead() {
    return bytesRead;
  }
}
