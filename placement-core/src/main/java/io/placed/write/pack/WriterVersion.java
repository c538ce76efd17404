package io.placed.write.pack;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Name and version of this library in files. */
final class WriterVersion {
  static final String TEXT = read();

  private WriterVersion() {}

  private static String read() {
    try (InputStream in = WriterVersion.class.getResourceAsStream("version.properties")) {
      Properties p = new Properties();
      p.load(in);
      return "placed " + p.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
