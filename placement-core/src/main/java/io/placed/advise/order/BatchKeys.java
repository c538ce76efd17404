package io.placed.advise.order;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The keys of the rows of a batch: computed once for an order, and shared by all partitionings that
 * it is considered in. Thread-safe.
 */
public final class BatchKeys {
  private final CodeBatch batch;
  private final Map<Object, long[]> known = new ConcurrentHashMap<>();

  public BatchKeys(CodeBatch batch) {
    this.batch = batch;
  }

  CodeBatch batch() {
    return batch;
  }

  /** Not to be changed. */
  long[] of(CandidateOrder order) {
    return known.computeIfAbsent(
        order.keySource(),
        source -> {
          long[] keys = new long[batch.rows()];
          order.keys(batch, keys);
          return keys;
        });
  }
}
