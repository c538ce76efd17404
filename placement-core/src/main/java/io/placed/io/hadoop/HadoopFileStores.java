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
 * The file systems of a Hadoop configuration. Local paths, and paths without a scheme if the
 * default file system is local, use {@link LocalFileStore} directly.
 */
public final class HadoopFileStores implements FileStores {
  /** Setting with the path of a local file of measured devices. */
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
      // Hadoop caches FileSystems by scheme, authority and user, so this is cheap.
      FileSystem fileSystem = new Path(path).getFileSystem(configuration);
      return new HadoopFileStore(fileSystem, configuration);
    } catch (IllegalArgumentException | IOException e) {
      throw new IOException(path + ": cannot open its file system: " + e.getMessage(), e);
    }
  }
}
