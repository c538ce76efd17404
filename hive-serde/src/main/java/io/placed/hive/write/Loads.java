package io.placed.hive.write;

import io.placed.io.FileInfo;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.io.hadoop.LoadPath;
import io.placed.table.commit.LoadedFiles;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/** Refuses LOAD DATA of files that a table would not show, or could not read. */
public final class Loads {
  private Loads() {}

  /**
   * @param files of a statement on a table that is not known
   * @throws IOException that names the file, and what to do with it
   */
  public static void requireVisible(Configuration conf, List<FileStatus> files) throws IOException {
    HadoopFileStores stores = new HadoopFileStores(conf);
    try {
      new LoadedFiles(stores, LoadPath.infos(stores, files)).requireVisible();
    } catch (IllegalArgumentException e) {
      throw refused(e);
    }
  }

  /**
   * @param path of the statement
   * @param local whether it says LOCAL
   * @throws IOException that names the file, and what to do with it
   */
  static void requireFit(Configuration conf, String path, boolean local, LoadedFiles.Target target)
      throws IOException {
    List<FileInfo> files = LoadPath.files(conf, path, local);
    if (files.stream().anyMatch(FileInfo::directory)) {
      return; // Hive inserts the rows that it reads there.
    }
    try {
      new LoadedFiles(new HadoopFileStores(conf), files).requireFit(target);
    } catch (IllegalArgumentException e) {
      throw refused(e);
    }
  }

  private static IOException refused(IllegalArgumentException e) {
    return new IOException(e.getMessage() + ". Nothing was changed.", e);
  }
}
