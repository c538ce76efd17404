package io.placed.formats.advise;

import io.placed.advise.AdvisedFormat;
import io.placed.advise.AdvisedSource;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds Iceberg tables: the directory of a table, or one of its metadata files. Iceberg's library
 * is not needed until there is one.
 */
public final class IcebergTables implements AdvisedFormat {
  private static final String METADATA = "metadata";
  private static final String EXTENSION = ".metadata.json";
  private static final Pattern VERSION =
      Pattern.compile("v?(\\d+)(?:-.*)?(?:\\.gz)?\\.metadata\\.json(?:\\.gz)?");

  @Override
  public String text() {
    return "Iceberg";
  }

  @Override
  public Optional<AdvisedSource> find(FileStores stores, String path) throws IOException {
    FileStore store = stores.forPath(path);
    boolean directory = store.stat(path).directory();
    String file = directory ? latest(store, path) : path.endsWith(EXTENSION) ? path : null;
    if (file == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(IcebergMetadata.source(stores, path, file));
    } catch (NoClassDefFoundError e) {
      throw new IllegalArgumentException(
          path + " is an Iceberg table, which needs iceberg-core on the class path", e);
    }
  }

  /** The latest metadata file of a table; null if there is none. */
  private static String latest(FileStore store, String table) throws IOException {
    String directory = PathNames.join(table, METADATA);
    if (!store.exists(directory) || !store.stat(directory).directory()) {
      return null;
    }
    String hint = PathNames.join(directory, "version-hint.text");
    if (store.exists(hint)) {
      String version = new String(store.readAll(hint), StandardCharsets.UTF_8).strip();
      for (String name : List.of("v" + version + EXTENSION, version + EXTENSION, version)) {
        String file = PathNames.join(directory, name);
        if (!version.isEmpty() && store.exists(file)) {
          return file;
        }
      }
    }
    String best = null;
    long newest = -1;
    for (FileInfo f : store.list(directory, false)) {
      Matcher m = VERSION.matcher(PathNames.name(f.path()));
      if (m.matches() && m.group(1).length() < 19 && Long.parseLong(m.group(1)) > newest) {
        newest = Long.parseLong(m.group(1));
        best = f.path();
      }
    }
    return best;
  }
}
