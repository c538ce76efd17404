package io.placed.io.hadoop;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.viewfs.ViewFileSystem;

/** Resolves a path of viewfs: the capabilities are those of the mounted file system. */
record Mounted(FileSystem fileSystem, Path path) {
  /**
   * @param path with an existing parent
   */
  static Mounted of(FileSystem fileSystem, Path path, Configuration configuration)
      throws IOException {
    if (!(fileSystem instanceof ViewFileSystem)) {
      return new Mounted(fileSystem, path);
    }
    Path real = new Path(fileSystem.resolvePath(path.getParent()), path.getName());
    return new Mounted(real.getFileSystem(configuration), real);
  }
}
