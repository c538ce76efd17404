package io.placed.table.commit;

import io.placed.error.CorruptFileException;
import io.placed.io.FileInfo;
import io.placed.io.PathNames;
import io.placed.table.discovery.ForeignFiles;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.file.ManagedName;
import io.placed.write.SiblingSummary;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks that files exist before a snapshot lists them. */
public final class FileCheck {
  /** Files that are asked for one by one rather than listed. */
  private static final int FEW = 32;

  private final TableDirectory table;

  public FileCheck(TableDirectory table) {
    this.table = table;
  }

  /**
   * @throws FileNotFoundException if the file, a sibling or its deletion vector does not exist
   * @throws CorruptFileException if one has another length
   */
  public void requireComplete(DataFile f) throws IOException {
    if (f.deletes() != null) {
      // By its name: the vector itself is checked by whoever reads it.
      table.store().stat(PathNames.join(table.log().directory(), f.deletes().path()));
    }
    requireLength(f.path(), f.length());
    String directory = PathNames.parent(f.path());
    for (SiblingSummary s : f.siblings()) {
      requireLength(PathNames.join(directory, s.name()), s.length());
    }
  }

  /**
   * The same for many files, of which a listing has most. Those whose names are not of commits may
   * have been replaced by others, which their ids tell.
   *
   * @throws FileNotFoundException as for one, also if it is removed meanwhile
   * @throws CorruptFileException also if another file is in the place of one
   */
  void requireComplete(List<DataFile> files) throws IOException {
    Map<String, Long> listed = new HashMap<>();
    if (files.size() > FEW) {
      for (FileInfo f : table.store().walk(table.path(), n -> !PathNames.isHiddenDirectory(n))) {
        listed.put(PathNames.relativize(table.path(), f.path()), f.length());
      }
    }
    for (DataFile f : files) {
      boolean complete =
          f.deletes() == null && Long.valueOf(f.length()).equals(listed.get(f.path()));
      for (SiblingSummary s : f.siblings()) {
        String path = PathNames.join(PathNames.parent(f.path()), s.name());
        complete &= Long.valueOf(s.length()).equals(listed.get(path));
      }
      if (!complete) {
        requireComplete(f); // A listing may miss a file.
      }
      if (ManagedName.commitOf(PathNames.name(f.path())) == null) {
        requireSame(f);
      }
    }
  }

  private void requireSame(DataFile f) throws IOException {
    String path = PathNames.join(table.path(), f.path());
    Optional<ForeignFiles.Found> found = table.foreign().footer(table.store().stat(path));
    String id = found.map(there -> there.footer().fileId()).orElse("none");
    if (!id.equals(f.fileId())) {
      throw new CorruptFileException(
          path,
          0,
          "the file has the id " + id + ", expected " + f.fileId() + ": another is in its place");
    }
  }

  private void requireLength(String relative, long length) throws IOException {
    String path = PathNames.join(table.path(), relative);
    long found = table.store().stat(path).length();
    if (found != length) {
      throw new CorruptFileException(path, 0, "length is " + found + " bytes, expected " + length);
    }
  }
}
