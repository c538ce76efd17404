package io.placed.table.commit;

import io.placed.io.ParallelReads;
import io.placed.table.deletes.FileDeletes;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.file.Deletes;
import io.placed.table.snapshot.CopiedRows;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The deletion vectors of a commit: those that the files have, and the newly deleted rows. */
final class Marking {
  private final TableDirectory table;
  private final String commitId;
  private final Set<String> emptied = new HashSet<>();
  private final Map<DataFile, RowBitmap> vectors = new LinkedHashMap<>();
  private final Set<DataFile> replaced;
  private final Map<String, MarkedFile> marked = new LinkedHashMap<>();
  private final Map<String, Deletes> sources = new LinkedHashMap<>();

  private record Union(DataFile file, RowBitmap rows) {}

  /**
   * @param deleted numbers of rows, by the file as it was read
   * @param notCopied the same of files that are replaced by copies of their other rows
   */
  Marking(
      TableDirectory table,
      String commitId,
      Map<DataFile, RowBitmap> deleted,
      Map<DataFile, RowBitmap> notCopied)
      throws IOException {
    this.table = table;
    this.commitId = commitId;
    this.replaced = notCopied.keySet();
    for (Union u :
        ParallelReads.all(
            List.copyOf(notCopied.entrySet()), e -> union(e.getKey(), e.getValue()))) {
      vectors.put(u.file(), u.rows());
    }
    for (DataFile f : deleted.keySet()) {
      if (f.foreign()) {
        throw new IllegalArgumentException(
            f.path() + ": is in no snapshot; it must be rewritten to delete rows of it");
      }
    }
    List<Map.Entry<DataFile, RowBitmap>> some =
        deleted.entrySet().stream().filter(e -> !e.getValue().isEmpty()).toList();
    for (Union u : ParallelReads.all(some, e -> union(e.getKey(), e.getValue()))) {
      if (u.rows().rows() == u.file().rows()) {
        emptied.add(u.file().path());
      } else if (u.rows().rows() > u.file().rows() - u.file().liveRows()) {
        vectors.put(u.file(), u.rows());
      }
    }
  }

  private Union union(DataFile file, RowBitmap deleted) throws IOException {
    RowBitmap all = deleted.copy();
    FileDeletes before = FileDeletes.of(table.log().directory(), file);
    if (before != null) {
      all.addAll(before.vector(table.store()));
    }
    return new Union(file, all);
  }

  /** Paths of the files that have no rows any more. */
  Set<String> emptied() {
    return emptied;
  }

  /** Writes the vectors of the other files. */
  void write() throws IOException {
    if (vectors.isEmpty()) {
      return;
    }
    table
        .log()
        .deletes()
        .write(commitId, vectors)
        .forEach(
            (file, vector) -> {
              if (replaced.contains(file)) {
                sources.put(file.path(), vector);
              } else {
                marked.put(file.path(), new MarkedFile(file, vector));
              }
            });
  }

  /** Files that stay, by path. */
  Map<String, MarkedFile> marked() {
    return marked;
  }

  CopiedRows copied(Set<String> files) {
    return sources.isEmpty() ? CopiedRows.NONE : new CopiedRows(files, sources);
  }
}
