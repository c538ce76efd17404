package io.placed;

import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import java.io.IOException;

/** Writes a table that is a single file. */
record SingleFileOutput(FileWriter file) implements TableOutput {
  @Override
  public void write(Batch batch) throws IOException {
    file.write(batch);
  }

  @Override
  public void commit() throws IOException {
    file.finish();
  }

  @Override
  public void abort() throws IOException {
    file.abort();
  }
}
