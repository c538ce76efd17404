package io.placed.formats.parquet;

import io.placed.formats.BatchSource;
import io.placed.formats.FileFormat;
import io.placed.formats.FormatException;
import io.placed.formats.Schemas;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;

/** Parquet files, through parquet-hadoop's public interfaces. */
public final class ParquetFormat implements FileFormat {
  private final FileStores stores;
  private final Map<String, Long> rows = new HashMap<>();

  public ParquetFormat(FileStores stores) {
    this.stores = stores;
  }

  @Override
  public Schema schema(List<String> paths) throws IOException {
    Schema schema = null;
    for (String path : paths) {
      try (ParquetFileReader reader = reader(path)) {
        Schema here = ParquetSchemas.schema(reader.getFileMetaData().getSchema());
        rows.put(path, reader.getRecordCount());
        schema = schema == null ? here : Schemas.merge(paths.get(0), schema, path, here);
      } catch (FormatException e) {
        throw e.getMessage().contains(path)
            ? e
            : new FormatException(path + ": " + e.getMessage(), e);
      }
    }
    if (schema == null) {
      throw new FormatException("no Parquet file was given");
    }
    return schema;
  }

  @Override
  public long rows(String path) {
    return rows.getOrDefault(path, -1L);
  }

  @Override
  public BatchSource open(String path, Schema wanted) throws IOException {
    return new ParquetSource(path, reader(path), wanted);
  }

  private ParquetFileReader reader(String path) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .usePageChecksumVerification()
            .build();
    try {
      return ParquetFileReader.open(new ParquetInput(stores.forPath(path).input(path)), options);
    } catch (RuntimeException e) {
      // parquet-hadoop throws this for a file without the magic bytes.
      throw new FormatException(path + ": not a valid Parquet file: " + e.getMessage(), e);
    }
  }
}
