package io.placed.table.deletes;

import io.placed.io.CreateOptions;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.io.PositionOutput;
import io.placed.table.file.DataFile;
import io.placed.table.file.Deletes;
import io.placed.table.file.ManagedName;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of deletion vectors in the directory of a log. */
public final class DeletesFiles {
  private final FileStore store;
  private final String directory;

  /**
   * @param directory of the log
   */
  public DeletesFiles(FileStore store, String directory) {
    this.store = store;
    this.directory = directory;
  }

  /**
   * Writes the deletion vectors of a commit to one file.
   *
   * @param rows all deleted rows of each data file, those that were deleted before included
   * @return where the vector of each data file is
   * @throws IllegalArgumentException if a vector is empty or has rows that the file does not have
   */
  public Map<DataFile, Deletes> write(String commitId, Map<DataFile, RowBitmap> rows)
      throws IOException {
    String path =
        Deletes.DIRECTORY + "/" + commitId + "-" + ManagedName.newAttempt(store.machine()) + ".bin";
    Map<DataFile, Deletes> written = new LinkedHashMap<>();
    PositionOutput out =
        store.create(PathNames.join(directory, path), new CreateOptions(false, 0, true));
    try {
      out.write(VectorCodec.header(commitId));
      for (Map.Entry<DataFile, RowBitmap> e : rows.entrySet()) {
        DataFile file = e.getKey();
        RowBitmap deleted = e.getValue();
        if (deleted.isEmpty() || deleted.end() > file.rows()) {
          throw new IllegalArgumentException(
              file.path()
                  + ": has "
                  + file.rows()
                  + " rows, and the last one to be deleted is number "
                  + (deleted.end() - 1));
        }
        byte[] vector = VectorCodec.vector(deleted);
        out.write(VectorCodec.owner(file.fileId()));
        written.put(file, new Deletes(path, out.position(), vector.length, deleted.rows()));
        out.write(vector);
      }
      out.close();
    } catch (IOException | RuntimeException e) {
      try {
        out.abort();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
    return written;
  }

  /** What lies in the directory, with whole paths. */
  public List<FileInfo> list() throws IOException {
    try {
      List<FileInfo> files =
          new ArrayList<>(store.list(PathNames.join(directory, Deletes.DIRECTORY), false));
      files.removeIf(FileInfo::directory);
      return files;
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }
}
