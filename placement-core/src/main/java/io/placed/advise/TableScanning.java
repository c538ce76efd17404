package io.placed.advise;

import io.placed.advise.cost.KeptRows;
import io.placed.advise.order.BatchKeys;
import io.placed.advise.order.CodeBatch;
import io.placed.advise.order.OrderedPages;
import io.placed.advise.rank.ColumnCodes;
import io.placed.advise.rank.RankScale;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
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
    // While orders get one copy, the next batch is read into the other.
    Rows free = new Rows(stored, at.length);
    Rows given = new Rows(stored, at.length);
    List<Future<?>> running = List.of();
    try (AdvisedTable.Rows in = table.scan(names)) {
      while (in.next()) {
        if (out.getAsBoolean()) {
          await(running);
          bytesRead = in.bytesRead();
          return false;
        }
        Rows next = free;
        next.copy(in.batch(), in.partition(), rows, at);
        rows += in.batch().rows();
        await(running);
        running =
            targets.stream().<Future<?>>map(t -> threads.submit(() -> give(next, t))).toList();
        free = given;
        given = next;
        progress.at(AdvisorProgress.Stage.SCAN, rows, all);
      }
      await(running);
      bytesRead = in.bytesRead();
    } finally {
      threads.shutdownNow();
    }
    return true;
  }

  /** A batch that no reader overwrites, and the codes of its rows. */
  private final class Rows {
    private final Batch values;
    private final char[][] columns;
    private BatchKeys keys;

    /** Number of the first row in the table. */
    private long first;

    Rows(Schema schema, int filters) {
      values = Batch.of(schema);
      columns = new char[filters][0];
    }

    void copy(Batch batch, int partition, long row, int[] filters) {
      int n = batch.rows();
      for (int c = 0; c < filters.length; c++) {
        columns[c] = columns[c].length < n ? new char[n] : columns[c];
        sample.columns()[c].encode(batch.column(filters[c]), n, columns[c]);
        for (int i = 0; i < n; i++) {
          counts[c][columns[c][i]]++;
        }
      }
      keys = new BatchKeys(new CodeBatch(columns, n, partition));
      first = row;
      values.clear();
      // Copied columns of strings are ready for several threads, those of readers are not.
      values.appendRange(Batch.of(stored, batch.columns().subList(0, stored.size()), n), 0, n);
    }
  }

  private void give(Rows from, Target to) {
    to.pages.add(from.keys);
    if (!to.isArrival) {
      to.kept.add(from.values, to.pages.bucketsOfBatch(), to.pages.keysOfBatch());
      return;
    }
    int n = from.values.rows();
    int[] buckets = new int[n];
    long[] keys = new long[n];
    for (int i = 0; i < n; i++) {
      keys[i] = from.first + i;
      buckets[i] = (int) (keys[i] / keptPageRows);
    }
    to.kept.add(from.values, buckets, keys);
  }

  private static void await(List<Future<?>> running) throws IOException {
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
