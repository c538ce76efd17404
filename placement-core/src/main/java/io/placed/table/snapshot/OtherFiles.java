package io.placed.table.snapshot;

import io.placed.table.file.DataFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Files of a snapshot that no log lists for it; they may be looked for when somebody asks. */
public final class OtherFiles {
  /** Looks for the files. */
  public interface Search {
    List<DataFile> run() throws IOException;
  }

  private final Search search;
  private volatile List<DataFile> found;

  /**
   * @param search runs at most once, unless it fails
   */
  public OtherFiles(Search search) {
    this.search = search;
  }

  static OtherFiles of(List<DataFile> files) {
    List<DataFile> known = List.copyOf(files);
    OtherFiles others = new OtherFiles(() -> known);
    others.found = known;
    return others;
  }

  List<DataFile> get() throws IOException {
    List<DataFile> known = found;
    if (known == null) {
      synchronized (search) {
        known = found == null ? List.copyOf(search.run()) : found;
        found = known;
      }
    }
    return known;
  }

  /** The same. */
  List<DataFile> known() {
    try {
      return get();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }
}
