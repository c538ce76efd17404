package io.placed.table.source;

import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.FileReader;
import io.placed.schema.Nullability;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.DataFilePruning;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The files that the paths of a read mean, at the moment when they were asked for: later commits
 * change nothing. Everything comes from snapshots and footers; no data is read.
 */
public final class TableSource {
  /** Paths in one table that ask its log one by one for the files of a condition. */
  private static final int FEW = 4;

  private final List<SourceRoot> roots;
  private final Schema schema;
  private final List<String> partitionColumns;
  private final SourceRequest request;
  private final FileStores stores;

  /** How somebody names the columns; null = as the table does. */
  private final TableNames names;

  /** All files, once somebody asked. */
  private volatile List<SourceFile> files;

  private TableSource(
      List<SourceRoot> roots,
      Schema schema,
      List<String> partitionColumns,
      SourceRequest request,
      FileStores stores,
      TableNames names) {
    this.roots = List.copyOf(roots);
    this.schema = schema;
    this.partitionColumns = List.copyOf(partitionColumns);
    this.request = request;
    this.stores = stores;
    this.names = names;
  }

  /** A table that has a place, and nothing there yet. */
  public static TableSource empty() {
    SourceRequest nothing = SourceRequest.of(List.of());
    return new TableSource(List.of(), Schema.of(), List.of(), nothing, FileStores.local(), null);
  }

  /**
   * Opens the paths.
   *
   * @throws MissingPathException if nothing is at one of the paths
   * @throws FileNotFoundException if a path has neither a Placed file nor the snapshot that is
   *     asked for
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
            ? new SourceRoots(stores, request).open(request.paths())
            : partitions.open(stores);
    if (partitions != null) {
      Schema schema = ListedPartitions.schema(roots);
      return new TableSource(roots, schema, partitions.columns(), request, stores, null);
    }
    List<String> partitionColumns = roots.get(0).partitionColumns();
    Schema schema = withNullsOf(roots);
    if (request.mergeSchema()) {
      schema = new TableSource(roots, schema, partitionColumns, request, stores, null).merged();
    }
    if (request.recursive()) {
      List<String> dropped = partitionColumns;
      schema =
          Schema.of(schema.fields().stream().filter(f -> !dropped.contains(f.name())).toList());
      partitionColumns = List.of();
    } else {
      requireSamePartitioning(roots);
    }
    return new TableSource(roots, schema, partitionColumns, request, stores, null);
  }

  /** Without promises of the first path that files elsewhere may not keep. */
  private static Schema withNullsOf(List<SourceRoot> roots) {
    Schema all = roots.get(0).schema();
    for (SourceRoot r : roots) {
      all = Nullability.ofBoth(all, r.schema());
    }
    return all;
  }

  /**
   * What a commit changes. That is this source, except that of listed partitions it is the table at
   * their location, which has their columns among its own: at the snapshot that this source shows,
   * or as it is if there is none. Other partitions than the table's are not in it, see {@link
   * ListedPartitions#requireWritable}.
   */
  public TableSource ofTable() throws IOException {
    ListedPartitions listed = request.partitions();
    if (listed == null) {
      return this;
    }
    SourceRoot root;
    try {
      root = listed.table(stores, roots);
    } catch (FileNotFoundException e) {
      return empty();
    }
    SourceRequest whole = SourceRequest.of(List.of(listed.location()));
    return new TableSource(
        List.of(root), root.schema(), root.partitionColumns(), whole, stores, null);
  }

