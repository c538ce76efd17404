package io.placed.dataset;

import io.placed.io.InputFile;
import java.io.IOException;
import java.util.Optional;

/** Footers of real files. */
final class FileFooters implements FooterSource {
  @Override
  public Optional<Footer> read(InputFile file) throws IOException {
    throw new IOException(file.path() + ": files without a snapshot cannot be read yet");
  }
}
