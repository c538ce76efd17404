package io.placed.vector;

/**
 * Memory that an engine grants to a task. Bytes are counted, not allocated. Called by one thread at
 * a time.
 */
public interface MemoryPool {
  /**
   * Takes memory; the engine may make other operators of the task spill.
   *
   * @return the bytes granted, at most those asked for; may be 0
   */
  long acquire(long bytes);

  /** Gives granted memory back. */
  void release(long bytes);
}
