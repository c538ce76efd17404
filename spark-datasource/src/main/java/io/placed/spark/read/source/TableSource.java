package io.placed.spark.read.source;

import com.google.gson.Gson;
import io.placed.advise.ColumnSizes;
import io.placed.advise.MeasuredSizes;
import io.placed.io.FileStores;
import io.placed.placement.Placement;
import io.placed.scan.FileReader;
import io.placed.schema.Schema;
import io.placed.spark.PlacedOptions;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

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

  /** Opens the paths; that nothing is there means an empty table. */
  public static TableSource openOrEmpty(CaseInsensitiveStringMap options) {
    return openOrEmpty(options, null);
  }

  /**
   * @param partitions what a metastore lists; null = what the paths hold
   */
  public static TableSource openOrEmpty(
      CaseInsensitiveStringMap options, HivePartitions partitions) {
    if (!moment(options).isNow()) {
      return open(options, partitions); // A snapshot that is not there is an error.
    }
    try {
      return load(options, partitions);
    } catch (FileNotFoundException e) {
      return empty();
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /**
   * Opens the paths. Problems come as Spark's AnalysisException with one sentence that names the
   * path.
   */
  public static TableSource open(CaseInsensitiveStringMap options) {
    return open(options, null);
  }

  /**
   * @param partitions what a metastore lists; null = what the paths hold
   */
  public static TableSource open(CaseInsensitiveStringMap options, HivePartitions partitions) {
    try {
      return load(options, partitions);
    } catch (MissingPathException e) {
      throw Errors.pathNotFound(e.path());
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** Which state of the table is asked for. */
  public static TimeTravel moment(CaseInsensitiveStringMap options) {
    return TimeTravel.of(options, Session.active().timeZone());
  }

  private static TableSource load(CaseInsensitiveStringMap options, HivePartitions partitions)
      throws IOException {
    Session session = Session.active();
    FileStores stores = session.stores(options.asCaseSensitiveMap());
    List<String> paths = SourcePaths.resolve(options, session);
    if (paths.isEmpty()) {
      throw new IOException("nothing to read: give a path");
    }
    if (partitions != null && !moment(options).isNow()) {
      throw new IllegalArgumentException(
          partitions.location()
              + ": a metastore knows no past partitions; for a past state of what is in the"
              + " directory read its path");
    }
    List<SourceRoot> roots =
        partitions == null
            ? new SourceRoots(stores, options, session.timeZone()).open(paths)
            : partitions.open(stores, session.timeZone());
    boolean recursive = options.getBoolean(PlacedOptions.RECURSIVE, false);
    FileChoice choice = FileChoice.of(options, stores, session.timeZone());
    List<SourceFile> files = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (SourceRoot root : roots) {
      for (SourceFile f : root.files()) {
        if (choice.takes(f) && seen.add(f.path())) {
          files.add(f);
        }
      }
    }
    String only = options.get(PlacedOptions.ONLY_FILES);
    if (only != null) {
      Set<String> named = Set.of(new Gson().fromJson(only, String[].class));
      files.removeIf(f -> !named.contains(f.path()));
    }
    if (partitions != null) {
      return new TableSource(roots, HivePartitions.schema(roots), partitions.columns(), files);
    }
    Schema schema = roots.get(0).schema();
    if (options.getBoolean(PlacedOptions.MERGE_SCHEMA, false)) {
      schema = merged(roots, files, stores);
    }
    List<String> partitionColumns = roots.get(0).partitionColumns();
    for (SourceRoot root : roots) {
      if (!recursive && !root.partitionColumns().equals(partitionColumns)) {
        throw new IOException(
            "the paths are partitioned in different ways: "
                + roots.get(0).path()
                + " by "
                + partitionColumns
                + ", "
                + root.path()
                + " by "
                + root.partitionColumns());
      }
    }
    if (recursive) {
      List<String> dropped = partitionColumns;
      schema =
          Schema.of(schema.fields().stream().filter(f -> !dropped.contains(f.name())).toList());
      partitionColumns = List.of();
    }
    return new TableSource(roots, schema, partitionColumns, files);
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
                stores.forPath(f.path()).input(f.path(), f.file().length()),
                new io.placed.io.IoCounters())) {
          schema = SchemaUnion.of(schema, reader.schema());
        }
      }
    }
    return schema;
  }

  /**
   * Refuses to make a table of a directory that belongs to another one, which would not show it.
   *
   * @throws IllegalArgumentException that names both
   */
  public static void requireNoOwner(FileStores stores, String path) throws IOException {
    DataSet own = DataSet.at(stores, path);
    DataSet owner = SourceRoots.owner(stores, own.path());
    if (owner != null && !own.hasSnapshots()) {
      throw new IllegalArgumentException(
          own.path()
              + ": is a directory of the table "
              + owner.path()
              + "; write to the table, for one partition with partitionOverwriteMode=dynamic");
    }
  }

  public Schema schema() {
    return schema;
  }

  /**
   * What columns take on disk, from the largest files; what types suggest where there are none.
   *
   * @param columns those wanted
   */
  public ColumnSizes sizes(Schema columns, FileStores stores) throws IOException {
    List<DataFile> largest = MeasuredSizes.largest(files.stream().map(SourceFile::file).toList());
    List<MeasuredSizes.TableFile> inputs = new ArrayList<>();
    for (SourceFile f : files) {
      if (largest.contains(f.file())) {
        inputs.add(
            new MeasuredSizes.TableFile(
                stores.forPath(f.path()).input(f.path(), f.file().length()), f.file()));
      }
    }
    long rows = files.stream().mapToLong(f -> f.file().rows()).sum();
    return MeasuredSizes.ofFiles(columns, inputs, rows);
  }

  /** The same files, known by the names that Spark has for the table's columns. */
  public TableSource named(StructType spark, boolean caseSensitive) {
    TableNames names = names(spark, caseSensitive);
    List<SourceFile> named = files.stream().map(names::inSpark).toList();
    return new TableSource(roots, schema, names.inSpark(partitionColumns), named);
  }

  /**
   * How the table calls Spark's columns.
   *
   * @throws org.apache.spark.sql.AnalysisException if one of them means several of the table's
   */
  public TableNames names(StructType spark, boolean caseSensitive) {
    try {
      return TableNames.of(schema, spark, caseSensitive);
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(describe() + ": " + e.getMessage(), e);
    }
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

  /** Sources are equal if they are the same files, for Spark's caches of results. */
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
