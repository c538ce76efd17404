package io.placed.io;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Calls of a {@link FaultStore} that do not answer until they are released, whatever interrupts
 * them: as those of a client without timeouts whose server is gone.
 */
public final class HangingCalls implements FaultStore.Faults, AutoCloseable {
  private static final int SECONDS = 20;

  private final Predicate<FaultStore.Operation> which;
  private final boolean done;
  private final CountDownLatch hangs = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final AtomicInteger hanging = new AtomicInteger();
  private volatile boolean answers;

  /**
   * @param which of the calls hang
   * @param done whether the call hangs when it was done, before its caller knows
   */
  public HangingCalls(Predicate<FaultStore.Operation> which, boolean done) {
    this.which = which;
    this.done = done;
  }

  /** The call of this number, from 1, and no other one. */
  public static HangingCalls at(int number, boolean done) {
    return new HangingCalls(o -> o.number() == number, done);
  }

  @Override
  public Fault at(FaultStore.Operation operation) throws IOException {
    hang(operation, false);
    return Fault.NONE;
  }

  @Override
  public void done(FaultStore.Operation operation) throws IOException {
    hang(operation, true);
  }

  private void hang(FaultStore.Operation operation, boolean wasDone) throws IOException {
    if (wasDone != done || !which.test(operation)) {
      return;
    }
    hanging.incrementAndGet();
    hangs.countDown();
    boolean interrupted = false;
    while (true) {
      try {
        released.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    hanging.decrementAndGet();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!answers) {
      throw new IOException(operation + " has never answered");
    }
  }

  /** Number of calls that hang now. */
  public int hanging() {
    return hanging.get();
  }

  /** Waits until a call hangs, or the caller ends without one. */
  public boolean awaitHanging(Thread caller) throws InterruptedException {
    for (int i = 0; i < SECONDS * 1000; i++) {
      if (hangs.await(1, TimeUnit.MILLISECONDS)) {
        return true;
      }
      if (!caller.isAlive()) {
        return hangs.getCount() == 0;
      }
    }
    throw new AssertionError("no call hangs, and " + caller + " does not end");
  }

  /** The calls answer, late. */
  public void answer() {
    answers = true;
    released.countDown();
  }

  /** The calls fail, and those to come. */
  @Override
  public void close() {
    released.countDown();
  }
}
