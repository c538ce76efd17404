package io.placed.advise;

import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.table.DataSet;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.ServiceLoader;

/** Finds tables by their paths. */
public final class AdvisedSources {
  private AdvisedSources() {}

  /**
   * A table of whatever format that is on the class path, by its content: the current state.
   *
   * @throws FileNotFoundException if there is none
   * @throws IllegalArgumentException if it cannot be advised on; the message names the path
   */
  public static AdvisedSource at(FileStores stores, String path) throws IOException {
    FileStore store = stores.forPath(path);
    if (!store.exists(path)) {
      throw new FileNotFoundException(path + ": no such file or directory");
    }
    for (AdvisedFormat f : ServiceLoader.load(AdvisedFormat.class)) {
      Optional<AdvisedSource> found = f.find(stores, path);
      if (found.isPresent()) {
        return found.get();
      }
    }
    DataSet dataSet = DataSet.at(stores, path);
    if (!dataSet.exists()) {
      throw new FileNotFoundException(path + ": no such file or directory");
    }
    return new PlacedSource(dataSet, dataSet.current());
  }
}
