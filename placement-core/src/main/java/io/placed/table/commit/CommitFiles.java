package io.placed.table.commit;

import io.placed.io.FileInfo;
import io.placed.io.PathNames;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.ManagedName;
import io.placed.table.snapshot.SnapshotLog;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The files that were written for a commit, in the table and in its log. */
final class CommitFiles {
  private final TableDirectory table;
  private final String id;

  CommitFiles(TableDirectory table, String id) {
    this.table = table;
    this.id = id;
  }

  /**
   * Removes all of them, and nothing else.
   *
   * @throws IOException if one cannot be removed; the others are
   */
  void remove() throws IOException {
    List<FileInfo> files;
    try {
      files = new ArrayList<>(table.log().commitFiles());
      files.addAll(table.store().walk(table.path(), n -> !n.equals(SnapshotLog.DIRECTORY)));
    } catch (FileNotFoundException e) {
      return;
    }
    IOException failure = null;
    for (FileInfo file : files) {
      if (isOfCommit(PathNames.name(file.path()))) {
        try {
          table.store().delete(file.path(), false);
        } catch (IOException e) {
          if (failure != null) {
            e.addSuppressed(failure);
          }
          failure = e;
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Whether it is a file of the commit, or its temporary file. */
  private boolean isOfCommit(String name) {
    return id.equals(ManagedName.commitOfLogFile(name))
        || id.equals(ManagedName.commitOfTemporary(name));
  }
}
