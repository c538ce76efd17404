package io.placed.hive.read;

import io.placed.hive.type.HiveFile;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.io.PathNames;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.FormerColumns;
import io.placed.table.source.SourceFile;
import io.placed.table.source.SourceRoot;
import io.placed.table.source.SourceRoots;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/**
 * The files in the directories that Hive names. All directories of a table use the same snapshot.
 */
final class TableFiles {
  private final FileStores stores;
  private final SourceRoots roots;
  private final List<String> columns;
  private final List<String> table;
  private final BucketedTables bucketed;

  /**
   * @param columns that Hive reads
   * @param table all columns of Hive's table; empty if they are not known
   */
  TableFiles(FileStores stores, List<String> columns, List<String> table, BucketedTables bucketed) {
    this.bucketed = bucketed;
    this.stores = stores;
    this.roots = new SourceRoots(stores);
    this.columns = columns;
    this.table = table;
  }

  /**
   * A file to read.
   *
   * @param path starts like Hive's input path, by which Hive finds the partition of a split
   */
  record TableFile(Path path, SourceFile source, SnapshotColumns columns) {}

  /**
   * The files below one of Hive's input paths, or the path itself if it is a file.
   *
   * @throws IOException also if the data set has dropped or renamed a column that Hive reads, or
   *     has snapshots and Hive takes its files for buckets
   */
  List<TableFile> below(Path input) throws IOException {
    return below(input, input.toString());
  }

  /**
   * @param path what the input path stands for
   */
  private List<TableFile> below(Path input, String path) throws IOException {
    SourceRoot root;
    try {
      root = roots.openPartition(path);
    } catch (FileNotFoundException e) {
      // An empty table, or a partition whose directory does not exist: no rows.
      return List.of();
    }
    String directory = directory(root);
    if (directory != null) {
      return below(input, directory);
    }
    if (root.snapshot().id() > 0) {
      bucketed.requireNone(input);
    }
    try {
      FormerColumns.requireNone(root.snapshot(), columns, false, "Hive's table");
    } catch (IllegalArgumentException e) {
      throw new IOException(input + ": " + e.getMessage(), e);
    }
    List<TableFile> files = new ArrayList<>();
    SnapshotColumns differences = SnapshotColumns.of(root.snapshot(), table);
    for (SourceFile f : root.files()) {
      files.add(new TableFile(path(input, root, f), byColumn(f), differences));
    }
    return files;
  }

  /** What the empty file of MapReduce stands for; null if there is no such file. */
  private String directory(SourceRoot root) throws IOException {
    List<SourceFile> files = root.files();
    if (files.size() != 1 || !files.get(0).file().rowGroups().isEmpty()) {
      return null;
    }
    String path = files.get(0).path();
    long length = files.get(0).file().length();
    try (FileReader file =
        FileReader.open(stores.forPath(path).input(path, length), new IoCounters())) {
      return HiveFile.directory(file.metadata());
    }
  }

  /**
   * With the names in the file by present columns, which Hive's names are looked for in regardless
   * of case: a former name must not be found in the place of a column that differs from it in case
   * only.
   */
  private static SourceFile byColumn(SourceFile f) {
    DataFile file = f.file();
    if (file.names().isEmpty()) {
      return f;
    }
    Map<String, String> names = new LinkedHashMap<>();
    for (Field column : f.schema().fields()) {
      names.put(column.name(), ReadRequest.nameInFile(file.names(), column.name(), true));
    }
    file.names()
        .forEach(
            (former, stored) -> {
              if (f.schema().find(former, false).isEmpty()) {
                names.put(former, stored);
              }
            });
    DataFile named = file.with(file.partition(), file.statistics(), names);
    return new SourceFile(f.path(), named, f.schema(), f.partition(), f.partitioning());
  }

  private static Path path(Path input, SourceRoot root, SourceFile file) {
    if (!(file.path() + "/").startsWith(root.path() + "/")) {
      // A file in another directory of the same partition, whose name differs in case.
      return new Path(input, file.file().path());
    }
    String below = PathNames.relativize(root.path(), file.path());
    return below.isEmpty() ? input : new Path(input, below);
  }
}
