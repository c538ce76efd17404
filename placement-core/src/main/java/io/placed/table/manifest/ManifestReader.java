package io.placed.table.manifest;

import io.placed.error.CorruptFileException;
import io.placed.error.MalformedDataException;
import io.placed.io.BlockCache;
import io.placed.io.FileStore;
import io.placed.io.IoCounters;
import io.placed.io.PathNames;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.NumberedRows;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.Json;
import io.placed.table.manifest.Manifests.Entry;
import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Scans a manifest for data files under the names that the table has now. */
final class ManifestReader implements Closeable {
  /** Manifests never change: what was read of them stays true. */
  private static final BlockCache CACHE = new BlockCache(Runtime.getRuntime().maxMemory() / 8);

  private final Manifest manifest;
  private final FileReader file;

  /** For statistics that are asked for later. */
  private final ManifestStatistics.Opening again;

  /** The columns that the table has now, by field id. */
  private final Map<Integer, Field> now = new HashMap<>();

  /** The columns that the table had when the manifest was written, by field id. */
  private final Map<Integer, Field> then = new HashMap<>();

  private final List<Map<String, String>> namesNow = new ArrayList<>();
  private final List<Field> partitions = new ArrayList<>();

  private ManifestReader(
      Manifest manifest, FileReader file, Schema table, ManifestStatistics.Opening again)
      throws IOException {
    this.manifest = manifest;
    this.file = file;
    this.again = again;
    Map<String, String> metadata = file.metadata();
    if (!metadata
        .keySet()
        .containsAll(Set.of(ManifestSchema.TABLE_KEY, ManifestSchema.NAMES_KEY))) {
      throw new CorruptFileException(file.path(), 0, "it is a Placed file, but not a manifest");
    }
    table.fields().forEach(f -> now.put(f.id(), f));
    for (Field f : Schema.parse(metadata.get(ManifestSchema.TABLE_KEY)).fields()) {
      then.put(f.id(), f);
    }
    Json known = Json.parse(metadata.get(ManifestSchema.NAMES_KEY), "stored names");
    known.objects("sets", StoredNames::read).forEach(n -> namesNow.add(n.in(table)));
    for (int id : known.integers("partitions")) {
      partitions.add(requireColumn(id));
    }
    known.end();
  }

  private Field requireColumn(int id) {
    Field f = then.get(id);
    if (f == null) {
      throw new MalformedDataException("there is no column of id " + id);
    }
    return f;
  }

