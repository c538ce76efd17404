package io.placed;

import io.placed.scan.ScanMetrics;
import io.placed.schema.Schema;
import io.placed.table.DataSetScan;
import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A running scan of a table, file after file. Batches are reused: copy values that are needed after
 * the next batch is requested. I/O errors while iterating are thrown as {@link
 * UncheckedIOException}.
 */
public final class TableScan implements Iterable<Batch>, Closeable {
  private final DataSetScan scan;
  private final Schema schema;
  private boolean iterated;

  TableScan(DataSetScan scan, Schema wanted) {
    this.schema = wanted;
    this.scan = scan;
  }

  /** The columns of the batches. */
  public Schema schema() {
    return schema;
  }

  /** The batches; may be called once. */
  @Override
  public Iterator<Batch> iterator() {
    if (iterated) {
      throw new IllegalStateException("a scan can be iterated only once; open a new one");
    }
    iterated = true;
    return new Iterator<>() {
      private boolean ready;

      @Override
      public boolean hasNext() {
        try {
          ready = ready || scan.next();
          return ready;
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public Batch next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        ready = false;
        return scan.batch();
      }
    };
  }

  /** Does not split: there is one batch at a time, which the next one overwrites. */
  @Override
  public Spliterator<Batch> spliterator() {
    Iterator<Batch> batches = iterator();
    return new Spliterator<>() {
      @Override
      public boolean tryAdvance(Consumer<? super Batch> action) {
        if (!batches.hasNext()) {
          return false;
        }
        action.accept(batches.next());
        return true;
      }

      @Override
      public Spliterator<Batch> trySplit() {
        return null;
      }

      @Override
      public long estimateSize() {
        return Long.MAX_VALUE;
      }

      @Override
      public int characteristics() {
        return ORDERED | NONNULL;
      }
    };
  }

  /**
   * The rows as Java values; see {@link io.placed.vector.Values}. A parallel stream of them reads
   * in one thread, too.
   */
  public Stream<Object[]> rows() {
    return StreamSupport.stream(spliterator(), false)
        .flatMap(b -> IntStream.range(0, b.rows()).mapToObj(b::row));
  }

  /** Metrics of the scan so far. */
  public ScanMetrics metrics() {
    return scan.metrics();
  }

  @Override
  public void close() throws IOException {
    scan.close();
  }
}
