package io.placed.advise;

import io.placed.advise.workload.Workload;

/** One run of an {@link Advisor}. */
final class Advising {
  Advising(AdvisedTable table, Workload workload, AdvisorSettings settings) {}

  Advice run() {
    throw new UnsupportedOperationException("not yet");
  }
}