  /** Each file once, even if several paths hold it; in each of the partitions that it is in. */
  private List<SourceFile> chosen(Function<SourceRoot, List<SourceFile>> ofRoot)
      throws IOException {
    record InPartition(String path, Map<String, String> partition) {}

    // A file may be in several partitions of a metastore, and have been added and removed.
    boolean several = request.partitions() != null || request.changes() != null;
    List<SourceFile> chosen = new ArrayList<>();
    Set<InPartition> seen = new HashSet<>();
    for (SourceRoot root : roots) {
      for (SourceFile f : ofRoot.apply(root)) {
        if (request.choice().takes(f, stores)
            && (request.onlyFiles() == null || request.onlyFiles().contains(f.path()))
            && seen.add(new InPartition(f.path(), several ? f.partition() : Map.of()))) {
          chosen.add(names == null ? f : names.inEngine(f));
        }
      }
    }
    return List.copyOf(chosen);
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
  private Schema merged() throws IOException {
    Schema merged = schema;
    for (SourceRoot root : roots) {
      merged = SchemaUnion.of(merged, root.schema());
    }
    // Changes have no foreign files, and which files they have takes the log to find out.
    if (request.changes() != null || roots.stream().noneMatch(r -> r.snapshot().hasForeign())) {
      return merged;
    }
    for (SourceFile f : files()) {
      if (f.file().foreign()) {
        try (FileReader reader =
            FileReader.open(
                stores.forPath(f.path()).input(f.path(), f.file().length()), new IoCounters())) {
          merged = SchemaUnion.of(merged, reader.schema());
        }
      }
    }
    return merged;
  }

  public Schema schema() {
    return schema;
  }

  /** The same files under the names that an engine has for the table's columns. */
  public TableSource named(TableNames engine) {
    return new TableSource(
        roots, schema, engine.inEngine(partitionColumns), request, stores, engine);
  }

  /**
   * Other files of the same state: those that a choice takes, whatever the one of this source
   * takes.
   *
   * @param with file systems in which times of files are looked up
   */
  public TableSource choosing(FileChoice choice, FileStores with) {
    return new TableSource(roots, schema, partitionColumns, request.choosing(choice), with, names);
  }

  public List<String> partitionColumns() {
    return partitionColumns;
  }

  /**
   * How new files of the table are partitioned, under the table's names; by partition columns if
   * this is not one whole table.
   */
  public PartitionSpec partitionSpec() {
    Snapshot snapshot = isWholeTable() ? roots.get(0).snapshot() : null;
    return snapshot == null
        ? PartitionSpec.ofColumns(partitionColumns)
        : snapshot.partitioning().spec(snapshot.schema());
  }

  /**
   * Whether all files lie in directories of all partition columns. Of others, files put into the
   * table by hand, the columns are read as any other.
   */
  public boolean isInPartitions() {
    return partitionColumns.isEmpty()
        || (isWholeTable()
            ? roots.get(0).snapshot().isInPartitions()
            : files().stream().allMatch(f -> f.partition().keySet().containsAll(partitionColumns)));
  }

  /**
   * The table that a stream follows by its log.
   *
   * @throws IllegalArgumentException if this is not one whole table
   */
  public TableDirectory streamed() throws IOException {
    if (roots.size() != 1) {
      throw new IllegalArgumentException(
          "a stream reads one table, and this is " + roots.size() + " paths: " + describe());
    }
    TableDirectory table = TableDirectory.at(stores, roots.get(0).path());
    boolean file = table.isFile();
    if (!isWholeTable()) {
      TableDirectory owner = table.owner(file, Set.of());
      throw new IllegalArgumentException(
          table.path()
              + ": is a part of the table "
              + owner
              + ", and a stream reads a whole table: read that, with a condition");
    }
    if (file) {
      throw new IllegalArgumentException(
          table.path() + ": is a file, to which no rows are added; a stream reads a table");
    }
    return table;
  }

  /** Whether it is one table as a snapshot has it, so that the snapshot knows numbers of it. */
  private boolean isWholeTable() {
    return roots.size() == 1
        && roots.get(0).isWhole()
        && request.onlyFiles() == null
        && request.choice().equals(FileChoice.ALL);
  }

  /** All files. */
  public List<SourceFile> files() {
    List<SourceFile> known = files;
    if (known == null) {
      known = chosenOrFail(SourceRoot::files);
      files = known;
    }
    return known;
  }

  /**
   * The files that may have rows for which all predicates are TRUE, and perhaps others: not all
   * that the log says is read. Statistics decide about each file, see {@code FileQuery}.
   *
   * @param predicates on columns as this source names them; files are not skipped by those that
   *     name others
   */
  public List<SourceFile> candidates(List<Predicate> predicates, boolean caseSensitive) {
    if (files != null || predicates.isEmpty() || areManyInATable()) {
      return files();
    }
    Predicate all = Predicate.and(predicates);
    return chosenOrFail(
        root -> {
          Schema columns = columnsOf(root);
          return root.candidates(
              DataFilePruning.filter(
                  all,
                  names == null ? columns : names.inEngine(columns),
                  root.snapshot().partitioning(),
                  caseSensitive));
        });
  }

  /** Whether reading all of a log once is less than reading parts of it for each of the paths. */
  private boolean areManyInATable() {
    Map<String, Integer> counts = new HashMap<>();
    return roots.stream().anyMatch(r -> counts.merge(r.table(), 1, Integer::sum) > FEW);
  }

  /** The columns under the names that the predicates use. */
  public Schema namedSchema() {
    return names == null ? schema : names.inEngine(schema);
  }

  /**
   * Bounds of a column over all files, in the type of the schema; counts are of no meaning. Null if
   * a file does not know them.
   *
   * @param column under the name that this source has for it, not one of partitions
   */
  public ColumnStatistics bounds(String column) {
    if (isWholeTable()) {
      return roots.get(0).snapshot().bounds(names == null ? column : names.inTable(column));
    }
    ColumnStatistics all = ColumnStatistics.empty();
    for (SourceFile f : files()) {
      Optional<Integer> at = f.schema().find(column, true);
      Type type = namedSchema().require(column).type();
      if (f.file().foreign()
          || at.isEmpty()
          || !Widening.allowed(f.schema().field(at.get()).type(), type)) {
        return null;
      }
      ColumnStatistics one = f.file().statistics().get(column);
      if (one == null) {
        return null;
      }
      Type stored = f.schema().field(at.get()).type();
      all = ColumnStatistics.merge(all, one.widened(stored, type));
    }
    return all;
  }

  /** With the field ids of the root's own table: those of merged columns mean nothing there. */
  private Schema columnsOf(SourceRoot root) {
    List<String> dropped = request.recursive() ? root.partitionColumns() : List.of();
    return Schema.of(
        root.schema().fields().stream().filter(f -> !dropped.contains(f.name())).toList());
  }

  private List<SourceFile> chosenOrFail(Function<SourceRoot, List<SourceFile>> ofRoot) {
    try {
      return chosen(ofRoot);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** Number of files. */
  public long fileCount() {
    return isWholeTable() ? roots.get(0).snapshot().fileCount() : files().size();
  }

  /** Rows of all files, without deleted ones. */
  public long rows() {
    return isWholeTable()
        ? roots.get(0).snapshot().rows()
        : files().stream().mapToLong(f -> f.file().liveRows()).sum();
  }

  /** Length of all files and their siblings, in bytes. */
  public long bytes() {
    return isWholeTable()
        ? roots.get(0).snapshot().bytes()
        : files().stream().mapToLong(f -> f.file().totalLength()).sum();
  }

  public boolean isEmpty() {
    return roots.isEmpty();
  }

  /** What the first path shows; null if nothing is there. */
  public Snapshot snapshot() {
    return roots.isEmpty() ? null : roots.get(0).snapshot();
  }

  /**
   * The snapshot of the table at a path, if this source reads of it what it had when the source was
   * opened; null if it reads nothing of the table, or a state that was asked for by number or time.
   */
  public Snapshot latestOf(String table) {
    return request.moment().isNow() && request.changes() == null ? anyOf(table) : null;
  }

  /** The snapshot of the table at a path that this source reads; null if it reads none of it. */
  public Snapshot anyOf(String table) {
    for (SourceRoot root : roots) {
      if (root.table().equals(table)) {
        return root.snapshot();
      }
    }
    return null;
  }

  /** The file systems with which it was opened; those of an {@link #empty} one are local. */
  public FileStores stores() {
    return stores;
  }

  /** The placement for new files of the first root's table; null if it is unknown. */
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

  /** The paths of tables, directories and files that are read. */
  public List<String> paths() {
    return roots.stream().map(SourceRoot::path).toList();
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
    return this == other
        || other instanceof TableSource s
            && schema.equals(s.schema)
            && partitionColumns.equals(s.partitionColumns)
            && isSame(s);
  }

  /** Of whole tables nothing is read, but of changes, since the snapshot may have expired. */
  private boolean isSame(TableSource other) {
    try {
      if (isWholeTable() && other.isWholeTable()) {
        return Objects.equals(names, other.names) && roots.get(0).isSame(other.roots.get(0));
      }
      return SourceFile.same(files(), other.files());
    } catch (UncheckedIOException e) {
      return false; // Whoever reads it will be told.
    }
  }

  @Override
  public int hashCode() {
    return Objects.hash(schema, partitionColumns);
  }
}
