package io.placed.table.snapshot;

import io.placed.error.CorruptFileException;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.manifest.Manifest;
import io.placed.table.manifest.Manifests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The files that a snapshot lists: some in the root itself, the others in manifests, which are read
 * when somebody asks. Immutable.
 */
public final class FileList {
  private final Manifests store;
  private final List<Manifest> manifests;
  private final SortedMap<String, DataFile> inline;
  private final Schema schema;

  /** By path, once it was asked for. */
  private volatile SortedMap<String, DataFile> all;

  /**
   * @param schema whose names the files have
   */
  FileList(Manifests store, List<Manifest> manifests, Collection<DataFile> inline, Schema schema) {
    this.store = store;
    this.manifests = List.copyOf(manifests);
    SortedMap<String, DataFile> byPath = new TreeMap<>();
    for (DataFile f : inline) {
      if (byPath.put(f.path(), f) != null) {
        throw new IllegalArgumentException("it lists " + f.path() + " twice");
      }
    }
    this.inline = Collections.unmodifiableSortedMap(byPath);
    this.schema = schema;
  }

  List<Manifest> manifests() {
    return manifests;
  }

  Collection<DataFile> inline() {
    return inline.values();
  }

  /** Number of files; no manifest is read. */
  public long count() {
    return inline.size() + manifests.stream().mapToLong(Manifest::files).sum();
  }

  /** Of all files; no manifest is read. */
  public long rows() {
    return inline.values().stream().mapToLong(DataFile::rows).sum()
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

  private SortedMap<String, DataFile> read() throws IOException {
    SortedMap<String, DataFile> found = new TreeMap<>(inline);
    for (Manifest m : manifests) {
      for (Manifests.Entry e : store.entries(m, schema)) {
        String path = e.file().path();
        if (found.put(path, e.file()) != null) {
          throw new CorruptFileException(
              store.pathOf(m), 0, "it lists " + path + ", which is listed elsewhere, too");
        }
      }
    }
    return found;
  }

  /**
   * The same files in a table of other columns. Manifests know columns by field id.
   *
   * @param restate the entry of a file under the names and types of the schema
   */
  public FileList restated(Schema next, UnaryOperator<DataFile> restate) {
    return new FileList(store, manifests, inline.values().stream().map(restate).toList(), next);
  }

  /** With more files, none of which is listed. */
  public FileList plus(Collection<DataFile> files) {
    List<DataFile> more = new ArrayList<>(inline.values());
    more.addAll(files);
    return new FileList(store, manifests, more, schema);
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
    List<Manifest> others = new ArrayList<>();
    for (Manifest m : manifests) {
      others.addAll(missing.isEmpty() ? List.of(m) : without(m, missing));
    }
    return new FileList(store, others, left, schema);
  }

  /** The manifest without some files, none if nothing is left; the paths found are taken out. */
  private List<Manifest> without(Manifest m, Set<String> missing) throws IOException {
    Set<Integer> removed = new TreeSet<>(m.removed());
    long rows = 0;
    long bytes = 0;
    for (Manifests.Entry e : store.entries(m, schema)) {
      if (missing.remove(e.file().path())) {
        removed.add(e.position());
      } else {
        rows += e.file().rows();
        bytes += e.file().totalLength();
      }
    }
    if (removed.size() == m.entries()) {
      return List.of();
    }
    return removed.size() == m.removed().size()
        ? List.of(m)
        : List.of(m.without(List.copyOf(removed), rows, bytes));
  }

  /** Files that the other list does not have, by path; manifests that both have are not read. */
  public List<DataFile> notIn(FileList other) throws IOException {
    Set<Manifest> shared = new HashSet<>(manifests);
    shared.retainAll(other.manifests);
    Set<String> known = new HashSet<>();
    for (DataFile f : other.without(shared).all().values()) {
      known.add(f.path());
    }
    SortedMap<String, DataFile> own = new TreeMap<>(without(shared).all());
    own.keySet().removeAll(known);
    return List.copyOf(own.values());
  }

  private FileList without(Set<Manifest> some) {
    if (some.isEmpty()) {
      return this;
    }
    List<Manifest> left = manifests.stream().filter(m -> !some.contains(m)).toList();
    return new FileList(store, left, inline.values(), schema);
  }
}
