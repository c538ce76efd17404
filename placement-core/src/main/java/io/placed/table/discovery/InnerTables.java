package io.placed.table.discovery;

import io.placed.io.FileStore;
import io.placed.io.PathNames;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Tables in directories of another table: their files belong to their own logs. */
public final class InnerTables {
  private final FileStore store;
  private final String root;

  /** By directory: each is looked at once. */
  private final Map<String, Boolean> hasLog = new HashMap<>();

  /**
   * @param root directory of the outer table
   */
  public InnerTables(FileStore store, String root) {
    this.store = store;
    this.root = root;
  }

  /**
   * The whole path of the inner table that a file is in; null if the file is in none.
   *
   * @param path of the file, relative to the outer table
   */
  public String of(String path) throws IOException {
    for (String directory = PathNames.parent(path);
        !directory.isEmpty();
        directory = PathNames.parent(directory)) {
      String whole = PathNames.join(root, directory);
      Boolean known = hasLog.get(whole);
      if (known == null) {
        known = TableDirectory.hasLog(store, whole);
        hasLog.put(whole, known);
      }
      if (known) {
        return whole;
      }
    }
    return null;
  }
}
