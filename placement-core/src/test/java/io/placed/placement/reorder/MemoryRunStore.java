package io.placed.placement.reorder;

import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs in memory. Checks the protocol of calls, and fails on demand. */
final class MemoryRunStore implements RunStore {
  int written;
  int deleted;
  int open;
  int mostOpen;
  long largestBatch;

  /** Number of calls after which every call fails; negative = never. */
  int failAfter = -1;

  int live() {
    return written - deleted;
  }

  private void step() throws IOException {
    if (failAfter == 0) {
      throw new IOException("the run store fails");
    }
    failAfter--;
  }

  @Override
  public Run write(BatchSource rows) throws IOException {
    List<Batch> copies = new ArrayList<>();
    while (rows.next()) {
      step();
      Batch copy = Batch.of(rows.batch().schema());
      copy.appendRange(rows.batch(), 0, rows.batch().rows());
      copies.add(copy);
      largestBatch = Math.max(largestBatch, copy.memoryBytes());
    }
    written++;
    return new MemoryRun(copies);
  }

  private final class MemoryRun implements Run {
    private final List<Batch> batches;
    private boolean gone;

    MemoryRun(List<Batch> batches) {
      this.batches = batches;
    }

    @Override
    public BatchSource open() throws IOException {
      step();
      if (gone) {
        throw new IllegalStateException("opened after it was deleted");
      }
      mostOpen = Math.max(mostOpen, ++open);
      Batch current = Batch.of(batches.get(0).schema());
      return new BatchSource() {
        private int at;
        private boolean closed;

        @Override
        public boolean next() throws IOException {
          step();
          current.clear();
          if (at == batches.size()) {
            return false;
          }
          Batch b = batches.get(at++);
          current.appendRange(b, 0, b.rows());
          return true;
        }

        @Override
        public Batch batch() {
          return current;
        }

        @Override
        public void close() {
          if (!closed) {
            closed = true;
            open--;
          }
        }
      };
    }

    @Override
    public void delete() {
      if (gone || open > 0) {
        throw new IllegalStateException("deleted twice or while open");
      }
      gone = true;
      deleted++;
    }
  }
}
