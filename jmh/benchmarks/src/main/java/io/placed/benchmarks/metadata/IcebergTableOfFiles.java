package io.placed.benchmarks.metadata;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Iceberg's core, with its defaults. */
final class IcebergTableOfFiles implements MetadataTable {
  private final Path directory;
  private final Schema schema;
  private final HadoopTables tables = new HadoopTables(new Configuration());

  IcebergTableOfFiles(Path directory, int columns) {
    this.directory = directory;
    List<Types.NestedField> fields = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      fields.add(Types.NestedField.optional(c + 1, "c" + c, type(c)));
    }
    this.schema = new Schema(fields);
  }

  private static Type type(int column) {
    return switch (column % 3) {
      case 0 -> Types.LongType.get();
      case 1 -> Types.DoubleType.get();
      default -> Types.StringType.get();
    };
  }

  @Override
  public String name() {
    return "iceberg";
  }

  private Table open() {
    return tables.load(directory.toString());
  }

  @Override
  public void create() {
    Map<String, String> properties =
        Map.of("format-version", "2", "write.metadata.metrics.default", "full");
    tables.create(schema, PartitionSpec.unpartitioned(), properties, directory.toString());
  }

  @Override
  public void append(List<MadeUpFile> files) {
    AppendFiles append = open().newAppend();
    files.forEach(f -> append.appendFile(dataFile(f)));
    append.commit();
  }

  private DataFile dataFile(MadeUpFile f) {
    Map<Integer, Long> values = new HashMap<>();
    Map<Integer, Long> nulls = new HashMap<>();
    Map<Integer, Long> sizes = new HashMap<>();
    Map<Integer, ByteBuffer> lower = new HashMap<>();
    Map<Integer, ByteBuffer> upper = new HashMap<>();
    for (int c = 0; c < f.low().length; c++) {
      long low = f.low()[c];
      values.put(c + 1, MadeUpFile.ROWS);
      nulls.put(c + 1, low % 100);
      sizes.put(c + 1, MadeUpFile.BYTES / f.low().length);
      lower.put(c + 1, bound(c, low));
      upper.put(c + 1, bound(c, low + MadeUpFile.SPAN));
    }
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath(path(f))
        .withFormat("parquet")
        .withFileSizeInBytes(MadeUpFile.BYTES)
        .withMetrics(new Metrics(MadeUpFile.ROWS, sizes, values, nulls, Map.of(), lower, upper))
        .build();
  }

  private String path(MadeUpFile f) {
    return directory + "/data/00000-" + f.number() + "-0123456789abcdef.parquet";
  }

  private static ByteBuffer bound(int column, long value) {
    Object bound =
        switch (column % 3) {
          case 0 -> (Object) value;
          case 1 -> (double) value;
          default -> MadeUpFile.string(value);
        };
    return Conversions.toByteBuffer(type(column), bound);
  }

  @Override
  public void delete(MadeUpFile file) {
    open().newDelete().deleteFile(path(file)).commit();
  }

  @Override
  public long plan(int column, Long low, Long high) throws IOException {
    TableScan scan = open().newScan();
    if (low != null) {
      String name = "c" + column;
      scan =
          scan.filter(
              Expressions.and(
                  Expressions.greaterThanOrEqual(name, low),
                  Expressions.lessThanOrEqual(name, high)));
    }
    long files = 0;
    try (CloseableIterable<FileScanTask> tasks = scan.planFiles()) {
      for (FileScanTask task : tasks) {
        files += task.file().recordCount() > 0 ? 1 : 0;
      }
    }
    return files;
  }

  /** Hadoop counts bytes of the local file system, not requests. */
  @Override
  public ReadCost read() {
    long bytes = 0;
    for (FileSystem.Statistics s : FileSystem.getAllStatistics()) {
      bytes += s.getBytesRead();
    }
    return new ReadCost(-1, bytes);
  }

  @Override
  public long bytes() {
    Table table = open();
    Snapshot now = table.currentSnapshot();
    long bytes = table.io().newInputFile(now.manifestListLocation()).getLength();
    for (ManifestFile m : now.allManifests(table.io())) {
      bytes += m.length();
    }
    return bytes;
  }
}
