package io.placed.table.snapshot;

import io.placed.error.MalformedDataException;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.Json;
import java.io.IOException;

/**
 * {@code newest.json}: a recent snapshot, so that readers of a long log need not list it. It may
 * lag behind; if it is damaged or missing the log is listed.
 */
final class NewestHint {
  static final String NAME = "newest.json";

  private final FileStore store;
  private final String path;

  NewestHint(FileStore store, String directory) {
    this.store = store;
    this.path = PathNames.join(directory, NAME);
  }

  /** The id; 0 if there is no readable hint. */
  long read() {
    try {
      Json in = Json.parse(CheckedLine.read(store.readAll(path)), "hint");
      in.number("version");
      return Math.max(0, in.number("newest"));
    } catch (MalformedDataException | IOException e) {
      return 0; // If the file system fails, listing the log reports it.
    }
  }

  /** Replaces the hint atomically. */
  void write(long id) throws IOException {
    String line =
        Json.write(
            out -> {
              out.beginObject();
              out.name("version").value(SnapshotJson.VERSION);
              out.name("newest").value(id);
              out.endObject();
            });
    CheckedLine.replace(store, path, line);
  }
}
