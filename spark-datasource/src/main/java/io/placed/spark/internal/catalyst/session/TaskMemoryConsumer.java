package io.placed.spark.internal.catalyst.session;

import io.placed.vector.MemoryPool;
import io.placed.vector.TaskMemory;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.TaskContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.util.TaskCompletionListener;

/**
 * What a reader or writer takes of the execution memory of a Spark task, on the heap. Whatever is
 * left when the task ends, also by a failure, is given back then.
 */
public final class TaskMemoryConsumer extends MemoryConsumer implements MemoryPool {
  private final Thread owner = Thread.currentThread();
  private final AtomicLong granted = new AtomicLong();
  private final TaskMemory memory = new TaskMemory(this);
  private volatile long peak;
  private volatile boolean ended;

  private TaskMemoryConsumer(TaskContext context) {
    super(context.taskMemoryManager(), MemoryMode.ON_HEAP);
  }

  public static TaskMemory of(TaskContext context) {
    TaskMemoryConsumer consumer = new TaskMemoryConsumer(context);
    // A cast, because Scala's functions fit, too.
    context.addTaskCompletionListener((TaskCompletionListener) consumer::end);
    return consumer.memory;
  }

  @Override
  public long acquire(long bytes) {
    if (ended) {
      return 0;
    }
    long got = acquireMemory(bytes);
    peak = Math.max(peak, granted.addAndGet(got));
    if (ended) {
      // The task was ended by another thread meanwhile.
      releaseAll();
      return 0;
    }
    return got;
  }

  @Override
  public void release(long bytes) {
    if (!ended) {
      granted.addAndGet(-bytes);
      freeMemory(bytes);
    }
  }

  /**
   * Spills for another operator. The requests of this consumer spill by themselves, and those of
   * other threads (such as that which feeds Python) may come in the middle of a write.
   */
  @Override
  public long spill(long bytes, MemoryConsumer by) throws IOException {
    boolean now = by != this && Thread.currentThread() == owner && !ended;
    return now ? memory.spill(bytes) : 0;
  }

  private void end(TaskContext context) {
    ended = true;
    releaseAll();
    // Readers of a task follow one another, so their peaks do not add up.
    long known = context.taskMetrics().peakExecutionMemory();
    context.taskMetrics().incPeakExecutionMemory(Math.max(0, peak - known));
  }

  private void releaseAll() {
    freeMemory(granted.getAndSet(0));
  }
}
