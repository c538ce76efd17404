package io.placed.table.manifest;

import io.placed.error.CorruptFileException;
import io.placed.error.MalformedDataException;
import io.placed.io.FileStore;
import io.placed.io.IoCounters;
import io.placed.io.PathNames;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.file.Json;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.ConstantColumns;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.StructColumn;
import io.placed.write.RowGroupSummary;
import io.placed.write.SiblingSummary;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads entries of a manifest as data files under the names that the table has now. */
final class ManifestReader implements Closeable {
  private final Manifest manifest;
  private final FileReader file;
  private final Schema table;

  /** The schema that the table had when the manifest was written. */
  private final Schema then;

  private final List<StoredNames> names;
  private final List<Map<String, String>> namesNow = new ArrayList<>();

  private ManifestReader(Manifest manifest, FileReader file, Schema table) throws IOException {
    this.manifest = manifest;
    this.file = file;
    this.table = table;
    Map<String, String> metadata = file.metadata();
    if (!metadata
        .keySet()
        .containsAll(Set.of(ManifestSchema.TABLE_KEY, ManifestSchema.NAMES_KEY))) {
      throw damaged("it is a Placed file, but not a manifest");
    }
    this.then = Schema.parse(metadata.get(ManifestSchema.TABLE_KEY));
    Json sets = Json.parse(metadata.get(ManifestSchema.NAMES_KEY), "stored names");
    this.names = sets.objects("sets", StoredNames::read);
    names.forEach(n -> namesNow.add(n.in(table)));
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
      file = FileReader.open(store.input(path, manifest.length()), new IoCounters());
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
      return new ManifestReader(manifest, file, table);
    } catch (MalformedDataException | IllegalArgumentException e) {
      file.close();
      throw new CorruptFileException(path, 0, e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private CorruptFileException damaged(String detail) {
    return new CorruptFileException(file.path(), 0, detail);
  }

  /** All entries in order, those included that do not count; without statistics. */
  List<DataFile> entries() throws IOException {
    List<DataFile> out = new ArrayList<>(manifest.entries());
    List<Field> partitions = new ArrayList<>();
    Schema stored = file.schema();
    for (Field f : then.fields()) {
      if (stored.indexOf(ManifestSchema.partition(f)) >= 0) {
        partitions.add(f);
      }
    }
    Schema requested = ManifestSchema.of(partitions, List.of());
    try (BatchReader rows = file.read(ReadRequest.all().withColumns(requested))) {
      while (rows.next()) {
        Batch batch = rows.batch();
        for (int i = 0; i < batch.rows(); i++) {
          out.add(entry(batch, i, partitions));
        }
      }
    } catch (MalformedDataException | IllegalArgumentException e) {
      throw damaged(out.size(), e);
    }
    return out;
  }

  private CorruptFileException damaged(int entry, RuntimeException e) {
    return new CorruptFileException(file.path(), 0, "entry " + entry + ": " + e.getMessage(), e);
  }

  /** Columns with statistics, as the manifest has them, by the names that the table has now. */
  Map<String, Field> columnsWithStatistics() throws IOException {
    Map<String, Field> columns = new LinkedHashMap<>();
    Schema stored = file.schema();
    for (Field f : then.fields()) {
      Field now = now(f);
      if (now != null
          && stored.indexOf(ManifestSchema.counts(f)) >= 0
          && Widening.allowed(f.type(), now.type())) {
        columns.put(now.name(), f);
      }
    }
    return columns;
  }

  /**
   * The statistics of columns by entry, in the table's types; null where there are none.
   *
   * @param columns as {@link #columnsWithStatistics} has them
   */
  List<ColumnStatistics[]> statistics(List<Field> columns) throws IOException {
    List<Field> requested = new ArrayList<>();
    List<ColumnStatistics[]> out = new ArrayList<>();
    for (Field f : columns) {
      requested.add(Field.of(ManifestSchema.min(f), f.type()));
      requested.add(Field.of(ManifestSchema.max(f), f.type()));
      requested.add(Field.of(ManifestSchema.counts(f), Type.BINARY));
      out.add(new ColumnStatistics[manifest.entries()]);
    }
    int first = 0;
    try (BatchReader rows = file.read(ReadRequest.all().withColumns(Schema.of(requested)))) {
      while (rows.next()) {
        Batch batch = rows.batch();
        for (int c = 0; c < columns.size(); c++) {
          Type stored = columns.get(c).type();
          Type wanted = now(columns.get(c)).type();
          for (int i = 0; i < batch.rows(); i++) {
            ColumnStatistics s = statistics(batch, 3 * c, i);
            out.get(c)[first + i] = s == null ? null : s.widened(stored, wanted);
          }
        }
        first += batch.rows();
      }
    } catch (MalformedDataException | IllegalArgumentException e) {
      throw damaged(first, e);
    }
    return out;
  }

  /** The column as the table has it now; null if it was dropped. */
  private Field now(Field then) {
    for (Field f : table.fields()) {
      if (f.id() == then.id()) {
        return f;
      }
    }
    return null;
  }

  private DataFile entry(Batch batch, int i, List<Field> partitions) {
    for (int required = 0; required < ManifestSchema.REQUIRED; required++) {
      if (batch.column(required).isNull(i)) {
        throw new MalformedDataException(batch.schema().field(required).name() + " is null");
      }
    }
    int c = 0;
    final String path = ((BytesColumn) batch.column(c++)).getString(i);
    final long length = ((LongColumn) batch.column(c++)).get(i);
    final long rows = ((LongColumn) batch.column(c++)).get(i);
    final String fileId = ((BytesColumn) batch.column(c++)).getString(i);
    final int set = ((IntColumn) batch.column(c++)).get(i);
    if (set < 0 || set >= names.size()) {
      throw new MalformedDataException(path + ": there is no set " + set + " of stored names");
    }
    final List<RowGroupSummary> groups = rowGroups((ListColumn) batch.column(c++), i);
    final List<SiblingSummary> siblings = siblings((ListColumn) batch.column(c++), i);
    BytesColumn outside = (BytesColumn) batch.column(c++);
    Set<String> without = outside.isNull(i) ? Set.of() : Set.of(outside.getString(i).split(","));
    Map<String, String> partition = new LinkedHashMap<>();
    for (Field f : partitions) {
      BytesColumn value = (BytesColumn) batch.column(c++);
      Field now = now(f);
      if (now != null && !without.contains(String.valueOf(f.id()))) {
        partition.put(now.name(), value.isNull(i) ? null : value.getString(i));
      }
    }
    return new DataFile(
        path,
        length,
        rows,
        fileId,
        partition,
        groups,
        Map.of(),
        false,
        siblings,
        namesNow.get(set));
  }

  private static List<RowGroupSummary> rowGroups(ListColumn list, int i) {
    if (list.isNull(i)) {
      return List.of();
    }
    StructColumn group = (StructColumn) list.elements();
    LongColumn rows = (LongColumn) group.child(0);
    LongColumn offsets = (LongColumn) group.child(1);
    LongColumn lengths = (LongColumn) group.child(2);
    List<RowGroupSummary> out = new ArrayList<>(list.length(i));
    for (int k = list.start(i); k < list.start(i) + list.length(i); k++) {
      if (group.isNull(k) || rows.isNull(k) || offsets.isNull(k) || lengths.isNull(k)) {
        throw new MalformedDataException("a row group is null");
      }
      out.add(new RowGroupSummary(rows.get(k), offsets.get(k), lengths.get(k)));
    }
    return out;
  }

  private static List<SiblingSummary> siblings(ListColumn list, int i) {
    if (list.isNull(i)) {
      return List.of();
    }
    StructColumn sibling = (StructColumn) list.elements();
    BytesColumn names = (BytesColumn) sibling.child(0);
    LongColumn lengths = (LongColumn) sibling.child(1);
    List<SiblingSummary> out = new ArrayList<>(list.length(i));
    for (int k = list.start(i); k < list.start(i) + list.length(i); k++) {
      if (sibling.isNull(k) || names.isNull(k) || lengths.isNull(k)) {
        throw new MalformedDataException("a sibling is null");
      }
      out.add(new SiblingSummary(names.getString(k), lengths.get(k)));
    }
    return out;
  }

  private static ColumnStatistics statistics(Batch batch, int c, int i) {
    BytesColumn counts = (BytesColumn) batch.column(c + 2);
    if (counts.isNull(i)) {
      return null;
    }
    Object min = ConstantColumns.value(batch.column(c), i);
    Object max = ConstantColumns.value(batch.column(c + 1), i);
    return StatisticsCounts.read(counts.get(i), min, max);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
