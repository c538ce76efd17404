package io.placed.cli.store;

import io.placed.cli.error.CliException;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.LocalFileStore;
import io.placed.io.PathNames;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.table.DataSet;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * The file systems. Paths without a scheme and with {@code file:} are local; Hadoop, whose start
 * takes half a second, is used only for others.
 */
public final class Environment implements FileStores {
  private final FileStore local;
  private Configuration configuration;
  private FileStores hadoop;

  public Environment() {
    this(new LocalFileStore());
  }

  /** The same with another local file system. */
  public Environment(FileStore local) {
    this.local = local;
  }

  @Override
  public synchronized FileStore forPath(String path) throws IOException {
    String scheme = PathNames.scheme(path);
    if (scheme.isEmpty() || scheme.equals("file")) {
      return local;
    }
    if (hadoop == null) {
      hadoop = new HadoopFileStores(configuration());
    }
    return hadoop.forPath(path);
  }

  /** Hadoop's configuration, with the {@code core-site.xml} on the class path if there is one. */
  public synchronized Configuration configuration() {
    if (configuration == null) {
      configuration = new Configuration();
    }
    return configuration;
  }

  /** A data set that has snapshots; throws if there is none at the path. */
  public DataSet withSnapshots(String path) throws IOException {
    DataSet dataSet = DataSet.at(this, path);
    if (!dataSet.hasSnapshots()) {
      throw new CliException(
          path + (dataSet.exists() ? " has no snapshots" : ": no such file or directory"));
    }
    return dataSet;
  }

  /** Throws if the path exists. */
  public void requireAbsent(String path) throws IOException {
    if (forPath(path).exists(path)) {
      throw exists(path);
    }
  }

  /**
   * Throws unless a data set can begin at the path. What a killed process has written there before
   * its commit is in nobody's way.
   */
  public void requireVacant(String path) throws IOException {
    if (!DataSet.at(this, path).isVacant()) {
      throw exists(path);
    }
  }

  private static CliException exists(String path) {
    return new CliException(path + " already exists; --overwrite replaces it");
  }
}
