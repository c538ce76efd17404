package io.placed.formats.parquet;

import io.placed.formats.BatchSink;
import io.placed.formats.BatchSource;
import io.placed.formats.FormatException;
import io.placed.formats.Schemas;
import io.placed.formats.container.Container;
import io.placed.formats.zones.FileZones;
import io.placed.formats.zones.ZonedFormat;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;

/** Parquet files, through parquet-hadoop's public interfaces. */
public final class ParquetFormat implements ZonedFormat {
  private static final long ROW_GROUP_BYTES = 128L << 20;

  /** Of parquet-java since 1.11. */
  private static final int PAGE_ROWS = 20_000;

  private final FileStores stores;
  private final Map<String, Long> rows = new ConcurrentHashMap<>();

  public ParquetFormat(FileStores stores) {
    this.stores = stores;
  }

  @Override
  public Schema schema(List<String> paths) throws IOException {
    if (paths.isEmpty()) {
      throw new FormatException("no Parquet file was given");
    }
    return Schemas.merge(paths, this::schema);
  }

  private Schema schema(String path) throws IOException {
    try (ParquetFileReader reader = reader(path)) {
      rows.put(path, reader.getRecordCount());
      return ParquetSchemas.schema(reader.getFileMetaData().getSchema());
    }
  }

  @Override
  public long rows(String path) {
    return rows.getOrDefault(path, -1L);
  }

  @Override
  public BatchSource open(String path, Schema wanted) throws IOException {
    return new ParquetSource(path, reader(path), wanted);
  }

  @Override
  public String text() {
    return "Parquet";
  }

  @Override
  public String extension() {
    return "parquet";
  }

  @Override
  public long rowGroupBytes() {
    return ROW_GROUP_BYTES;
  }

  @Override
  public int pageRows() {
    return PAGE_ROWS;
  }

  @Override
  public FileZones zones(String path) throws IOException {
    return new ParquetZones(path, reader(path));
  }

  @Override
  public BatchSink sink(
      FileStore store, String path, Schema schema, String compression, Container container)
      throws IOException {
    ParquetCompression codec = ParquetCompression.parse(compression);
    return new ParquetSink(store, path, schema, codec, container, false);
  }

  private ParquetFileReader reader(String path) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .usePageChecksumVerification()
            .build();
    try {
      return ParquetFileReader.open(new ParquetInput(stores.forPath(path).input(path)), options);
    } catch (FileNotFoundException e) {
      throw e;
    } catch (IOException e) {
      throw FormatException.unreadable(path, e);
    } catch (RuntimeException e) {
      // parquet-hadoop throws this for a file without the magic bytes.
      throw new FormatException(path + ": not a valid Parquet file: " + e.getMessage(), e);
    }
  }
}
