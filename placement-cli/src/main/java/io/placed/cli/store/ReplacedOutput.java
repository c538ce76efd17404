package io.placed.cli.store;

import io.placed.io.FileStores;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.List;

/**
 * What a command may write in place of: the file or table that its output path has when it starts.
 *
 * @param isAllowed whether an existing file may be replaced
 * @param snapshot the table's latest one then, if the command reads the table, too: what others
 *     commit after it would be lost. Null if it does not, or if there are no snapshots
 */
public record ReplacedOutput(boolean isAllowed, Snapshot snapshot) {
  /** The output must be new. */
  public static final ReplacedOutput MUST_BE_NEW = new ReplacedOutput(false, null);

  /**
   * Whatever the path has now. It is to be called before the command reads its input.
   *
   * @param inputs paths that the command reads
   */
  public static ReplacedOutput at(FileStores stores, String path, List<String> inputs)
      throws IOException {
    DataSet table = DataSet.at(stores, path);
    boolean isRead = false;
    for (String input : inputs) {
      String read = stores.forPath(input).qualify(input);
      isRead |= isBelow(read, table.path()) || isBelow(table.path(), read);
    }
    return new ReplacedOutput(true, isRead && table.hasSnapshots() ? table.current() : null);
  }

  private static boolean isBelow(String path, String directory) {
    return (path + "/").startsWith(directory.endsWith("/") ? directory : directory + "/");
  }
}
