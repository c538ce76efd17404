package io.placed.cli;

import io.placed.cli.error.CliException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of a directory, without hidden ones.
 *
 * <p>Those of a Delta or Iceberg table are not its rows: which files count, and which rows of them,
 * is in its log only, and what was removed stays in the directory until somebody cleans up.
 */
final class InputFiles {
  private static final String DELTA_LOG = "_delta_log";
  private static final String ICEBERG_METADATA = "metadata";

  private final FileStore store;

  /** As the user named it. */
  private final String directory;

  private final String root;
  private final List<FileInfo> files = new ArrayList<>();
  private String deltaLog;
  private String icebergMetadata;

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
          icebergMetadata = f.path();
        }
        if (!PathNames.isHiddenFile(name)) {
          files.add(f);
        }
      } else if (name.equals(DELTA_LOG)) {
        deltaLog = f.path();
      } else if (!PathNames.isHiddenDirectory(name)) {
        collect(f.path());
      }
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
   * Refuses a directory that is a Delta or Iceberg table, is in one, or has one in it.
   *
   * @throws CliException that says what was found, and what to do
   */
  void requireNoLog() throws IOException {
    String at = PathNames.parent(root);
    while (deltaLog == null && icebergMetadata == null && !at.isEmpty()) {
      String log = PathNames.join(at, DELTA_LOG);
      if (store.exists(log)) {
        deltaLog = log;
      }
      icebergMetadata = icebergMetadata(PathNames.join(at, ICEBERG_METADATA));
      at = PathNames.parent(at);
    }
    if (deltaLog != null) {
      throw refused("a Delta", PathNames.parent(deltaLog), deltaLog);
    }
    if (icebergMetadata != null) {
      String table = PathNames.parent(PathNames.parent(icebergMetadata));
      throw refused("an Iceberg", table, icebergMetadata);
    }
  }

  /** A metadata file in a directory; null if there is none. */
  private String icebergMetadata(String metadata) throws IOException {
    if (store.exists(metadata) && store.stat(metadata).directory()) {
      for (FileInfo f : store.list(metadata, false)) {
        if (isIcebergMetadata(PathNames.name(f.path()))) {
          return f.path();
        }
      }
    }
    return null;
  }

  private CliException refused(String format, String table, String found) {
    String relation =
        table.equals(root)
            ? "is %s table"
            : table.startsWith(root.endsWith("/") ? root : root + "/")
                ? "has %s table in it"
                : "is in %s table";
    return new CliException(
        ("%s %s (found %s): which of its files and rows count is only in its log, so it is not read"
                + " file by file; copy it with Spark (CREATE TABLE … USING placed AS SELECT …), or"
                + " name single files")
            .formatted(directory, relation.formatted(format), found));
  }
}