  /**
   * @param directory of the log
   * @param table the columns that the table has now
   * @throws CorruptFileException if the file is damaged, missing, or another one
   */
  static ManifestReader open(FileStore store, String directory, Manifest manifest, Schema table)
      throws IOException {
    String path = PathNames.join(directory, manifest.path());
    FileReader file;
    try {
      file =
          FileReader.open(
              CACHE.cached(store.input(path, manifest.length()), manifest.fileId()),
              new IoCounters());
    } catch (FileNotFoundException e) {
      throw new MissingManifestException(path, e);
    }
    try {
      if (!file.fileId().toString().equals(manifest.fileId())
          || file.rows() != manifest.entries()) {
        throw new CorruptFileException(
            path,
            0,
            "the root lists file id "
                + manifest.fileId()
                + " with "
                + manifest.entries()
                + " entries, found "
                + file.fileId()
                + " with "
                + file.rows());
      }
      return new ManifestReader(
          manifest, file, table, () -> open(store, directory, manifest, table));
    } catch (MalformedDataException | IllegalArgumentException e) {
      file.close();
      throw new CorruptFileException(path, 0, e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** The entries that count, in order. */
  List<Entry> entries() throws IOException {
    return entries(List.of(), null);
  }

  /** Those that may have rows for which a filter is TRUE. */
  List<Entry> entries(EntryFilter filter) throws IOException {
    Map<String, Field> columns = new HashMap<>();
    for (Predicate p : filter.conjuncts()) {
      for (String name : p.columns()) {
        Field meant = filter.column(name);
        Field stored = meant == null ? null : column(meant.id());
        if (stored != null) {
          columns.put(name, stored);
        }
      }
    }
    List<Field> read = List.copyOf(new LinkedHashSet<>(columns.values()));
    Schema bounds = ManifestSchema.of(List.of(), read);
    List<Predicate> conditions = new ArrayList<>();
    for (Predicate p : filter.conjuncts()) {
      new BoundsPredicate(columns::get, filter::column)
          .of(p)
          .filter(onBounds -> isBindable(onBounds, bounds))
          .ifPresent(conditions::add);
    }
    return entries(read, conditions.isEmpty() ? null : Predicate.and(conditions));
  }

  /** Literals that go with a column's type now need not go with the type it had then. */
  private static boolean isBindable(Predicate p, Schema schema) {
    try {
      p.bind(schema, true);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Those of some data files. */
  List<Entry> entries(Set<String> paths) throws IOException {
    return entries(List.of(), Predicate.in(ManifestSchema.PATH, paths));
  }

  private List<Entry> entries(List<Field> withStatistics, Predicate filter) throws IOException {
    EntryColumns columns = new EntryColumns(partitions, withStatistics);
    StatisticsColumns found = columns.statistics();
    List<List<ColumnStatistics>> read = new ArrayList<>();
    withStatistics.forEach(f -> read.add(new ArrayList<>()));
    Set<Integer> removed = new HashSet<>(manifest.removed());
    ManifestStatistics statistics = new ManifestStatistics(again);
    List<Entry> out = new ArrayList<>();
    ReadRequest request = ReadRequest.all().withColumns(columns.requested());
    try (BatchReader rows = file.read(filter == null ? request : request.withFilter(filter))) {
      while (rows.next()) {
        Batch batch = rows.batch();
        long[] numbers = new long[batch.rows()];
        rows.rowNumbers(numbers);
        for (int i = 0; i < batch.rows(); i++) {
          int position = (int) numbers[i];
          if (removed.contains(position)) {
            continue;
          }
          int number = statistics.add(position);
          out.add(
              new Entry(
                  position,
                  columns.file(
                      batch,
                      i,
                      manifest.inherited(),
                      namesNow,
                      now,
                      in -> statistics.of(number, in))));
          for (int c = 0; c < read.size(); c++) {
            read.get(c).add(widened(withStatistics.get(c), found.of(batch, i, c)));
          }
        }
      }
    } catch (MalformedDataException | IllegalArgumentException e) {
      throw damaged(out.size(), e);
    }
    statistics.complete();
    for (int c = 0; c < read.size(); c++) {
      statistics.know(now.get(withStatistics.get(c).id()).name(), read.get(c));
    }
    return out;
  }

  private CorruptFileException damaged(int entry, RuntimeException e) {
    return new CorruptFileException(
        file.path(), 0, "after " + entry + " entries: " + e.getMessage(), e);
  }

  private ColumnStatistics widened(Field stored, ColumnStatistics s) {
    return s == null ? null : s.widened(stored.type(), now.get(stored.id()).type());
  }

  /**
   * A column as the manifest has it; null if the manifest has no statistics of it, or none that the
   * table's type can take.
   */
  private Field column(int id) throws IOException {
    Field stored = then.get(id);
    Field wanted = now.get(id);
    return stored != null
            && wanted != null
            && Widening.allowed(stored.type(), wanted.type())
            && file.find(ManifestSchema.counts(stored), true) != null
        ? stored
        : null;
  }

  /** Names that columns with statistics have now. */
  Set<String> columnsWithStatistics() throws IOException {
    Set<String> names = new LinkedHashSet<>();
    Schema stored = file.schema();
    for (Field f : then.values()) {
      if (stored.indexOf(ManifestSchema.counts(f)) >= 0 && column(f.id()) != null) {
        names.add(now.get(f.id()).name());
      }
    }
    return names;
  }

  /**
   * The statistics of some columns for some entries, in the table's types.
   *
   * @param columns names that they have now
   * @param positions of the entries, ascending
   * @return by column and entry, null where there are none
   */
  List<ColumnStatistics[]> statistics(List<String> columns, int[] positions) throws IOException {
    Map<String, Field> named = new HashMap<>();
    now.values().forEach(f -> named.put(f.name(), f));
    List<ColumnStatistics[]> out = new ArrayList<>();
    List<ColumnStatistics[]> known = new ArrayList<>();
    List<Field> read = new ArrayList<>();
    for (String name : columns) {
      ColumnStatistics[] ofColumn = new ColumnStatistics[positions.length];
      out.add(ofColumn);
      Field meant = named.get(name);
      Field stored = meant == null ? null : column(meant.id());
      if (stored != null) {
        read.add(stored);
        known.add(ofColumn);
      }
    }
    if (read.isEmpty()) {
      return out;
    }
    StatisticsColumns statistics = new StatisticsColumns(read, 0);
    ReadRequest request = ReadRequest.all().withColumns(Schema.of(statistics.requested()));
    if (positions.length < file.rows()) {
      request =
          request.withChoice(new NumberedRows(Arrays.stream(positions).asLongStream().toArray()));
    }
    int first = 0;
    try (BatchReader rows = file.read(request)) {
      while (rows.next()) {
        Batch batch = rows.batch();
        for (int c = 0; c < read.size(); c++) {
          for (int i = 0; i < batch.rows(); i++) {
            known.get(c)[first + i] = widened(read.get(c), statistics.of(batch, i, c));
          }
        }
        first += batch.rows();
      }
    } catch (MalformedDataException | IllegalArgumentException e) {
      throw damaged(first, e);
    }
    return out;
  }

  /**
   * Bounds of a column over all entries, in the table's type; null if one does not know them.
   *
   * @param id of the column
   */
  ColumnStatistics bounds(int id) throws IOException {
    Field stored = column(id);
    if (stored == null) {
      return null;
    }
    ColumnStatistics mins = file.statistics(ManifestSchema.min(stored));
    ColumnStatistics maxs = file.statistics(ManifestSchema.max(stored));
    if (isKnown(mins) && isKnown(maxs)) {
      return widened(
          stored, ColumnStatistics.of(1, 0, 0, -1, mins.min(), maxs.max(), false, false));
    }
    // Some have none: of those that have no values nothing needs to be known.
    int[] all = IntStream.range(0, (int) file.rows()).toArray();
    ColumnStatistics bounds = ColumnStatistics.empty();
    for (ColumnStatistics one : statistics(List.of(now.get(id).name()), all).get(0)) {
      if (one == null) {
        return null;
      }
      bounds = ColumnStatistics.merge(bounds, one);
    }
    return bounds;
  }

  private static boolean isKnown(ColumnStatistics bounds) {
    return bounds != null
        && bounds.nullCount() + bounds.nanCount() == 0
        && bounds.min() != null
        && bounds.max() != null;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
