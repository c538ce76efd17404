package io.placed.table.rewrite;

import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.vector.Batch;
import io.placed.vector.TaskMemory;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import io.placed.write.SiblingSummary;
import io.placed.write.options.WriteMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Files that are being written for a commit, one for each partition, and a second one of some.
 *
 * <p>Only some are open at a time. A further partition takes the place of one that has got no row
 * for long, as it has where rows of a partition are together. Otherwise its rows wait until the
 * open files are complete, and so do those of a partition whose file is complete.
 */
public final class PartitionedFiles {
  /** A partition that has got none of so many rows is taken for complete. */
  static final int IDLE_ROWS = 64 << 10;

  /** Share of the memory of sorts for rows that wait. */
  private static final double WAITING_SHARE = 0.25;

  private final FileStore store;
  private final Paths paths;
  private final UnaryOperator<String> relative;
  private final WriteOptions options;
  private final WriteOptions ofSeveral;
  private final WriteMemory memory;
  private final OpenPartitions<OpenFile> open;
  private final List<DataFile> files = new ArrayList<>();

  /** Those that were opened and completed. */
  private final Set<Map<String, String>> completed = new HashSet<>();

  /** Whole paths of completed files, which are removed unless all get complete. */
  private final List<String> removable = new ArrayList<>();

  /** Null until there are any. */
  private LaterRows later;

  private long expectedRows;
  private int opened;
  private long rowsSoFar;

  /** Where files are written. */
  public interface Paths {
    /** The whole path of a file, given the number of files before it. */
    String of(Map<String, String> partition, int number) throws IOException;
  }

  private static final class OpenFile {
    final FileWriter writer;

    /** Number of all rows up to the last one of this file. */
    long lastRow;

    OpenFile(FileWriter writer) {
      this.writer = writer;
    }
  }

  /**
   * @param relative a path as the snapshot has it
   * @param partitioned false if there is one partition only
   */
  public PartitionedFiles(
      FileStore store,
      Paths paths,
      UnaryOperator<String> relative,
      WriteOptions options,
      boolean partitioned) {
    this(store, paths, relative, options, partitioned, TaskMemory.UNLIMITED);
  }

  /**
   * The same in a task of an engine.
   *
   * @param memory of the task
   */
  public PartitionedFiles(
      FileStore store,
      Paths paths,
      UnaryOperator<String> relative,
      WriteOptions options,
      boolean partitioned,
      TaskMemory memory) {
    this(store, paths, relative, options, partitioned, memory, OpenPartitions.MAX_OPEN);
  }

  /**
   * @param maxOpen most files that are open at a time
   */
  PartitionedFiles(
      FileStore store,
      Paths paths,
      UnaryOperator<String> relative,
      WriteOptions options,
      boolean partitioned,
      TaskMemory memory,
      int maxOpen) {
    this.store = store;
    this.paths = paths;
    this.relative = relative;
    this.options = options;
    this.ofSeveral = partitioned ? options.sharing((1 - WAITING_SHARE) / maxOpen) : options;
    this.memory = WriteMemory.of(options, partitioned ? maxOpen : 1, memory);
    this.open = new OpenPartitions<>(maxOpen, new Ends());
  }

  /** Announces the number of rows of each file, as {@link FileWriter#expectRows}. */
  public void expectRows(long rows) {
    expectedRows = rows;
  }

  /**
   * @param partition value as text of each partition column
   * @param rows of the same columns for each partition
   */
  public void write(Map<String, String> partition, Batch rows) throws IOException {
    rowsSoFar += rows.rows();
    OpenFile file = open.get(partition);
    if (file == null) {
      if (waits(partition)) {
        later(rows.schema()).add(partition, rows);
        return;
      }
      open.makeRoom();
      file = open(partition, rows.schema(), ofSeveral);
    }
    file.lastRow = rowsSoFar;
    file.writer.write(rows);
  }

  private boolean waits(Map<String, String> partition) {
    return completed.contains(partition)
        || later != null && later.has(partition)
        || open.isFull() && rowsSoFar - open.files().iterator().next().lastRow < IDLE_ROWS;
  }

  private LaterRows later(Schema schema) {
    if (later == null) {
      later = new LaterRows(schema, options.sharing(WAITING_SHARE), memory.task());
    }
    return later;
  }

  private OpenFile open(Map<String, String> partition, Schema schema, WriteOptions with)
      throws IOException {
    String path = paths.of(partition, opened++);
    OpenFile file = new OpenFile(FileWriter.create(store, path, schema, with, memory));
    file.writer.expectRows(expectedRows);
    open.add(partition, file);
    return file;
  }

  /** Completes all files; from then on they are the caller's. */
  public List<DataFile> finish() throws IOException {
    open.completeAll();
    if (later != null) {
      WriteOptions alone = options.sharing(1 - WAITING_SHARE);
      later.drain(
          (partition, rows) -> {
            OpenFile file = open.get(partition);
            if (file == null) {
              open.completeAll();
              file = open(partition, rows.schema(), alone);
            }
            file.writer.write(rows);
          });
      open.completeAll();
      later.close();
    }
    removable.clear();
    return files;
  }

  /** Removes all files, unless they were finished. */
  public void abort() throws IOException {
    try (LaterRows rows = later) {
      open.abort();
    } finally {
      store.deleteFiles(removable);
    }
  }

  /** The same because of a failure, to which a second one is added. */
  void abort(Throwable failure) {
    try {
      abort();
    } catch (IOException suppressed) {
      failure.addSuppressed(suppressed);
    }
  }

  private final class Ends implements OpenPartitions.Ends<OpenFile> {
    @Override
    public void complete(Map<String, String> partition, OpenFile file) throws IOException {
      FileSummary s = file.writer.finish();
      completed.add(partition);
      removable.add(s.path());
      for (SiblingSummary sibling : s.siblings()) {
        removable.add(PathNames.join(PathNames.parent(s.path()), sibling.name()));
      }
      files.add(DataFile.of(s, relative.apply(s.path()), partition));
    }

    @Override
    public void abort(OpenFile file) throws IOException {
      file.writer.abort();
    }
  }
}
