package io.placed.experiments.albis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Reads a file from its beginning to its end. */
final class PlainRead {
  private static final int BUFFER = 1 << 20;

  private PlainRead() {}

  /**
   * @param file a local path or an address of a Hadoop file system
   * @return its bytes
   */
  static long all(String file) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long sum = 0;
    try (InputStream in = open(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        sum += n;
      }
    }
    return sum;
  }

  private static InputStream open(String file) throws IOException {
    if (!file.contains("://")) {
      return Files.newInputStream(Path.of(file));
    }
    var path = new org.apache.hadoop.fs.Path(file);
    return path.getFileSystem(new Configuration()).open(path);
  }
}
