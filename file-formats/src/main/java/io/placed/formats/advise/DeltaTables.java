package io.placed.formats.advise;

import io.placed.advise.AdvisedFormat;
import io.placed.advise.AdvisedSource;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import java.io.IOException;
import java.util.Optional;

/** Finds Delta tables. Delta's kernel is not needed until there is one. */
public final class DeltaTables implements AdvisedFormat {
  private static final String LOG = "_delta_log";

  @Override
  public String text() {
    return "Delta";
  }

  @Override
  public Optional<AdvisedSource> find(FileStores stores, String path) throws IOException {
    FileStore store = stores.forPath(path);
    if (!store.stat(path).directory() || !store.exists(PathNames.join(path, LOG))) {
      return Optional.empty();
    }
    try {
      return Optional.of(DeltaLog.source(stores, path, store.qualify(path)));
    } catch (NoClassDefFoundError e) {
      throw new IllegalArgumentException(
          path + " is a Delta table, which needs delta-kernel-defaults on the class path", e);
    }
  }
}
