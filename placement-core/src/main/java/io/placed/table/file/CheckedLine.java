package io.placed.table.file;

import io.placed.error.MalformedDataException;
import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.PositionOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * The format of all files in {@code _placed/}: one line of text, and one line {@code
 * {"crc32c":"xxxxxxxx"}} with the checksum of the first, without its line feed.
 */
public final class CheckedLine {
  private CheckedLine() {}

  public static byte[] of(String line) {
    return (line + "\n" + checksum(line) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Replaces a file by one with this line, atomically. */
  public static void replace(FileStore store, String path, String line) throws IOException {
    PositionOutput out = store.create(path, CreateOptions.NEW.withAtomic(true).withOverwrite(true));
    try {
      out.write(of(line));
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

  /**
   * The line.
   *
   * @throws MalformedDataException if the text is damaged
   */
  public static String read(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    int end = text.indexOf('\n');
    if (end < 0) {
      throw new MalformedDataException("the checksum line is missing");
    }
    String line = text.substring(0, end);
    String expected = checksum(line);
    if (!text.substring(end + 1).equals(expected + "\n")) {
      throw new MalformedDataException("the checksum does not match, expected " + expected);
    }
    return line;
  }

  private static String checksum(String line) {
    CRC32C crc = new CRC32C();
    crc.update(line.getBytes(StandardCharsets.UTF_8));
    return String.format(Locale.ROOT, "{\"crc32c\":\"%08x\"}", crc.getValue());
  }
}
