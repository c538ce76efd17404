package io.placed.formats.advise;

import io.placed.formats.Streams;
import io.placed.formats.orc.OrcFormat;
import io.placed.formats.parquet.ParquetFormat;
import io.placed.formats.zones.ZonedFormat;
import io.placed.io.FileStores;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;

/** The formats of files that tables consist of. */
final class ZonedFormats {
  private static final byte[] PARQUET = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ORC = "ORC".getBytes(StandardCharsets.US_ASCII);

  private ZonedFormats() {}

  /** The format of a file by its first bytes; null if it is another one. */
  static ZonedFormat of(FileStores stores, String path) throws IOException {
    byte[] head = Streams.head(stores.forPath(path).input(path), PARQUET.length);
    if (Streams.startsWith(head, PARQUET)) {
      return parquet(stores);
    }
    return Streams.startsWith(head, ORC) ? orc() : null;
  }

  static ZonedFormat parquet(FileStores stores) {
    return new ParquetFormat(stores);
  }

  /** The same format for local files. */
  static ZonedFormat local(ZonedFormat format) {
    return format instanceof ParquetFormat ? parquet(FileStores.local()) : orc();
  }

  /** With the Hadoop settings of the class path, as the command line has them. */
  static ZonedFormat orc() {
    return new OrcFormat(Configuration::new);
  }
}
