package io.placed.table.discovery;

import io.placed.scan.FileReader;
import io.placed.table.snapshot.Snapshot;
import java.io.Closeable;
import java.io.IOException;

/** A single file as a table, and open, so that who reads it need not open it again. */
public record OpenedFile(Snapshot snapshot, FileReader reader) implements Closeable {
  @Override
  public void close() throws IOException {
    reader.close();
  }
}
