package io.placed.write.pack;

import io.placed.io.FileStore;
import io.placed.io.IoCounters;
import io.placed.io.PathNames;
import io.placed.scan.FileReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The siblings of a file that is being replaced. */
public final class ReplacedFile {
  private final FileStore store;
  private final List<String> siblings = new ArrayList<>();

  private ReplacedFile(FileStore store) {
    this.store = store;
  }

  /** The current file at the path; without siblings if it is not a sound Placed file. */
  public static ReplacedFile at(FileStore store, String path) {
    ReplacedFile replaced = new ReplacedFile(store);
    try (FileReader file = FileReader.open(store.input(path), new IoCounters())) {
      String name = PathNames.name(path);
      for (int k = 1; k <= file.siblings().size(); k++) {
        // A malicious file may name others: remove only files that can be its own.
        String own = SiblingNames.of(name, file.fileId(), k);
        if (own.equals(file.siblings().get(k - 1).name())) {
          replaced.siblings.add(PathNames.join(PathNames.parent(path), own));
        }
      }
    } catch (IOException e) {
      // No file, another format or a damaged file: no siblings are known.
      return replaced;
    }
    return replaced;
  }

  /** Removes the siblings. */
  public void remove() {
    for (String s : siblings) {
      try {
        store.delete(s, false);
      } catch (IOException e) {
        // The new file is in place. Remaining siblings of the old one are hidden and unreferenced.
        continue;
      }
    }
  }
}
