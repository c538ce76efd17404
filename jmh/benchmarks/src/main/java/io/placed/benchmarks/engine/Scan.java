package io.placed.benchmarks.engine;

import java.io.IOException;

/** A query on a file of one engine, to be run again and again. */
public interface Scan {
  /** Opens the file, reads it and sums. */
  Totals run() throws IOException;
}
