package io.placed.table.vacuum;

import io.placed.table.file.DataFile;
import io.placed.table.file.Deletes;
import io.placed.table.snapshot.FileList;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Paths, relative to the data set, of the files that some snapshots need. */
final class ListedPaths {
  private final Set<String> paths = new HashSet<>();

  /**
   * Adds the files of a snapshot: data files, manifests and deletion vectors.
   *
   * @param before a snapshot whose files are known already; null = none
   */
  void add(TableState state, TableState before) throws IOException {
    if (before == null) {
      for (DataFile f : state.files().all().values()) {
        paths.addAll(f.paths());
      }
    } else {
      for (FileList.Differing d : state.files().notIn(before.files())) {
        paths.addAll(d.file().paths());
      }
    }
    paths.addAll(state.files().manifestPaths());
    for (Deletes vector : state.info().copied().sources().values()) {
      paths.add(vector.pathInTable());
    }
  }

  boolean has(String path) {
    return paths.contains(path);
  }
}
