package io.placed.cli.input;

import io.placed.cli.error.CliException;
import io.placed.formats.Streams;
import io.placed.io.FileStores;
import io.placed.io.InputFile;
import io.placed.io.PathNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** File formats of tables. */
public enum Format {
  PLACED,
  PARQUET,
  ORC,
  CSV,
  JSON;

  private static final List<String> JSON_NAMES = List.of(".jsonl", ".ndjson", ".json");
  private static final byte[] PARQUET_MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ORC_MAGIC = "ORC".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] GZIP_MAGIC = {0x1f, (byte) 0x8b};

  /** Its name in options and messages. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As picocli prints it. */
  @Override
  public String toString() {
    return text();
  }

  public static String names() {
    return Arrays.stream(values()).map(Format::text).collect(Collectors.joining(", "));
  }

  /**
   * The format of an existing file, detected from its magic bytes, else from its name.
   *
   * @throws CliException if the format is not recognized
   */
  public static Format of(FileStores stores, String path) throws IOException {
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
    Format text = ofText(name);
    if (text != null) {
      return text;
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
  public static Format ofOutput(String path) {
    Format named = ofName(path);
    return named == null ? PLACED : named;
  }

  /** The format that the name of a file says; null if it says none. */
  static Format ofName(String path) {
    String name = PathNames.name(path).toLowerCase(Locale.ROOT);
    if (name.endsWith(".placed")) {
      return PLACED;
    }
    if (name.endsWith(".parquet")) {
      return PARQUET;
    }
    return name.endsWith(".orc") ? ORC : ofText(name);
  }

  /** The format of text that the name of a file says; null if it says none. */
  private static Format ofText(String name) {
    String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    if (plain.endsWith(".csv")) {
      return CSV;
    }
    boolean json = JSON_NAMES.stream().anyMatch(plain::endsWith);
    return json ? JSON : null;
  }
}
