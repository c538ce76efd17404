package io.placed.write.pack;

import io.placed.io.FileStore;
import io.placed.io.IoCounters;
import io.placed.io.PathNames;
import io.placed.scan.FileReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The siblings of a file that another one takes the place of. */
public final class ReplacedFile {
  private final FileStore store;
  private final List<String> siblings = new ArrayList<>();

  private ReplacedFile(FileStore store) {
    this.store = store;
  }

  /** What stands at the path now; nothing if there is no sound Placed file. */
  public static ReplacedFile at(FileStore store, String path) {
    ReplacedFile replaced = new ReplacedFile(store);
    try (FileReader file = FileReader.open(store.input(path), new IoCounters())) {
      String name = PathNames.name(path);
      for (int k = 1; k <= file.siblings().size(); k++) {
        // A file that was made to do harm may name others: only what could be its own is removed.
        String own = SiblingNames.of(name, file.fileId(), k);
        if (own.equals(file.siblings().get(k - 1).name())) {
          replaced.siblings.add(PathNames.join(PathNames.parent(path), own));
        }
      }
    } catch (IOException e) {
      // Nothing, another format or a damaged file: there are no siblings to be known of.
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
        // The new file stands. What is left of the old one is hidden, and no file names it.
        continue;
      }
    }
  }
}
