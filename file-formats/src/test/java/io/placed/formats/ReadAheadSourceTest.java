package io.placed.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReadAheadSourceTest {
  /** Batches of random rows, and possibly an error at the end. */
  private static final class Given implements BatchSource {
    private final RandomRows rows;
    private final Random random;
    private final int batches;
    private final IOException failure;
    private final List<String> texts = new ArrayList<>();
    private Batch batch;
    private int done;
    private boolean closed;

    Given(long seed, int batches, IOException failure) {
      this.rows = new RandomRows(seed);
      this.random = new Random(seed);
      this.batches = batches;
      this.failure = failure;
    }

    @Override
    public Schema schema() {
      return RandomRows.EVERY_TYPE;
    }

    @Override
    public boolean next() throws IOException {
      if (closed) {
        throw new IllegalStateException("closed while it was read");
      }
      if (done == batches) {
        if (failure != null) {
          throw failure;
        }
        return false;
      }
      done++;
      batch = rows.batch(RandomRows.EVERY_TYPE, 1 + random.nextInt(4096));
      texts.addAll(RandomRows.texts(batch));
      return true;
    }

    @Override
    public Batch batch() {
      return batch;
    }

    @Override
    public double fraction() {
      return (double) done / batches;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void theSameRowsInTheSameOrder() throws IOException {
    long seed = new Random().nextLong();
    for (int batches : new int[] {0, 1, 20}) {
      Given given = new Given(seed, batches, null);
      List<String> found = new ArrayList<>();
      try (BatchSource ahead = new ReadAheadSource(given)) {
        while (ahead.next()) {
          found.addAll(RandomRows.texts(ahead.batch()));
        }
      }
      assertEquals(given.texts, found, "seed " + seed);
      assertTrue(given.closed);
    }
  }

  @Test
  void errorsReachTheCallerBehindTheRowsBeforeThem() throws IOException {
    for (int batches : new int[] {0, 1, 12}) {
      IOException failure = new IOException("broken");
      try (BatchSource ahead = new ReadAheadSource(new Given(7, batches, failure))) {
        IOException thrown =
            assertThrows(
                IOException.class,
                () -> {
                  while (ahead.next()) {
                    assertTrue(ahead.batch().rows() > 0);
                  }
                });
        assertEquals("broken", thrown.getMessage());
      }
    }
  }

  @Test
  void closingEarlyEndsTheThread() throws IOException {
    for (int read = 0; read < 3; read++) {
      Given given = new Given(3, 1000, null);
      try (BatchSource ahead = new ReadAheadSource(given)) {
        for (int i = 0; i < read; i++) {
          assertTrue(ahead.next());
        }
      }
      assertTrue(given.closed);
      assertTrue(given.done < 100, given.done + " batches were read");
    }
  }

  /** A source that does not answer, whatever interrupts it. */
  private static final class Hanging implements BatchSource {
    private final CountDownLatch answers = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public Schema schema() {
      return RandomRows.EVERY_TYPE;
    }

    @Override
    public boolean next() {
      while (answers.getCount() > 0) {
        try {
          answers.await();
        } catch (InterruptedException e) {
          // A client without timeouts waits on.
        }
      }
      return false;
    }

    @Override
    public Batch batch() {
      throw new IllegalStateException("there is none");
    }

    @Override
    public double fraction() {
      return 0;
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  @Test
  @Timeout(60)
  void anInterruptEndsTheWaitForASourceThatHangs() throws Exception {
    Hanging source = new Hanging();
    try (BatchSource ahead = new ReadAheadSource(source)) {
      Thread.currentThread().interrupt();
      assertThrows(InterruptedIOException.class, ahead::next);
      assertTrue(Thread.currentThread().isInterrupted());
    }
    assertTrue(Thread.interrupted());
    assertEquals(1, source.closed.getCount());
    source.answers.countDown();
    assertTrue(source.closed.await(20, TimeUnit.SECONDS), "the source was not closed");
  }
}
