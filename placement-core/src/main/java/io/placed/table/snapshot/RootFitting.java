package io.placed.table.snapshot;

import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.file.ManagedName;
import io.placed.table.file.RowIds;
import io.placed.table.manifest.EntryOrder;
import io.placed.table.manifest.Manifest;
import io.placed.table.manifest.Manifests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Keeps roots small, for one commit and all of its attempts: files that are too many for a root go
 * to a manifest, and manifests of one level are merged when there are many. See {@code
 * docs/design/table-log.md}.
 */
public final class RootFitting {
  /** Files that a root lists itself at most; tests set it to have manifests in small tables. */
  static final String INLINE_FILES = "placed.log.inline-files";

  private static final int MAX_INLINE_BYTES = 128 * 1024;

  /** Manifests of a level that are merged into one of the next. */
  private static final int MERGED = 8;

  /** Entries from which on a manifest is not merged any more. */
  private static final int FULL_ENTRIES = 16_384;

  /** A manifest is written again when one in so many entries does not count any more. */
  private static final int MAX_REMOVED_SHARE = 8;

  /** What roots may say of removed entries in numbers. */
  private static final int MAX_REMOVED = 1024;

  private final Manifests store;
  private final int maxInlineFiles = Integer.getInteger(INLINE_FILES, 64);

  /** What was written for attempts that lost a race, by the content. */
  private final Map<Content, Manifest> written = new HashMap<>();

  /** What was written instead of manifests of which many entries do not count any more. */
  private final Map<Thinned, List<Manifest>> thinned = new HashMap<>();

  private record Thinned(Manifest manifest, String schema, long cleanup) {}

  /**
   * @param cleanup of the state: a vacuum that claims files of commits may have removed a manifest
   *     that no root lists
   * @param entries identities of the files: the same file may have another deletion vector; and row
   *     ids, as they are written
   */
  private record Content(String schema, long cleanup, List<String> entries) {}

  RootFitting(Manifests store) {
    this.store = store;
  }

  /** The same files, with row ids, and in a form that fits a root. */
  public TableState fit(TableState fresh) throws IOException {
    long snapshot = fresh.info().id();
    final RowIds inherited = new RowIds(fresh.files().nextRowId(), snapshot);
    TableState state = fresh.withFiles(fresh.files().withRowIds(snapshot));
    FileList files = state.files();
    Collection<DataFile> inline = files.inline();
    List<Manifest> manifests = new ArrayList<>();
    for (Manifest m : files.manifests()) {
      manifests.addAll(withoutRemoved(state, m, inherited));
    }
    if (areTooMany(inline)) {
      // New files get a manifest of their own if they are many, which the next attempt can list,
      // too, whatever others have committed meanwhile.
      Map<Boolean, List<DataFile>> isNew =
          inline.stream().collect(Collectors.partitioningBy(f -> f.ids().snapshot() == snapshot));
      if (areTooMany(isNew.get(true))) {
        add(state, isNew.get(true), manifests, inherited);
        inline = isNew.get(false);
      }
    }
    if (areTooMany(inline)) {
      add(state, inline, manifests, inherited);
      inline = List.of();
    }
    return manifests.equals(files.manifests())
        ? state
        : state.withFiles(files.with(manifests, inline));
  }

  private boolean areTooMany(Collection<DataFile> inline) {
    return inline.size() > maxInlineFiles || bytes(inline) > MAX_INLINE_BYTES;
  }

  /** Adds files to manifests, in one of their own or with the entries of others. */
  private void add(
      TableState state, Collection<DataFile> files, List<Manifest> manifests, RowIds inherited)
      throws IOException {
    List<DataFile> pending = new ArrayList<>(files);
    int level = level(pending.size());
    // What is merged at once is written once.
    while (level < Manifest.FULL && of(manifests, level).size() + 1 >= MERGED) {
      List<Manifest> some = of(manifests, level);
      pending.addAll(files(state, some));
      manifests.removeAll(some);
      level = Math.max(level + 1, level(pending.size()));
    }
    manifests.addAll(write(state, pending, inherited));
  }

  /** Levels are by size: each is eight times the one below it. */
  private static int level(int entries) {
    int level = 0;
    for (long most = 64L * MERGED; entries >= most && level < Manifest.FULL; most *= MERGED) {
      level++;
    }
    return entries >= FULL_ENTRIES ? Manifest.FULL : level;
  }

  private static List<Manifest> of(List<Manifest> manifests, int level) {
    return manifests.stream().filter(m -> m.level() == level).toList();
  }

  private static long bytes(Collection<DataFile> files) {
    return files.stream().mapToLong(f -> f.toJson().length()).sum();
  }

  private List<Manifest> withoutRemoved(TableState state, Manifest m, RowIds inherited)
      throws IOException {
    int removed = m.removed().size();
    if (removed <= MAX_REMOVED && removed < m.entries() / (double) MAX_REMOVED_SHARE) {
      return List.of(m);
    }
    Thinned key = new Thinned(m, schema(state), state.cleanup());
    List<Manifest> known = thinned.get(key);
    if (known == null) {
      // No file that this commit adds is in it, so nothing is inherited.
      known = write(state, files(state, List.of(m)), inherited);
      thinned.put(key, known);
    }
    return known;
  }

  private static String schema(TableState state) {
    return state.schema() + " " + state.partitioning();
  }

  private List<DataFile> files(TableState state, List<Manifest> manifests) throws IOException {
    List<DataFile> files = new ArrayList<>();
    Schema columns = state.partitioning().withResults(state.schema());
    for (Manifest m : manifests) {
      store.entries(m, columns).forEach(e -> files.add(e.file()));
    }
    return files;
  }

  /**
   * Cut where a manifest is large enough.
   *
   * @param inherited by the files that the commit adds: what it says is not known before the commit
   *     has won, so it is in the root
   */
  private List<Manifest> write(TableState state, List<DataFile> files, RowIds inherited)
      throws IOException {
    Set<String> all = new HashSet<>();
    for (DataFile f : files) {
      if (!all.add(f.path())) {
        throw new IllegalArgumentException(f.path() + " is listed twice");
      }
    }
    EntryOrder order = new EntryOrder(state.schema(), state.partitioning(), files);
    List<DataFile> sorted = order.sort(files);
    List<Manifest> out = new ArrayList<>();
    for (int first = 0; first < sorted.size(); first += Manifest.MAX_ENTRIES) {
      int end = Math.min(sorted.size(), first + Manifest.MAX_ENTRIES);
      List<DataFile> some = sorted.subList(first, end);
      List<String> entries = some.stream().map(f -> f.identity() + ids(f, inherited)).toList();
      Content content = new Content(schema(state), state.cleanup(), entries);
      Manifest known = written.get(content);
      if (known == null) {
        known =
            store.write(
                state.info().commitId(),
                ManagedName.newAttempt(store.machine()),
                level(some.size()),
                order,
                some,
                inherited);
        written.put(content, known);
      }
      out.add(known.inherited() == null ? known : known.inheriting(inherited));
    }
    return out;
  }

  private static String ids(DataFile f, RowIds inherited) {
    long first = f.ids().first();
    return f.ids().snapshot() == inherited.snapshot()
        ? " +" + (first - inherited.first())
        : " " + first + " " + f.ids().snapshot();
  }

  /** Removes manifests that were written for attempts and that the committed root does not list. */
  public void discard(TableState committed) throws IOException {
    Set<String> listed = new HashSet<>(committed.files().manifestPaths());
    for (Manifest m : written.values()) {
      if (!listed.contains(SnapshotLog.DIRECTORY + "/" + m.path())) {
        store.delete(m);
      }
    }
  }
}
