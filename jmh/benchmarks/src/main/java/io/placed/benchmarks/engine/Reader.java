package io.placed.benchmarks.engine;

import java.io.IOException;

/** How an engine reads its files. */
interface Reader {
  /**
   * Gets ready; what this does is not measured.
   *
   * @param file a local path or an address of a Hadoop file system
   */
  Scan prepare(String file, Query query) throws IOException;
}
