package io.placed.table.discovery;

import io.placed.io.FileStore;
import io.placed.io.PathNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Map;

/** Where files of a partition are written. */
public final class PartitionDirectory {
  private PartitionDirectory() {}

  /**
   * The directory that the values give, relative to the table. Hive makes directories with the
   * names of columns in lower case; a partition that has such a directory keeps it, because the
   * metastore knows it there, and because MSCK REPAIR fails if it finds a partition twice.
   *
   * @param values as text by the table's columns, in their order; null for null
   */
  public static String of(FileStore store, String root, Map<String, String> values)
      throws IOException {
    String own = PathNames.partitionPath(values);
    String ofHive = PathNames.withLowerCaseColumns(own);
    return !ofHive.equals(own) && isDirectory(store, PathNames.join(root, ofHive)) ? ofHive : own;
  }

  private static boolean isDirectory(FileStore store, String path) throws IOException {
    try {
      return store.stat(path).directory();
    } catch (FileNotFoundException e) {
      return false;
    }
  }
}
