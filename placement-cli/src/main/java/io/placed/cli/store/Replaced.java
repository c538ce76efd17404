package io.placed.cli.store;

import io.placed.io.FileStores;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;

/**
 * What a command may write in place of: the file or table that its output path has when it starts.
 *
 * @param isAllowed whether an existing file may be replaced
 * @param snapshot the table's latest one then; null if there was no table with snapshots
 */
public record Replaced(boolean isAllowed, Snapshot snapshot) {
  /** The output must be new. */
  public static final Replaced NOTHING = new Replaced(false, null);

  /**
   * Whatever the path has now. It is to be called before the command reads its input, which may be
   * the same table.
   */
  public static Replaced at(FileStores stores, String path) throws IOException {
    DataSet table = DataSet.at(stores, path);
    return new Replaced(true, table.hasSnapshots() ? table.current() : null);
  }
}
