package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.placed.error.CorruptFileException;
import io.placed.error.UnsupportedVersionException;
import io.placed.io.IoCounters;
import io.placed.predicate.Predicate;
import io.placed.scan.request.ReadRequest;
import io.placed.vector.Batch;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** Uses a file of arbitrary content like a reader, in independent steps. */
final class HostileUse {
  /** Maximum number of rows to read, because a file may have any number of equal rows. */
  private static final long MAX_ROWS = 200_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private HostileUse() {}

  /** Bytes that this thread has allocated so far. */
  static long allocatedBytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /** Time of a processor that this thread has used so far, whatever else runs. */
  static long usedNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /**
   * Does everything that a reader can do with a file.
   *
   * @param what names the file if anything other than a documented error happens
   * @return a word that summarizes the outcome
   */
  static String use(byte[] bytes, String predicate, String what) {
    String outcome = "rows";
    try {
      try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
        outcome = first(outcome, what, () -> scan(f, ReadRequest.all()));
        outcome =
            first(
                outcome,
                what,
                () -> scan(f, ReadRequest.all().withFilter(Predicate.parse(predicate))));
        outcome = first(outcome, what, f::layout);
        outcome = first(outcome, what, f::placement);
        outcome = first(outcome, what, f::metadata);
      }
      FileVerifier.verify(new DamageTest.Bytes(bytes), new IoCounters());
    } catch (CorruptFileException | UnsupportedVersionException e) {
      outcome = "refused";
    } catch (IllegalArgumentException e) {
      outcome = misuse(e, what);
    } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
      return fail(what, e);
    }
    return outcome;
  }

  private interface Step {
    void run() throws IOException;
  }

  /** Runs a step; steps are independent, so an error must not hide the next one. */
  private static String first(String outcome, String what, Step step) throws IOException {
    try {
      step.run();
      return outcome;
    } catch (CorruptFileException | UnsupportedVersionException e) {
      return "refused";
    } catch (IllegalArgumentException e) {
      misuse(e, what);
      return "refused";
    }
  }

  /** Errors that a valid file causes too, if the request does not match it. */
  private static String misuse(IllegalArgumentException e, String what) {
    String text = String.valueOf(e.getMessage());
    boolean question =
        text.contains("open it with that file")
            || text.contains("column 'k'")
            || text.contains("does not exist")
            || text.contains("cannot be compared with")
            || text.contains("is ambiguous")
            || text.startsWith("predicate");
    return question ? "another question" : fail(what, e);
  }

  static void scan(FileReader f, ReadRequest request) throws IOException {
    try (BatchReader scan = f.read(request)) {
      long rows = 0;
      while (rows < MAX_ROWS && scan.next()) {
        Batch b = scan.batch();
        rows += b.rows();
        for (int i = 0; i < Math.min(5, b.rows()); i++) {
          assertEquals(b.columns().size(), b.row(i).length);
        }
      }
    }
  }
}
