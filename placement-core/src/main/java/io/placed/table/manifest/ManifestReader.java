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
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.file.Json;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.ConstantColumns;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.Values;
import io.placed.write.RowGroupSummary;
import io.placed.write.SiblingSummary;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
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
  private final Set<Integer> removed;

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
    this.removed = new HashSet<>(manifest.removed());
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
      throw new CorruptFileException(path, 0, "the manifest is missing", e);
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

  /**
   * The entries that count, in order.
   *
   * @param withStatistics whether files get their statistics; without them much less is read
   */
  List<Manifests.Entry> entries(boolean withStatistics) throws IOException {
    List<Manifests.Entry> out = new ArrayList<>(manifest.files());
    List<Field> partitions = new ArrayList<>();
    List<Field> statistics = new ArrayList<>();
    Schema stored = file.schema();
    for (Field f : then.fields()) {
      if (stored.indexOf(ManifestSchema.partition(f)) >= 0) {
        partitions.add(f);
      }
      if (withStatistics && stored.indexOf(ManifestSchema.counts(f)) >= 0 && now(f) != null) {
        statistics.add(f);
      }
    }
    Schema requested = ManifestSchema.of(partitions, statistics);
    int position = 0;
    try (BatchReader rows = file.read(ReadRequest.all().withColumns(requested))) {
      while (rows.next()) {
        Batch batch = rows.batch();
        for (int i = 0; i < batch.rows(); i++, position++) {
          if (!removed.contains(position)) {
            out.add(new Manifests.Entry(position, entry(batch, i, partitions, statistics)));
          }
        }
      }
    } catch (MalformedDataException | IllegalArgumentException e) {
      throw new CorruptFileException(
          file.path(), 0, "entry " + position + ": " + e.getMessage(), e);
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

  private DataFile entry(Batch batch, int i, List<Field> partitions, List<Field> statistics) {
    int c = 0;
    final String path = ((BytesColumn) batch.column(c++)).getString(i);
    final long length = ((LongColumn) batch.column(c++)).get(i);
    final long rows = ((LongColumn) batch.column(c++)).get(i);
    final String fileId = ((BytesColumn) batch.column(c++)).getString(i);
    final int set = ((IntColumn) batch.column(c++)).get(i);
    if (set < 0 || set >= names.size()) {
      throw new MalformedDataException(path + ": there is no set " + set + " of stored names");
    }
    List<RowGroupSummary> groups = new ArrayList<>();
    for (Object[] g : structs(batch.column(c++), i)) {
      groups.add(new RowGroupSummary((Long) g[0], (Long) g[1], (Long) g[2]));
    }
    List<SiblingSummary> siblings = new ArrayList<>();
    for (Object[] s : structs(batch.column(c++), i)) {
      siblings.add(new SiblingSummary((String) s[0], (Long) s[1]));
    }
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
    Map<String, ColumnStatistics> known = new LinkedHashMap<>();
    for (Field f : statistics) {
      Field now = now(f);
      ColumnStatistics s = statistics(batch, c, i);
      c += ManifestSchema.hasNans(f.type()) ? 4 : 3;
      if (s != null
          && !partition.containsKey(now.name())
          && Widening.allowed(f.type(), now.type())) {
        known.put(now.name(), s.widened(f.type(), now.type()));
      }
    }
    return new DataFile(
        path, length, rows, fileId, partition, groups, known, false, siblings, namesNow.get(set));
  }

  private static List<Object[]> structs(Column column, int i) {
    Object value = Values.get(column, i);
    if (value == null) {
      return List.of();
    }
    List<Object[]> out = new ArrayList<>();
    for (Object struct : (List<?>) value) {
      Object[] fields = (Object[]) struct;
      if (fields == null || Arrays.asList(fields).contains(null)) {
        throw new MalformedDataException("null in a list of row groups or siblings");
      }
      out.add(fields);
    }
    return out;
  }

  private static ColumnStatistics statistics(Batch batch, int first, int i) {
    BytesColumn counts = (BytesColumn) batch.column(first + 2);
    if (counts.isNull(i)) {
      return null;
    }
    Object min = ConstantColumns.value(batch.column(first), i);
    Object max = ConstantColumns.value(batch.column(first + 1), i);
    return StatisticsCounts.read(counts.get(i), min, max);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
