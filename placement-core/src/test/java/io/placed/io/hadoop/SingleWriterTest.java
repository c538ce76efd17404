package io.placed.io.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.NothingSentException;
import java.io.IOException;
import java.net.URI;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Puts of one process to a store without conditions. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SingleWriterTest {
  private final String bucket = "s3a://" + UUID.randomUUID();

  @AfterEach
  void mend() {
    ObjectFileSystem.sound();
  }

  private boolean put(String name) throws IOException {
    FileSystem store =
        FileSystem.get(URI.create(bucket + "/"), ObjectFileSystem.configuration("s3a"));
    return new SingleWriter(store, new Path(bucket, name)).put("{}\n");
  }

  private static Thread started(FutureTask<Boolean> task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Test
  void aPutThatHangsHoldsUpItsPathAlone() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    ObjectFileSystem.closeFails =
        p -> {
          if (p.getName().equals("hangs")) {
            begun.countDown();
            try {
              assertTrue(released.await(60, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
          return false;
        };
    FutureTask<Boolean> hanging = new FutureTask<>(() -> put("hangs"));
    started(hanging);
    assertTrue(begun.await(60, TimeUnit.SECONDS));
    for (int i = 0; i < 500; i++) {
      assertTrue(put("other-" + i));
    }
    FutureTask<Boolean> interrupted = new FutureTask<>(() -> put("hangs"));
    Thread waiting = started(interrupted);
    while (waiting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    waiting.interrupt();
    ExecutionException failure = assertThrows(ExecutionException.class, interrupted::get);
    assertEquals(NothingSentException.class, failure.getCause().getClass());
    FutureTask<Boolean> late = new FutureTask<>(() -> put("hangs"));
    Thread third = started(late);
    while (third.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertFalse(hanging.isDone() || late.isDone());
    released.countDown();
    assertTrue(hanging.get());
    assertFalse(late.get());
  }
}
