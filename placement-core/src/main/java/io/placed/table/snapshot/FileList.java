package io.placed.table.snapshot;

import io.placed.error.CorruptFileException;
import io.placed.error.InsufficientMemoryException;
import io.placed.error.UnsupportedVersionException;
import io.placed.io.ParallelReads;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.file.RowIds;
import io.placed.table.manifest.EntryFilter;
import io.placed.table.manifest.Manifest;
import io.placed.table.manifest.Manifests;
import io.placed.table.manifest.MissingManifestException;
import io.placed.table.partition.TableFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The files that a snapshot lists: some in the root itself, the others in manifests, which are read
 * when somebody asks. Immutable.
 */
public final class FileList {
  private final long snapshot;
  private final Manifests store;
  private final List<Manifest> manifests;
  private final SortedMap<String, DataFile> inline;
  private final TableFields fields;
  private final Schema schema;
  private final long nextRowId;

  /** By path, once it was asked for. */
  private volatile SortedMap<String, DataFile> all;

  /**
   * @param snapshot the latest one of which files may be
   * @param fields whose names the files have
   * @param nextRowId above all row ids that the table has ever given
   */
  FileList(
      long snapshot,
      Manifests store,
      List<Manifest> manifests,
      Collection<DataFile> inline,
      TableFields fields,
      long nextRowId) {
    this.snapshot = snapshot;
    this.store = store;
    this.manifests = List.copyOf(manifests);
    SortedMap<String, DataFile> byPath = new TreeMap<>();
    for (DataFile f : inline) {
      if (byPath.put(f.path(), f) != null) {
        throw new IllegalArgumentException("it lists " + f.path() + " twice");
      }
    }
    this.inline = Collections.unmodifiableSortedMap(byPath);
    this.fields = fields;
    this.schema = fields.withResults();
    this.nextRowId = nextRowId;
    if (nextRowId < 0) {
      throw new IllegalArgumentException("nextRowId must not be negative, found " + nextRowId);
    }
  }

  /** Those that list files; the latest files are in none. */
  public List<Manifest> manifests() {
    return manifests;
  }

  Collection<DataFile> inline() {
    return inline.values();
  }

  /** Above all row ids that the table has ever given, whether or not the rows are still there. */
  public long nextRowId() {
    return nextRowId;
  }

  /** Whether all files are in directories of all partition columns; no manifest is read. */
  public boolean isIn(Collection<String> partitionColumns) {
    List<Integer> ids = partitionColumns.stream().map(c -> schema.require(c).id()).toList();
    return manifests.stream().allMatch(m -> m.partitions().containsAll(ids))
        && inline.values().stream().allMatch(f -> f.isIn(partitionColumns));
  }

  /** Whether the other list is made of the same files; no manifest is read. */
  public boolean isSame(FileList other) {
    return schema.equals(other.schema)
        && manifests.equals(other.manifests)
        && inline.equals(other.inline);
  }

  /** Number of files; no manifest is read. */
  public long count() {
    return inline.size() + manifests.stream().mapToLong(Manifest::files).sum();
  }

  /** Of all files, without deleted ones; no manifest is read. */
  public long rows() {
    return inline.values().stream().mapToLong(DataFile::liveRows).sum()
        + manifests.stream().mapToLong(Manifest::rows).sum();
  }

  /** Of all files and their siblings; no manifest is read. */
  public long bytes() {
    return inline.values().stream().mapToLong(DataFile::totalLength).sum()
        + manifests.stream().mapToLong(Manifest::bytes).sum();
  }

  /** Paths of the manifests, relative to the table. */
  public List<String> manifestPaths() {
    return manifests.stream().map(m -> SnapshotLog.DIRECTORY + "/" + m.path()).toList();
  }

  /**
   * All files by path.
   *
   * @throws CorruptFileException if a manifest is damaged or missing
   */
  public SortedMap<String, DataFile> all() throws IOException {
    SortedMap<String, DataFile> known = all;
    if (known == null) {
      known = manifests.isEmpty() ? inline : Collections.unmodifiableSortedMap(read());
      all = known;
    }
    return known;
  }

  /**
   * Those whose entries can be read, by path.
   *
   * @param unread receives what is wrong with each manifest that cannot be read
   */
  Collection<DataFile> readable(Consumer<IOException> unread) throws IOException {
    SortedMap<String, DataFile> found = new TreeMap<>(inline);
    for (Manifest m : manifests) {
      try {
        store.entries(m, schema).forEach(e -> found.putIfAbsent(e.file().path(), e.file()));
      } catch (CorruptFileException | InsufficientMemoryException | UnsupportedVersionException e) {
        unread.accept(e);
      }
    }
    return found.values();
  }

