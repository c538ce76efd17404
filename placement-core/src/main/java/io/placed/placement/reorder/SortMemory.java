package io.placed.placement.reorder;

import io.placed.vector.TaskMemory;

/**
 * The memory of a sort.
 *
 * @param bytes heap that it may use before it spills, including its index and unused array
 *     elements, but not what the run store needs for writing
 * @param task grants the memory; with less, the sort spills earlier
 */
public record SortMemory(long bytes, TaskMemory task) {
  /** Used whatever the task grants: with less, a sort would spill thousands of tiny runs. */
  static final long LEAST_BYTES = 1 << 20;

  TaskMemory.Share share(TaskMemory.Spill spill) {
    return task.share(LEAST_BYTES, spill);
  }
}
