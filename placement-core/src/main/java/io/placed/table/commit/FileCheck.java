package io.placed.table.commit;

import io.placed.error.CorruptFileException;
import io.placed.io.PathNames;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.write.SiblingSummary;
import java.io.FileNotFoundException;
import java.io.IOException;

/** Checks that files exist before a snapshot lists them. */
public final class FileCheck {
  private final TableDirectory table;

  public FileCheck(TableDirectory table) {
    this.table = table;
  }

  /**
   * @throws FileNotFoundException if the file or a sibling does not exist
   * @throws CorruptFileException if one has another length
   */
  public void requireComplete(DataFile f) throws IOException {
    requireLength(f.path(), f.length());
    String directory = PathNames.parent(f.path());
    for (SiblingSummary s : f.siblings()) {
      requireLength(PathNames.join(directory, s.name()), s.length());
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
