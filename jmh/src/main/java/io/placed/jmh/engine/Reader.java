package io.placed.jmh.engine;

import java.io.IOException;
import java.nio.file.Path;

/** How an engine reads its files. */
interface Reader {
  /** Gets ready; what this does is not measured. */
  Scan prepare(Path file, Query query) throws IOException;
}
