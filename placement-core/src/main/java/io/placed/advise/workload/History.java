package io.placed.advise.workload;

import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Reads the scans that {@link HistoryWriter}s have written to a directory. */
public final class History {
  private final FileStore store;
  private final List<String> files;

  private History(FileStore store, List<String> files) {
    this.store = store;
    this.files = files;
  }

  /**
   * Opens a directory, or a file of one.
   *
   * @throws java.io.FileNotFoundException if it does not exist
   */
  public static History at(FileStore store, String path) throws IOException {
    List<String> files = new ArrayList<>();
    if (!store.stat(path).directory()) {
      files.add(path);
    } else {
      for (FileInfo f : store.list(path, false)) {
        if (!f.directory() && HistoryWriter.isFile(f.path())) {
          files.add(f.path());
        }
      }
    }
    return new History(store, files);
  }

  /**
   * The newest files of a directory: at least one, and more until they have so many bytes.
   *
   * @throws java.io.FileNotFoundException if it does not exist
   */
  public static History recent(FileStore store, String path, long bytes) throws IOException {
    if (!store.stat(path).directory()) {
      return at(store, path);
    }
    List<FileInfo> all = new ArrayList<>();
    for (FileInfo f : store.list(path, false)) {
      if (!f.directory() && HistoryWriter.isFile(f.path())) {
        all.add(f);
      }
    }
    all.sort(Comparator.comparingLong(FileInfo::modifiedMillis).reversed());
    List<String> files = new ArrayList<>();
    long sum = 0;
    for (FileInfo f : all) {
      if (files.isEmpty() || sum + f.length() <= bytes) {
        files.add(f.path());
        sum += f.length();
      }
    }
    return new History(store, files);
  }

  /** Whether the directory has files of a history. */
  boolean isEmpty() {
    return files.isEmpty();
  }

  /**
   * The workload of a table.
   *
   * @param schema of the table now, by whose field ids renamed columns are found
   */
  public LoadedWorkload workload(String table, Schema schema) throws IOException {
    WorkloadBuilder builder = new WorkloadBuilder(schema, true);
    String wanted = ScanRecord.path(table);
    long damaged =
        forEach(
            r -> {
              if (ScanRecord.path(r.table()).equals(wanted)) {
                builder.add(r);
              }
            });
    if (damaged > 0) {
      builder.notUnderstood("incomplete lines of the history", damaged, 0);
    }
    return builder.build();
  }

  /** Paths of the tables that were scanned. */
  public Set<String> tables() throws IOException {
    Set<String> tables = new TreeSet<>();
    forEach(r -> tables.add(ScanRecord.path(r.table())));
    return tables;
  }

  /**
   * Passes all scans on, file by file.
   *
   * @return number of lines that are no scans, such as the last one of a killed process
   */
  public long forEach(Consumer<ScanRecord> action) throws IOException {
    long damaged = 0;
    for (String file : files) {
      String text = new String(store.readAll(file), StandardCharsets.UTF_8);
      for (String line : (Iterable<String>) text.lines()::iterator) {
        var read = ScanRecordJson.read(line);
        read.ifPresent(action);
        damaged += read.isPresent() || line.isBlank() ? 0 : 1;
      }
    }
    return damaged;
  }
}