  private SortedMap<String, DataFile> read() throws IOException {
    SortedMap<String, DataFile> found = new TreeMap<>(inline);
    for (OfManifest m : read(m -> store.entries(m, schema))) {
      for (Manifests.Entry e : m.entries) {
        String path = e.file().path();
        if (found.put(path, e.file()) != null) {
          throw new CorruptFileException(
              store.pathOf(m.manifest), 0, "it lists " + path + ", which is listed elsewhere, too");
        }
      }
    }
    try {
      RowIdRanges.requireDisjoint(found.values());
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException(store.pathOf(manifests.get(0)), 0, e.getMessage(), e);
    }
    return found;
  }

  /**
   * The files that may have rows for which a filter is TRUE, and perhaps others; not all of a
   * manifest is read.
   */
  public List<DataFile> candidates(EntryFilter filter) throws IOException {
    SortedMap<String, DataFile> known = all;
    if (known != null || filter.isEmpty()) {
      return List.copyOf(all().values());
    }
    return sorted(inline.values(), read(m -> store.entries(m, schema, filter)));
  }

  /** Bounds of a column over all files; null if one does not know them. Counts mean nothing. */
  ColumnStatistics bounds(String column) throws IOException {
    ColumnStatistics bounds = ColumnStatistics.empty();
    for (DataFile f : inline.values()) {
      ColumnStatistics one = f.statistics().get(column);
      if (one == null) {
        return null;
      }
      bounds = ColumnStatistics.merge(bounds, one);
    }
    try {
      List<Optional<ColumnStatistics>> ofManifests =
          ParallelReads.all(manifests, m -> Optional.ofNullable(store.bounds(m, schema, column)));
      for (Optional<ColumnStatistics> one : ofManifests) {
        if (one.isEmpty()) {
          return null;
        }
        bounds = ColumnStatistics.merge(bounds, one.get());
      }
    } catch (MissingManifestException e) {
      throw e.ofSnapshot(snapshot);
    }
    return bounds;
  }

  /** Those of some files that are listed. */
  public List<DataFile> of(Set<String> paths) throws IOException {
    SortedMap<String, DataFile> loaded = all;
    SortedMap<String, DataFile> known = loaded == null ? inline : loaded;
    List<DataFile> own = new ArrayList<>();
    for (String path : paths) {
      DataFile file = known.get(path);
      if (file != null) {
        own.add(file);
      }
    }
    // Looked for by all paths: the next attempt of a commit may find others of them in the root.
    return own.size() == paths.size() || loaded != null
        ? own
        : sorted(own, read(m -> store.entries(m, schema, paths)));
  }

  private static List<DataFile> sorted(Collection<DataFile> some, List<OfManifest> others) {
    List<DataFile> files = new ArrayList<>(some);
    others.forEach(m -> m.entries.forEach(e -> files.add(e.file())));
    files.sort(Comparator.comparing(DataFile::path));
    return files;
  }

  private record OfManifest(Manifest manifest, List<Manifests.Entry> entries) {}

  private List<OfManifest> read(ParallelReads.Read<Manifest, List<Manifests.Entry>> read)
      throws IOException {
    try {
      return ParallelReads.all(manifests, m -> new OfManifest(m, given(m, read.of(m))));
    } catch (MissingManifestException e) {
      throw e.ofSnapshot(snapshot);
    }
  }

  private List<Manifests.Entry> given(Manifest manifest, List<Manifests.Entry> entries)
      throws CorruptFileException {
    PartitionTexts partitions = new PartitionTexts(fields);
    try {
      for (Manifests.Entry e : entries) {
        RowIdRanges.requireGiven(e.file(), snapshot, nextRowId);
        partitions.require(e.file());
      }
      return entries;
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException(store.pathOf(manifest), 0, e.getMessage(), e);
    }
  }

  /**
   * The same files in a table of other columns. Manifests know columns by field id.
   *
   * @param restate the entry of a file under the names and types of the columns
   */
  public FileList restated(TableFields next, UnaryOperator<DataFile> restate) {
    return new FileList(
        snapshot,
        store,
        manifests,
        inline.values().stream().map(restate).toList(),
        next,
        nextRowId);
  }

  /** The same files, read through manifests that remember what was found in them. */
  public FileList through(Manifests remembering) {
    FileList files = with(remembering, manifests, inline.values());
    files.all = all;
    return files;
  }

  FileList remembering() {
    return through(store.remembering());
  }

  /** The same files in another form. */
  FileList with(List<Manifest> otherManifests, Collection<DataFile> otherInline) {
    return with(store, otherManifests, otherInline);
  }

  private FileList with(Manifests from, List<Manifest> some, Collection<DataFile> others) {
    return new FileList(snapshot, from, some, others, fields, nextRowId);
  }

