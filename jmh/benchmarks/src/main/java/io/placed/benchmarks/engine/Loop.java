package io.placed.benchmarks.engine;

/** How values are summed; the same for every engine of a run. */
public enum Loop {
  /** One value after the other into one sum: what a straightforward reader of the data writes. */
  SIMPLE,
  /** Several sums at a time, so that memory and not the latency of an addition is the limit. */
  WIDE
}
