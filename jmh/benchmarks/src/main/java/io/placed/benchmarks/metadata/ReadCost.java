package io.placed.benchmarks.metadata;

/**
 * What was read of a file system.
 *
 * @param requests −1 = not counted
 */
record ReadCost(long requests, long bytes) {
  ReadCost since(ReadCost before) {
    return new ReadCost(requests < 0 ? -1 : requests - before.requests, bytes - before.bytes);
  }
}
