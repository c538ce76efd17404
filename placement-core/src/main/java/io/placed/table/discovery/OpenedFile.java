package io.placed.table.discovery;

import io.placed.scan.FileReader;
import io.placed.table.snapshot.Snapshot;
import java.io.Closeable;
import java.io.IOException;

/** An open single-file table, so that a reader need not open the file again. */
public record OpenedFile(Snapshot snapshot, FileReader reader) implements Closeable {
  @Override
  public void close() throws IOException {
    reader.close();
  }
}
