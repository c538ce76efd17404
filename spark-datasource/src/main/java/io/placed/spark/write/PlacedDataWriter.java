package io.placed.spark.write;

import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.spark.internal.Session;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.version.TaskWriter;
import io.placed.table.discovery.PartitionDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.OpenPartitions;
import io.placed.write.FileSequence;
import io.placed.write.FileSummary;
import io.placed.write.options.WriteMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;

/**
 * Writes the rows of one task attempt, a file per partition unless they are too many for one. Rows
 * that are sorted by partition have one file open at a time, others several. Nothing is visible
 * before the driver commits.
 */
final class PlacedDataWriter implements TaskWriter {
  private static final int MAX_BATCH_ROWS = 4096;

  /** Maximum bytes of a batch; large values and many columns make batches smaller. */
  private static final long BATCH_BYTES = 8L << 20;

  /** Approximate bytes of a column per row, without values of variable length. */
  private static final int COLUMN_BYTES = 8;

  private final WriteTask task;
  private final String label;
  private final FileStore store;
  private final WriteOptions options;
  private final WriteMemory memory;
  private final Schema schema;
  private final int[] ordinals;
  private final DataType[] types;
  private final PartitionKey key;
  private final int batchRows;
  private final long batchBytes;
  private final List<DataFile> files = new ArrayList<>();

  /**
   * Of more partitions, that which got no row for the longest time is completed, and gets another
   * file.
   */
  private final OpenPartitions<OpenFile> open;

  /** That of the previous row; null if it is complete. */
  private OpenFile current;

  private Map<String, String> partition = Map.of();
  private int opened;
  private long rows;
  private long bytesInFiles;
  private long encodeNanos;

  PlacedDataWriter(WriteTask task, String label) {
    this.task = task;
    this.label = label;
    try {
      this.store = task.stores().open().forPath(task.root());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    WriteOptions given = WriteOptions.of(task.settings());
    boolean together = task.grouped() || task.fields().isEmpty();
    int maxOpen = together ? 1 : OpenPartitions.MAX_OPEN;
    this.open = new OpenPartitions<>(maxOpen, new Ends());
    WriteOptions some =
        given.temporaryDirectory() == null
            ? given.withTemporaryDirectory(Session.localDirectory())
            : given;
    this.options = some.sharing(1.0 / maxOpen);
    Set<Integer> partitions =
        task.fields().stream()
            .filter(f -> f.transform().isIdentity())
            .map(WriteTask.Field::ordinal)
            .collect(Collectors.toSet());
    StructField[] all = task.schema().fields();
    List<Field> fields = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < all.length; i++) {
      if (!partitions.contains(i)) {
        positions.add(i);
        String name = task.names().get(i);
        fields.add(Field.of(name, SparkTypes.toType(all[i].dataType(), name)));
      }
    }
    this.schema = Schema.of(fields);
    this.ordinals = positions.stream().mapToInt(Integer::intValue).toArray();
    this.types = positions.stream().map(i -> all[i].dataType()).toArray(DataType[]::new);
    this.memory = WriteMemory.of(options, maxOpen, Session.taskMemory());
    this.batchBytes = task.grouped() ? BATCH_BYTES : BATCH_BYTES / 8;
    long rowBytes = (long) COLUMN_BYTES * Math.max(1, ordinals.length);
    this.batchRows = (int) Math.max(1, Math.min(MAX_BATCH_ROWS, batchBytes / rowBytes));
    this.key = task.fields().isEmpty() ? null : new PartitionKey(task);
  }

  @Override
  public void write(InternalRow row) throws IOException {
    task.required().check(row);
    if (key != null && key.moveTo(row)) {
      partition = key.text();
      current = open.get(partition);
    }
    if (current == null) {
      current = openFile();
    }
    current.write(row);
    rows++;
    if (task.maxRecords() > 0 && current.rows() == task.maxRecords()) {
      open.complete(partition);
    }
  }

  private OpenFile openFile() throws IOException {
    open.makeRoom();
    Map<String, String> of = partition;
    FileSequence writer =
        new FileSequence(store, () -> nextPath(of), schema, options, memory, task.limit());
    OpenFile file = new OpenFile(writer, schema, ordinals, types, batchRows, batchBytes);
    open.add(partition, file);
    return file;
  }

  private String nextPath(Map<String, String> of) throws IOException {
    String name = task.commitId() + "-" + label + "-" + opened++ + ".placed";
    return PathNames.join(task.root(), PartitionDirectory.of(store, task.root(), of), name);
  }

  private final class Ends implements OpenPartitions.Ends<OpenFile> {
    @Override
    public void complete(Map<String, String> partitionOfFile, OpenFile file) throws IOException {
      List<FileSummary> written = file.finish();
      current = file == current ? null : current;
      encodeNanos += file.encodeNanos();
      for (FileSummary f : written) {
        bytesInFiles += f.totalLength();
        files.add(DataFile.of(f, PathNames.relativize(task.root(), f.path()), partitionOfFile));
      }
    }

    @Override
    public void abort(OpenFile file) throws IOException {
      file.abort();
    }
  }

  /** Completes all files, because Spark reads the metrics before the commit. */
  @Override
  public void writeAll(Iterator<InternalRow> records) throws IOException {
    while (records.hasNext()) {
      write(records.next());
    }
    open.completeAll();
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    open.completeAll();
    // Changed rows come one by one, and in Spark 3.5 all: their files end after the last metrics.
    Session.setMetrics(WriteMetrics.all(), currentMetricsValues());
    return new TaskFiles(files.stream().map(DataFile::toJson).toList());
  }

  @Override
  public void abort() throws IOException {
    try {
      close();
    } finally {
      List<String> paths = new ArrayList<>();
      for (DataFile f : files) {
        f.paths().forEach(p -> paths.add(PathNames.join(task.root(), p)));
      }
      store.deleteFiles(paths);
    }
  }

  /** Does nothing if abort or commit have released everything. */
  @Override
  public void close() throws IOException {
    current = null;
    open.abort();
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    long bytes = bytesInFiles;
    long nanos = encodeNanos;
    for (OpenFile file : open.files()) {
      bytes += file.bytesWritten();
      nanos += file.encodeNanos();
    }
    return WriteMetrics.of(bytes, rows, files.size(), nanos);
  }
}
