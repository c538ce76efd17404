package io.placed.table.rewrite;

import io.placed.io.FileStore;
import io.placed.table.file.DataFile;
import io.placed.vector.Batch;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Files that are being written for a commit, one for each partition. */
public final class PartitionedFiles {
  private final FileStore store;
  private final Paths paths;
  private final UnaryOperator<String> relative;
  private final WriteOptions options;
  private final WriteMemory memory;
  private final Map<Map<String, String>, FileWriter> writers = new LinkedHashMap<>();
  private long expectedRows;

  /** Where files are written. */
  public interface Paths {
    /** The whole path of a file, given the number of files before it. */
    String of(Map<String, String> partition, int number) throws IOException;
  }

  /**
   * @param relative a path as the snapshot has it
   */
  public PartitionedFiles(
      FileStore store, Paths paths, UnaryOperator<String> relative, WriteOptions options) {
    this.store = store;
    this.paths = paths;
    this.relative = relative;
    this.options = options;
    this.memory = WriteMemory.of(options);
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
    FileWriter writer = writers.get(partition);
    if (writer == null) {
      String path = paths.of(partition, writers.size());
      writer = FileWriter.create(store, path, rows.schema(), options, memory);
      writer.expectRows(expectedRows);
      writers.put(partition, writer);
    }
    writer.write(rows);
  }

  /** Completes all files. */
  public List<DataFile> finish() throws IOException {
    List<DataFile> files = new ArrayList<>();
    for (var e : writers.entrySet()) {
      FileSummary s = e.getValue().finish();
      files.add(DataFile.of(s, relative.apply(s.path()), e.getKey()));
    }
    return files;
  }

  /** Removes the files that are not complete. */
  public void abort() throws IOException {
    IOException failure = null;
    for (FileWriter w : writers.values()) {
      try {
        w.abort();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
