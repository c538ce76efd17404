package io.placed.io.hadoop;

import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;

/** The path of a LOAD DATA statement. */
public final class LoadPath {
  private static final PathFilter NOT_HIDDEN = p -> !PathNames.isHiddenFile(p.getName());

  private LoadPath() {}

  /**
   * What Hive and Spark find at the path, which may be a pattern: files and directories. Of a
   * single directory it is what is in it. Names that begin with {@code _} or {@code .} are left
   * out.
   *
   * @param local whether the statement says LOCAL
   * @return empty if nothing is there
   */
  public static List<FileInfo> files(Configuration conf, String path, boolean local)
      throws IOException {
    Path given = new Path(path);
    FileSystem fs;
    if (local) {
      fs = FileSystem.getLocal(conf);
    } else {
      if (!given.isAbsolute()) {
        given = new Path("/user/" + System.getProperty("user.name"), given);
      }
      fs = given.getFileSystem(conf);
    }
    FileStatus[] found = fs.globStatus(fs.makeQualified(given), NOT_HIDDEN);
    if (found != null && found.length == 1 && found[0].isDirectory()) {
      found = fs.listStatus(found[0].getPath(), NOT_HIDDEN);
    }
    return infos(new HadoopFileStores(conf), found == null ? List.of() : List.of(found));
  }

  /** The files in the notation of their file systems. */
  public static List<FileInfo> infos(FileStores stores, List<FileStatus> files) throws IOException {
    List<FileInfo> infos = new ArrayList<>();
    for (FileStatus f : files) {
      String path = f.getPath().toString();
      FileStore store = stores.forPath(path);
      long length = f.isDirectory() ? 0 : f.getLen();
      infos.add(
          new FileInfo(store.qualify(path), length, f.getModificationTime(), f.isDirectory()));
    }
    return infos;
  }
}
