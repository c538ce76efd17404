package io.placed.io.hadoop;

import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.io.PathNames;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Every file system that a Hadoop configuration reaches. Local paths, and paths without a scheme
 * when the default file system is the local one, go to {@link LocalFileStore} directly.
 */
public final class HadoopFileStores implements FileStores {
  /** Names a local file that says what reading from devices costs. */
  static final String DEVICES = "placed.devices";

  private final Configuration configuration;
  private final FileStore local;

  public HadoopFileStores(Configuration configuration) {
    this.configuration = configuration;
    this.local = new LocalFileStore(configuration.get(DEVICES));
  }

  @Override
  public FileStore forPath(String path) throws IOException {
    String scheme = PathNames.scheme(path);
    if (scheme.isEmpty()) {
      scheme = FileSystem.getDefaultUri(configuration).getScheme();
    }
    if ("file".equals(scheme)) {
      return local;
    }
    try {
      // Hadoop keeps one FileSystem per scheme, authority and user, so this is cheap.
      FileSystem fileSystem = new Path(path).getFileSystem(configuration);
      return new HadoopFileStore(fileSystem, configuration);
    } catch (IllegalArgumentException | IOException e) {
      throw new IOException(path + ": no file system: " + e.getMessage(), e);
    }
  }
}