  /**
   * With ids for the rows of files that have none yet, which are those that a snapshot adds.
   *
   * @throws IllegalArgumentException if there are not so many ids left
   */
  FileList withRowIds(long ofSnapshot) {
    List<DataFile> numbered = new ArrayList<>();
    long next = nextRowId;
    for (DataFile f : inline.values()) {
      DataFile file = f.ids() == null ? f.withIds(new RowIds(next, ofSnapshot)) : f;
      next = f.ids() == null ? file.ids().end(file.rows()) : next;
      numbered.add(file);
    }
    return new FileList(ofSnapshot, store, manifests, numbered, fields, next);
  }

  /** The same files, after those of another list: ids that it has given are not given again. */
  public FileList after(FileList newer) {
    return new FileList(snapshot, store, manifests, inline.values(), fields, newer.nextRowId);
  }

  /**
   * @throws IllegalArgumentException if an inline file has no row ids, or impossible ones
   */
  void requireRowIds() {
    inline.values().forEach(f -> RowIdRanges.requireGiven(f, snapshot, nextRowId));
    RowIdRanges.requireDisjoint(inline.values());
    for (Manifest m : manifests) {
      RowIds ids = m.inherited();
      if (ids != null && (ids.snapshot() > snapshot || ids.first() > nextRowId)) {
        throw new IllegalArgumentException(
            m.path() + ": " + ids + " is after snapshot " + snapshot + " and row id " + nextRowId);
      }
    }
  }

  /**
   * @throws IllegalArgumentException if an inline file has other partition values than its fields
   */
  void requirePartitions() {
    PartitionTexts partitions = new PartitionTexts(fields);
    inline.values().forEach(partitions::require);
  }

  /**
   * @throws IllegalArgumentException if the bounds of an inline file are not values of its columns
   */
  void requireStatistics() {
    for (DataFile f : inline.values()) {
      f.statistics()
          .forEach(
              (name, statistics) ->
                  schema.find(name, true).ifPresent(c -> requireFits(f, c, statistics)));
    }
  }

  private void requireFits(DataFile file, int column, ColumnStatistics statistics) {
    Field field = schema.field(column);
    try {
      statistics.requireFits(field.type());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          file.path() + ", column " + field.name() + ": " + e.getMessage(), e);
    }
  }

  /** With more files, none of which is listed. */
  public FileList plus(Collection<DataFile> files) {
    List<DataFile> more = new ArrayList<>(inline.values());
    more.addAll(files);
    return new FileList(snapshot, store, manifests, more, fields, nextRowId);
  }

  /**
   * Without some files.
   *
   * @param paths of files that are listed
   */
  public FileList minus(Set<String> paths) throws IOException {
    List<DataFile> left = new ArrayList<>(inline.values());
    Set<String> missing = new HashSet<>(paths);
    left.removeIf(f -> missing.remove(f.path()));
    List<Manifest> others = new ArrayList<>(manifests);
    if (!missing.isEmpty()) {
      others.clear();
      for (OfManifest m : read(m -> store.entries(m, schema, paths))) {
        Manifest rest = minus(m);
        if (rest != null) {
          others.add(rest);
        }
      }
    }
    return new FileList(snapshot, store, others, left, fields, nextRowId);
  }

  /** The manifest without some of its entries; null if no other counts. */
  private static Manifest minus(OfManifest some) {
    Manifest m = some.manifest;
    if (some.entries.isEmpty()) {
      return m;
    }
    Set<Integer> removed = new TreeSet<>(m.removed());
    long rows = m.rows();
    long bytes = m.bytes();
    for (Manifests.Entry e : some.entries) {
      removed.add(e.position());
      rows -= e.file().liveRows();
      bytes -= e.file().totalLength();
    }
    return removed.size() == m.entries() ? null : m.without(List.copyOf(removed), rows, bytes);
  }

  /**
   * Files that the other list does not have, or of which other rows are deleted there; manifests
   * that both have are not read.
   */
  public List<Differing> notIn(FileList other) throws IOException {
    Set<Manifest> shared = new HashSet<>(manifests);
    shared.retainAll(other.manifests);
    SortedMap<String, DataFile> known = other.withoutManifests(shared).all();
    List<Differing> differing = new ArrayList<>();
    for (DataFile f : withoutManifests(shared).all().values()) {
      DataFile there = known.get(f.path());
      if (there != null && !there.fileId().equals(f.fileId())) {
        there = null; // Another file that was put there under the same name.
      }
      if (there == null || !Objects.equals(there.deletes(), f.deletes())) {
        differing.add(new Differing(f, there));
      }
    }
    return differing;
  }

  /**
   * A file of a list that another list does not have as it is.
   *
   * @param other the same file, other rows of which are deleted; null if it is not there
   */
  public record Differing(DataFile file, DataFile other) {}

  private FileList withoutManifests(Set<Manifest> some) {
    if (some.isEmpty()) {
      return this;
    }
    List<Manifest> left = manifests.stream().filter(m -> !some.contains(m)).toList();
    return new FileList(snapshot, store, left, inline.values(), fields, nextRowId);
  }
}
