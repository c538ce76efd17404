package io.placed.io;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Calls of a {@link FaultStore} that are answered only once as many were made at the same time. */
public final class TogetherCalls implements FaultStore.Faults {
  private static final int SECONDS = 20;

  private final Predicate<FaultStore.Operation> which;
  private final CountDownLatch together;

  /**
   * @param which of the calls; later ones do not wait
   * @param calls number of them
   */
  public TogetherCalls(Predicate<FaultStore.Operation> which, int calls) {
    this.which = which;
    this.together = new CountDownLatch(calls);
  }

  @Override
  public Fault at(FaultStore.Operation operation) throws IOException {
    if (which.test(operation)) {
      together.countDown();
      try {
        if (!together.await(SECONDS, TimeUnit.SECONDS)) {
          throw new IOException(operation + " was not made together with others");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(operation + " was interrupted", e);
      }
    }
    return Fault.NONE;
  }
}
