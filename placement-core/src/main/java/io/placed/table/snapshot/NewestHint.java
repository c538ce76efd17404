package io.placed.table.snapshot;

import io.placed.error.MalformedDataException;
import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.io.PositionOutput;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.Json;
import java.io.IOException;

/**
 * {@code newest.json}: a snapshot that was the newest when this was written, so that readers of a
 * long log need not list it. It may lag behind, be damaged or missing: then the log is listed.
 */
final class NewestHint {
  static final String NAME = "newest.json";

  private final FileStore store;
  private final String path;

  NewestHint(FileStore store, String directory) {
    this.store = store;
    this.path = PathNames.join(directory, NAME);
  }

  /** The id, or 0 if there is no hint that can be read. */
  long read() {
    try {
      Json in = Json.parse(CheckedLine.read(store.readAll(path)), "hint");
      in.number("version");
      return Math.max(0, in.number("newest"));
    } catch (MalformedDataException | IOException e) {
      return 0; // whoever lists the log instead meets what is wrong with the file system
    }
  }

  /** Replaces the hint as a whole. */
  void write(long id) throws IOException {
    String line =
        Json.write(
            out -> {
              out.beginObject();
              out.name("version").value(SnapshotJson.VERSION);
              out.name("newest").value(id);
              out.endObject();
            });
    PositionOutput out = store.create(path, new CreateOptions(true, 0, true));
    try {
      out.write(CheckedLine.of(line));
      out.close();
    } catch (IOException | RuntimeException e) {
      try {
        out.abort();
      } catch (IOException aborting) {
        e.addSuppressed(aborting);
      }
      throw e;
    }
  }
}
