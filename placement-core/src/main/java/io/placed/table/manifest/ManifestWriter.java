package io.placed.table.manifest;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.Profile;
import io.placed.io.FileStore;
import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.file.Deletes;
import io.placed.table.file.Json;
import io.placed.table.file.RowIds;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.ConstantColumns;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.Values;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** Writes data files, as they are listed under a schema of the table, to a manifest. */
final class ManifestWriter {
  private static final int BATCH_ROWS = 1024;

  private final EntryOrder order;
  private final List<Field> partitions;
  private final Set<Field> bounded;
  private final List<Field> withStatistics = new ArrayList<>();
  private final List<DataFile> files;
  private final RowIds inherited;

  /** Number of each set of stored names. */
  private final Map<StoredNames, Integer> names = new LinkedHashMap<>();

  private final List<Integer> namesOf = new ArrayList<>();

  /**
   * @param files in this order
   * @param inherited of files that are added by this snapshot
   */
  ManifestWriter(EntryOrder order, List<DataFile> files, RowIds inherited) {
    this.order = order;
    this.partitions = order.partitions();
    this.bounded = order.bounded();
    this.files = files;
    this.inherited = inherited;
    EntryOrder.readAll(files);
    for (Field f : order.withResults().fields()) {
      boolean any =
          partitions.contains(f)
              || files.stream().anyMatch(file -> file.statistics().containsKey(f.name()));
      if (any && !f.type().isNested()) {
        withStatistics.add(f);
      }
    }
    for (DataFile file : files) {
      StoredNames own = StoredNames.of(file, order.table());
      names.putIfAbsent(own, names.size());
      namesOf.add(names.get(own));
    }
  }

  /**
   * @param directory of the log
   * @param path of the manifest below it
   */
  Manifest write(FileStore store, String directory, String path, int level) throws IOException {
    Schema schema = ManifestSchema.of(partitions, withStatistics);
    WriteOptions options =
        WriteOptions.defaults()
            .withPlacement(Placement.parse("arrow"))
            .withProfile(Profile.FAST)
            .withMetadata(metadata());
    FileSummary written;
    try (FileWriter writer = FileWriter.create(store, directory + "/" + path, schema, options)) {
      Batch batch = Batch.of(schema);
      for (int i = 0; i < files.size(); i++) {
        append(batch, i);
        if (batch.rows() == BATCH_ROWS || i == files.size() - 1) {
          writer.write(batch);
          batch.clear();
        }
      }
      written = writer.finish();
    }
    return new Manifest(
        path,
        written.length(),
        written.fileId().toString(),
        files.size(),
        level,
        files.stream().mapToLong(DataFile::liveRows).sum(),
        files.stream().mapToLong(DataFile::totalLength).sum(),
        ofAll(),
        bounds(),
        List.of(),
        files.stream().anyMatch(this::inherits) ? inherited : null);
  }

  private boolean inherits(DataFile file) {
    return file.ids().snapshot() == inherited.snapshot();
  }

  /** Ids of the partition fields that all files have values of. */
  private List<Integer> ofAll() {
    return partitions.stream()
        .filter(p -> files.stream().allMatch(f -> f.partition().containsKey(p.name())))
        .map(Field::id)
        .toList();
  }

  private List<ManifestBounds> bounds() {
    List<ManifestBounds> bounds = new ArrayList<>();
    for (Field f : bounded) {
      ColumnStatistics all = ColumnStatistics.empty();
      for (int i = 0; i < files.size() && all != null; i++) {
        ColumnStatistics one = order.statistics(files.get(i), f);
        all = one == null ? null : ColumnStatistics.merge(all, one);
      }
      if (all != null) {
        bounds.add(new ManifestBounds(f.id(), f.type(), all));
      }
    }
    return bounds;
  }

  private Map<String, String> metadata() {
    String sets =
        Json.write(
            out -> {
              out.beginObject().name("sets").beginArray();
              for (StoredNames set : names.keySet()) {
                set.write(out);
              }
              out.endArray().name("partitions").beginArray();
              for (Field f : partitions) {
                out.value(f.id());
              }
              out.endArray().endObject();
            });
    return Map.of(
        ManifestSchema.TABLE_KEY, order.withResults().toString(), ManifestSchema.NAMES_KEY, sets);
  }

  private void append(Batch batch, int i) {
    DataFile file = files.get(i);
    Schema schema = batch.schema();
    int c = 0;
    ((BytesColumn) batch.column(c++)).append(file.path());
    ((LongColumn) batch.column(c++)).append(file.length());
    ((LongColumn) batch.column(c++)).append(file.rows());
    ((BytesColumn) batch.column(c++)).append(file.fileId());
    ((IntColumn) batch.column(c++)).append(namesOf.get(i));
    LongColumn firstRowId = (LongColumn) batch.column(c++);
    LongColumn snapshot = (LongColumn) batch.column(c++);
    if (inherits(file)) {
      firstRowId.append(file.ids().first() - inherited.first());
      snapshot.appendNull();
    } else {
      firstRowId.append(file.ids().first());
      snapshot.append(file.ids().snapshot());
    }
    List<Object[]> groups = new ArrayList<>();
    file.rowGroups().forEach(g -> groups.add(new Object[] {g.rows(), g.offset(), g.length()}));
    Values.append(batch.column(c), schema.field(c++), groups);
    List<Object[]> siblings = new ArrayList<>();
    file.siblings().forEach(s -> siblings.add(new Object[] {s.name(), s.length()}));
    Values.append(batch.column(c), schema.field(c++), siblings.isEmpty() ? null : siblings);
    StringJoiner outside = new StringJoiner(",");
    partitions.stream()
        .filter(f -> !file.partition().containsKey(f.name()))
        .forEach(f -> outside.add(String.valueOf(f.id())));
    append((BytesColumn) batch.column(c++), outside.length() == 0 ? null : outside.toString());
    Deletes d = file.deletes();
    Values.append(
        batch.column(c),
        schema.field(c++),
        d == null ? null : new Object[] {d.path(), d.offset(), d.length(), d.rows()});
    for (Field f : partitions) {
      append((BytesColumn) batch.column(c++), file.partition().get(f.name()));
    }
    for (Field f : withStatistics) {
      c = appendStatistics(batch, c, f, order.statistics(file, f));
    }
    batch.setRows(batch.rows() + 1);
  }

  private static void append(BytesColumn column, String value) {
    if (value == null) {
      column.appendNull();
    } else {
      column.append(value);
    }
  }

  private static int appendStatistics(Batch batch, int first, Field f, ColumnStatistics s) {
    int c = first;
    Column min = batch.column(c++);
    Column max = batch.column(c++);
    ConstantColumns.append(min, s == null ? null : s.min(), 1);
    ConstantColumns.append(max, s == null ? null : s.max(), 1);
    BytesColumn counts = (BytesColumn) batch.column(c++);
    if (s == null) {
      counts.appendNull();
    } else {
      counts.append(StatisticsCounts.toBytes(s, new ByteWriter(16)));
    }
    if (ManifestSchema.hasNans(f.type())) {
      LongColumn nans = (LongColumn) batch.column(c++);
      if (s == null) {
        nans.appendNull();
      } else {
        nans.append(s.nanCount());
      }
    }
    return c;
  }
}
