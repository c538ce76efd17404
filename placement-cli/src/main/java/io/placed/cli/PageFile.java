package io.placed.cli;

import io.placed.cli.store.Environment;
import io.placed.io.CreateOptions;
import io.placed.io.PositionOutput;
import io.placed.text.Amounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A page or drawing that a command writes to a file. */
record PageFile(Environment environment, String path, boolean overwrite) {

  /** Before the work that the page is made of. */
  void requireAbsent() throws IOException {
    if (!overwrite) {
      environment.requireAbsent(path);
    }
  }

  /**
   * Writes the whole page, or nothing.
   *
   * @return the file and its size, as the command says it
   */
  String write(String page) throws IOException {
    byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
    PositionOutput file =
        environment
            .forPath(path)
            .create(path, CreateOptions.NEW.withAtomic(true).withOverwrite(overwrite));
    try {
      file.write(bytes);
    } catch (IOException | RuntimeException e) {
      file.abort();
      throw e;
    }
    file.close();
    return path + ": " + Amounts.bytes(bytes.length);
  }
}
