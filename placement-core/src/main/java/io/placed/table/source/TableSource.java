package io.placed.table.source;

import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.placement.Placement;
import io.placed.scan.FileReader;
import io.placed.schema.Schema;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The files that the paths of a read mean, at the moment when they were asked for: later commits
 * change nothing. Everything comes from snapshots and footers; no data is read.
 */
public final class TableSource {
  private final List<SourceRoot> roots;
  private final Schema schema;
  private final List<String> partitionColumns;
  private final List<SourceFile> files;

  private TableSource(
      List<SourceRoot> roots,
      Schema schema,
      List<String> partitionColumns,
      List<SourceFile> files) {
    this.roots = List.copyOf(roots);
    this.schema = schema;
    this.partitionColumns = List.copyOf(partitionColumns);
    this.files = List.copyOf(files);
  }

  /** A table that has a place, and nothing there yet. */
  public static TableSource empty() {
    return new TableSource(List.of(), Schema.of(), List.of(), List.of());
  }

  /**
   * Opens the paths.
   *
   * @throws MissingPathException if nothing is at one of the paths
   * @throws java.io.FileNotFoundException if a path has neither a Placed file nor the snapshot that
   *     is asked for
   * @throws IllegalArgumentException if a request of listed partitions is one of the past
   */
  public static TableSource open(FileStores stores, SourceRequest request) throws IOException {
    if (request.paths().isEmpty()) {
      throw new IOException("no path to read is given");
    }
    ListedPartitions partitions = request.partitions();
    if (partitions != null && !request.moment().isNow()) {
      throw new IllegalArgumentException(
          partitions.location()
              + ": a metastore does not keep past partitions; to read a past state of the"
              + " directory, read its path");
    }
    List<SourceRoot> roots =
        partitions == null
            ? new SourceRoots(stores, request.moment(), request.basePath()).open(request.paths())
            : partitions.open(stores);
    List<SourceFile> files = files(roots, request, stores);
    if (partitions != null) {
      return new TableSource(roots, ListedPartitions.schema(roots), partitions.columns(), files);
    }
    Schema schema = roots.get(0).schema();
    if (request.mergeSchema()) {
      schema = merged(roots, files, stores);
    }
    List<String> partitionColumns = roots.get(0).partitionColumns();
    if (request.recursive()) {
      List<String> dropped = partitionColumns;
      schema =
          Schema.of(schema.fields().stream().filter(f -> !dropped.contains(f.name())).toList());
      partitionColumns = List.of();
    } else {
      requireSamePartitioning(roots);
    }
    return new TableSource(roots, schema, partitionColumns, files);
  }

  /** Each file once, even if several paths hold it; in each of the partitions that it is in. */
  private static List<SourceFile> files(
      List<SourceRoot> roots, SourceRequest request, FileStores stores) throws IOException {
    record InPartition(String path, Map<String, String> partition) {}

    boolean listed = request.partitions() != null;
    List<SourceFile> files = new ArrayList<>();
    Set<InPartition> seen = new HashSet<>();
    for (SourceRoot root : roots) {
      for (SourceFile f : root.files()) {
        if (request.choice().takes(f, stores)
            && (request.onlyFiles() == null || request.onlyFiles().contains(f.path()))
            && seen.add(new InPartition(f.path(), listed ? f.partition() : Map.of()))) {
          files.add(f);
        }
      }
    }
    return files;
  }

  private static void requireSamePartitioning(List<SourceRoot> roots) throws IOException {
    SourceRoot first = roots.get(0);
    for (SourceRoot root : roots) {
      if (!root.partitionColumns().equals(first.partitionColumns())) {
        throw new IOException(
            "the paths are partitioned in different ways: "
                + first.path()
                + " by "
                + first.partitionColumns()
                + ", "
                + root.path()
                + " by "
                + root.partitionColumns());
      }
    }
  }

  /** All columns of all files; those of foreign files are in their footers only. */
  private static Schema merged(List<SourceRoot> roots, List<SourceFile> files, FileStores stores)
      throws IOException {
    Schema schema = roots.get(0).schema();
    for (SourceRoot root : roots) {
      schema = SchemaUnion.of(schema, root.schema());
    }
    for (SourceFile f : files) {
      if (f.file().foreign()) {
        try (FileReader reader =
            FileReader.open(
                stores.forPath(f.path()).input(f.path(), f.file().length()), new IoCounters())) {
          schema = SchemaUnion.of(schema, reader.schema());
        }
      }
    }
    return schema;
  }

  public Schema schema() {
    return schema;
  }

  /** The same files under the names that an engine has for the table's columns. */
  public TableSource named(TableNames names) {
    List<SourceFile> named = files.stream().map(names::inEngine).toList();
    return new TableSource(roots, schema, names.inEngine(partitionColumns), named);
  }

  public List<String> partitionColumns() {
    return partitionColumns;
  }

  /**
   * Whether all files lie in directories of all partition columns. Of others, files put into the
   * table by hand, the columns are read as any other.
   */
  public boolean isInPartitions() {
    return files.stream().allMatch(f -> f.partition().keySet().containsAll(partitionColumns));
  }

  public List<SourceFile> files() {
    return files;
  }

  public boolean isEmpty() {
    return roots.isEmpty();
  }

  /** What the first path shows; null if nothing is there. */
  public Snapshot snapshot() {
    return roots.isEmpty() ? null : roots.get(0).snapshot();
  }

  /** The placement that the first root is meant to have; null if it has none to tell. */
  public Placement placement() {
    if (roots.isEmpty()) {
      return null;
    }
    Snapshot snapshot = roots.get(0).snapshot();
    try {
      return snapshot.placement();
    } catch (IllegalArgumentException e) {
      // Written by a newer library; the rows can be read all the same.
      return null;
    }
  }

  /** For people: which paths at which snapshots. */
  public String describe() {
    StringBuilder out = new StringBuilder();
    for (SourceRoot root : roots) {
      out.append(out.length() == 0 ? "" : ", ").append(root.path());
      if (root.snapshot().id() > 0) {
        out.append(" at snapshot ").append(root.snapshot().id());
      }
      if (out.length() > 200) {
        return out.append(", …").toString();
      }
    }
    return out.toString();
  }

  /** Sources are equal if they are the same files: engines cache results by them. */
  @Override
  public boolean equals(Object other) {
    return other instanceof TableSource s
        && schema.equals(s.schema)
        && partitionColumns.equals(s.partitionColumns)
        && SourceFile.same(files, s.files);
  }

  @Override
  public int hashCode() {
    return Objects.hash(schema, partitionColumns, files.size());
  }
}
