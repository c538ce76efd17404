package io.placed.cli.store;

import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;

/**
 * What a command may write in place of: the file or table that its output path has when it starts.
 *
 * @param isAllowed whether an existing file may be replaced
 * @param isKnown whether nothing else may be replaced: the output must be new, or the command reads
 *     it, so that what others commit after that would be lost
 * @param snapshot if so, the state of the table before it was read; null if there is none
 */
public record ReplacedOutput(boolean isAllowed, boolean isKnown, Snapshot snapshot) {
  /** The output must be new. */
  public static final ReplacedOutput MUST_BE_NEW = new ReplacedOutput(false, true, null);

  /** Whatever there is when the output is complete. */
  private static final ReplacedOutput ANYTHING = new ReplacedOutput(true, false, null);

  /**
   * Whatever the path has now. It is to be called before the command reads its input.
   *
   * @param inputs paths that the command reads
   */
  public static ReplacedOutput at(FileStores stores, String path, List<String> inputs)
      throws IOException {
    DataSet table = DataSet.at(stores, path);
    String output = stores.forPath(path).realPath(path);
    boolean isRead = false;
    for (String input : inputs) {
      String read = stores.forPath(input).realPath(input);
      isRead |= isBelow(read, output) || isBelow(output, read);
    }
    // A single file is replaced as one: whoever replaces it meanwhile is the first of two.
    return !isRead || PlacedSink.isSingleFile(path)
        ? ANYTHING
        : new ReplacedOutput(true, true, stateOf(stores, table));
  }

  /** Null if there is no table, and no directory with files that are one without snapshots. */
  private static Snapshot stateOf(FileStores stores, DataSet table) throws IOException {
    FileStore store = stores.forPath(table.path());
    if (!store.exists(table.path()) || !store.stat(table.path()).directory()) {
      return null;
    }
    try {
      return table.current();
    } catch (FileNotFoundException e) {
      return null; // Neither a Placed file nor a snapshot: files of other formats.
    }
  }

  /** Lets the commit fail if it would replace what it may not. */
  void requireIn(Commit commit) {
    if (isKnown && snapshot == null) {
      commit.basedOnNothing();
    } else if (isKnown) {
      commit.basedOn(snapshot).serializable();
    }
  }

  private static boolean isBelow(String path, String directory) {
    return (path + "/").startsWith(directory.endsWith("/") ? directory : directory + "/");
  }
}
