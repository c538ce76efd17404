package io.placed.cli.input;

import io.placed.cli.error.CliException;
import io.placed.formats.TableLog;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of a directory, without hidden ones.
 *
 * <p>Those of a Delta, Iceberg or Hudi table, or of a transactional one of Hive, are not its rows:
 * which files count, and which rows of them, is in its log only, and what was removed stays in the
 * directory until somebody cleans up.
 */
final class InputFiles {
  private static final String ICEBERG_METADATA = "metadata";

  private final FileStore store;

  /** As the user named it. */
  private final String directory;

  private final String root;
  private final List<FileInfo> files = new ArrayList<>();

  /** What was found of a table; null if nothing was. */
  private TableLog log;

  private String logPath;

  private InputFiles(FileStore store, String directory) throws IOException {
    this.store = store;
    this.directory = directory;
    this.root = store.stat(directory).path();
  }

  static InputFiles below(FileStore store, String directory) throws IOException {
    InputFiles out = new InputFiles(store, directory);
    out.collect(out.root);
    return out;
  }

  private void collect(String from) throws IOException {
    boolean metadata = PathNames.name(from).equals(ICEBERG_METADATA);
    for (FileInfo f : store.list(from, false)) {
      String name = PathNames.name(f.path());
      if (!f.directory()) {
        if (metadata && isIcebergMetadata(name)) {
          found(TableLog.ICEBERG, f.path());
        }
        if (!PathNames.isHiddenFile(name)) {
          files.add(f);
        }
        continue;
      }
      found(TableLog.of(name), f.path());
      if (!PathNames.isHiddenDirectory(name)) {
        collect(f.path());
      }
    }
  }

  /**
   * @param its null if nothing was found; of several the first of the enumeration is reported
   */
  private void found(TableLog its, String path) {
    if (its != null && (log == null || its.compareTo(log) < 0)) {
      log = its;
      logPath = path;
    }
  }

  private static boolean isIcebergMetadata(String name) {
    return name.endsWith(".metadata.json") || name.endsWith(".metadata.json.gz");
  }

  List<FileInfo> files() {
    return files;
  }

  /** The path of a file, from the directory on. */
  String relative(FileInfo file) {
    return PathNames.relativize(root, file.path());
  }

  /**
   * Refuses a directory that is a table with a log, is in one, or has one in it.
   *
   * @throws CliException that says what was found, and what to do
   */
  void requireNoLog() throws IOException {
    found(TableLog.of(PathNames.name(root)), root);
    String at = PathNames.parent(root);
    while (log == null && !at.isEmpty()) {
      found(TableLog.of(PathNames.name(at)), at);
      for (String name : List.of("_delta_log", ".hoodie")) {
        String path = PathNames.join(at, name);
        if (store.exists(path)) {
          found(TableLog.of(name), path);
        }
      }
      findIcebergMetadata(PathNames.join(at, ICEBERG_METADATA));
      at = PathNames.parent(at);
    }
    if (log != null) {
      String parent = PathNames.parent(logPath);
      throw refused(log == TableLog.ICEBERG ? PathNames.parent(parent) : parent);
    }
  }

  private void findIcebergMetadata(String metadata) throws IOException {
    if (log == null && store.exists(metadata) && store.stat(metadata).directory()) {
      for (FileInfo f : store.list(metadata, false)) {
        if (isIcebergMetadata(PathNames.name(f.path()))) {
          found(TableLog.ICEBERG, f.path());
        }
      }
    }
  }

  private CliException refused(String table) {
    String relation =
        table.equals(root)
            ? "is %s table"
            : table.startsWith(root.endsWith("/") ? root : root + "/")
                ? "has %s table in it"
                : "is in %s table";
    return new CliException(
        ("%s %s (found %s): which of its files and rows count is only in its log, so it is not read"
                + " file by file; copy it with %s, or name single files")
            .formatted(directory, relation.formatted(log.text()), logPath, log.copy()));
  }
}
