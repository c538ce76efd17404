package io.placed.hive.write;

import io.placed.hive.PlacedRow;
import io.placed.hive.type.Columns;
import io.placed.hive.type.HiveFile;
import io.placed.hive.type.HostHive;
import io.placed.hive.type.SessionZone;
import io.placed.io.FileStores;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.StatsProvidingRecordWriter;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.io.Writable;

/** Collects the rows of one task, or of one of its partitions, in batches for one file. */
public final class PlacedRecordWriter implements StatsProvidingRecordWriter {
  private static final int BATCH_ROWS = 4096;

  /**
   * Maximum bytes of a batch; only values of variable length reach it before the maximum of rows.
   */
  private static final long BATCH_BYTES = 16L << 20;

  private static final int ROWS_BETWEEN_CHECKS = 64;

  /**
   * Memory that the writers of all open partitions of a task share. Hive calls them from one
   * thread, and has no object per task where this could be kept.
   */
  private static final ThreadLocal<SharedMemory> MEMORY = new ThreadLocal<>();

  private record SharedMemory(long setting, WriteMemory memory) {}

  private final String path;
  private final FileWriter file;
  private final RowAppender rows;
  private final Batch batch;
  private long rowCount;
  private long rawBytes;

  private PlacedRecordWriter(String path, FileWriter file, Schema schema, RowAppender rows) {
    this.path = path;
    this.file = file;
    this.rows = rows;
    this.batch = Batch.of(schema);
  }

  /**
   * Creates a file.
   *
   * @param table the table's properties
   * @throws IOException if it cannot be written, or the properties require what a single file
   *     cannot have
   */
  public static PlacedRecordWriter open(Configuration job, Path file, Properties table)
      throws IOException {
    String path = file.toString();
    try {
      Columns columns = Columns.of(table);
      String location = table.getProperty(SnapshotGuard.LOCATION);
      DataSet dataSet = TargetSchema.dataSet(location, new HadoopFileStores(job));
      if (dataSet != null) {
        SnapshotGuard.requireNoOverwrite(job, location);
        SnapshotGuard.requireVisible(dataSet, location);
        SnapshotGuard.requirePartition(job, file, location, dataSet);
      }
      if (!HostHive.BEFORE_4) {
        SnapshotGuard.requireNoListBucketing(job, location);
      }
      Schema schema = SnapshotGuard.schema(job, location, columns, dataSet);
      return open(job, path, columns, schema, table, HiveFile.METADATA);
    } catch (IllegalArgumentException e) {
      throw new IOException(path + ": " + e.getMessage(), e);
    }
  }

  /**
   * Creates a file without rows that does not become part of the table: it stands for a directory
   * without files.
   *
   * @param table properties of the table or partition whose directory it is
   */
  public static PlacedRecordWriter openEmpty(Configuration job, Path file, Properties table)
      throws IOException {
    String path = file.toString();
    try {
      Columns columns = Columns.of(table);
      Map<String, String> metadata =
          HiveFile.standingFor(table.getProperty(SnapshotGuard.LOCATION));
      return open(job, path, columns, columns.schema(), new Properties(), metadata);
    } catch (IllegalArgumentException e) {
      throw new IOException(path + ": " + e.getMessage(), e);
    }
  }

  private static PlacedRecordWriter open(
      Configuration job,
      String path,
      Columns columns,
      Schema schema,
      Properties properties,
      Map<String, String> metadata)
      throws IOException {
    FileStores stores = new HadoopFileStores(job);
    TableSettings settings = TableSettings.of(properties, schema, stores);
    FileWriter writer =
        FileWriter.create(
            stores.forPath(path),
            path,
            schema,
            settings.options().withMetadata(metadata),
            memory(settings.options()));
    TimeAppenders times = new TimeAppenders(settings.truncatesNanos(), SessionZone.of(job));
    return new PlacedRecordWriter(path, writer, schema, new RowAppender(columns, times));
  }

  private static WriteMemory memory(WriteOptions options) {
    SharedMemory shared = MEMORY.get();
    if (shared == null || shared.setting() != options.writeMemory()) {
      shared = new SharedMemory(options.writeMemory(), WriteMemory.of(options));
      MEMORY.set(shared);
    }
    return shared.memory();
  }

  @Override
  public void write(Writable value) throws IOException {
    PlacedRow row = (PlacedRow) value;
    try {
      rows.append(batch, row.row(), row.inspector());
    } catch (IllegalArgumentException e) {
      throw new IOException(path + ": row " + rowCount + ": " + e.getMessage(), e);
    }
    rowCount++;
    if (batch.rows() == BATCH_ROWS
        || rowCount % ROWS_BETWEEN_CHECKS == 0 && batch.memoryBytes() > BATCH_BYTES) {
      flush();
    }
  }

  private void flush() throws IOException {
    if (batch.rows() > 0) {
      rawBytes += batch.memoryBytes();
      file.write(batch);
      batch.clear();
    }
  }

  @Override
  public void close(boolean abort) throws IOException {
    if (abort) {
      file.abort();
      return;
    }
    try (file) {
      flush();
      file.finish();
    }
  }

  /** Rows, and the bytes of their values in memory. */
  @Override
  public SerDeStats getStats() {
    SerDeStats stats = new SerDeStats();
    stats.setRowCount(rowCount);
    stats.setRawDataSize(rawBytes + batch.memoryBytes());
    return stats;
  }
}
