package io.placed.table.optimize;

import io.placed.io.FileStores;
import io.placed.table.rewrite.Rewrite;
import java.io.IOException;

/**
 * Puts small files together and keeps the order of a sorted table, at a cost that depends on what
 * was added since the last call: files that are large and do not overlap are not touched. The
 * bounds are in {@code docs/design/optimize.md}.
 */
public final class Optimize {
  private Optimize() {}

  /**
   * Chooses the files; changes nothing. The rewrite has no {@link Rewrite#tasks} and no rows if
   * there is nothing to do.
   *
   * @throws java.io.FileNotFoundException if the table does not exist
   * @throws IllegalArgumentException if the condition uses other columns than partition columns
   */
  public static Rewrite prepare(FileStores stores, String path, OptimizeOptions options)
      throws IOException {
    return Rewrite.prepare(stores, path, options.rewrite(), new OptimizeSelector(options));
  }
}
