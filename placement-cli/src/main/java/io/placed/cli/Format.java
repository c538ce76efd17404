package io.placed.cli;

import io.placed.cli.error.CliException;
import io.placed.formats.Streams;
import io.placed.io.FileStores;
import io.placed.io.InputFile;
import io.placed.io.PathNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** File formats of tables. */
enum Format {
  PLACED,
  PARQUET,
  ORC,
  CSV;

  private static final byte[] PARQUET_MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ORC_MAGIC = "ORC".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] GZIP_MAGIC = {0x1f, (byte) 0x8b};

  /** Its name in options and messages. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As picocli prints it. */
  @Override
  public String toString() {
    return text();
  }

  static String names() {
    return Arrays.stream(values()).map(Format::text).collect(Collectors.joining(", "));
  }

  /**
   * The format of an existing file, detected from its magic bytes, else from its name.
   *
   * @throws CliException if the format is not recognized
   */
  static Format of(FileStores stores, String path) throws IOException {
    InputFile file = stores.forPath(path).input(path);
    byte[] head = Streams.head(file, 16);
    if (Streams.startsWith(head, PARQUET_MAGIC)) {
      return PARQUET;
    }
    if (Streams.startsWith(head, ORC_MAGIC)) {
      return ORC;
    }
    if (PlacedMagic.starts(head)) {
      return PLACED;
    }
    String name = PathNames.name(path).toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv") || name.endsWith(".csv.gz")) {
      return CSV;
    }
    if (name.endsWith(".placed")) {
      // Corrupt or empty: the reader reports what is wrong.
      return PLACED;
    }
    if (Streams.startsWith(head, GZIP_MAGIC)) {
      return CSV;
    }
    throw new CliException(
        "%s: format not recognized from its magic bytes or name; supported formats are %s"
            .formatted(path, names()));
  }

  /** The format of an output, from its name; a data set unless it has a known extension. */
  static Format ofOutput(String path) {
    String name = PathNames.name(path).toLowerCase(Locale.ROOT);
    if (name.endsWith(".parquet")) {
      return PARQUET;
    }
    if (name.endsWith(".csv") || name.endsWith(".csv.gz")) {
      return CSV;
    }
    return name.endsWith(".orc") ? ORC : PLACED;
  }
}
