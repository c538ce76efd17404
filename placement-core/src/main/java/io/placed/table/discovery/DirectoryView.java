package io.placed.table.discovery;

import io.placed.io.PathNames;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Nullability;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.discovery.ForeignFiles.Found;
import io.placed.table.evolution.SchemaMerge;
import io.placed.table.file.DataFile;
import io.placed.table.file.PartitionValues;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Combines a snapshot with foreign files. */
public final class DirectoryView {
  private final String root;

  public DirectoryView(String root) {
    this.root = root;
  }

  /**
   * The state together with visible foreign files. Columns that one of these lacks, or that may be
   * null in it, may be null in the whole.
   */
  public Snapshot of(TableState state, List<Found> foreign) throws IOException {
    List<DataFile> files = new ArrayList<>();
    Schema schema = state.schema();
    for (Found f : foreign) {
      Schema stored = f.footer().schema();
      DataFile file = dataFile(f, partition(f, state), state.schema());
      files.add(withoutPartition(file, stored, state));
      if (Nullability.hasRequired(schema)) {
        schema = Nullability.ofBoth(schema, columns(file, stored, state.schema()));
      }
    }
    return new Snapshot(state, schema, files);
  }

  /** The columns of a table as a file has them: nullable if they are neither in it nor given. */
  private static List<Field> columns(DataFile file, Schema stored, Schema table) {
    List<Field> columns = new ArrayList<>();
    for (Field f : table.fields()) {
      String inFile = ReadRequest.nameInFile(file.names(), f.name(), true);
      int at = inFile == null ? -1 : stored.indexOf(inFile);
      boolean given = file.partition().containsKey(f.name());
      boolean nullable =
          given ? file.partition().get(f.name()) == null : at < 0 || stored.field(at).nullable();
      Type type = given || at < 0 ? f.type() : stored.field(at).type();
      columns.add(new Field(0, f.name(), type, nullable));
    }
    return columns;
  }

  /**
   * The entry of a file that a snapshot will list. Its columns are those of the table; what else it
   * stores is hidden, so that a column that is added later does not show it.
   */
  public DataFile listed(Found f, TableState state) throws IOException {
    Schema stored = f.footer().schema();
    DataFile file =
        withoutPartition(dataFile(f, partition(f, state), state.schema()), stored, state);
    Map<String, String> names = new LinkedHashMap<>(file.names());
    for (Field s : stored.fields()) {
      if (state.schema().indexOf(s.name()) < 0 && !names.containsValue(s.name())) {
        names.put(s.name(), null);
      }
    }
    return file.listed(names);
  }

  /**
   * A partition column that a file has neither as a directory nor as a column is null in every row;
   * predicates on partition columns need these statistics.
   */
  private static DataFile withoutPartition(DataFile file, Schema stored, TableState state) {
    if (file.isIn(state.partitionColumns())) {
      return file;
    }
    Map<String, ColumnStatistics> statistics = new LinkedHashMap<>(file.statistics());
    for (String column : state.partitionColumns()) {
      String inFile = ReadRequest.nameInFile(file.names(), column, true);
      if (stored.indexOf(inFile) < 0 && !file.partition().containsKey(column)) {
        Type type = state.schema().require(column).type();
        statistics.put(column, ColumnStatistics.ofConstant(type, null, file.rows()));
      }
    }
    return file.with(file.partition(), statistics, file.names());
  }

  /**
   * A directory without snapshots, with at least one file. The first one gives the schema, except
   * that others may have nulls.
   */
  public Snapshot ofFiles(List<Found> found, boolean partitioned) throws IOException {
    Found first = found.get(0);
    Map<String, Type> types = partitioned ? partitionTypes(found) : Map.of();
    Schema ofAll = first.footer().schema();
    for (Found f : found) {
      ofAll = Nullability.ofBoth(ofAll, f.footer().schema());
    }
    Schema schema = withPartitions(ofAll, types);
    List<String> columns = types.keySet().stream().map(c -> columnName(schema, c)).toList();
    List<DataFile> files = new ArrayList<>();
    long newest = 0;
    for (Found f : found) {
      Map<String, String> values = new LinkedHashMap<>();
      if (partitioned) {
        Iterator<String> column = columns.iterator();
        PathNames.partitionValues(f.path()).values().forEach(v -> values.put(column.next(), v));
      }
      requireReadable(f, values, schema);
      files.add(dataFile(f, values, schema));
      newest = Math.max(newest, f.info().modifiedMillis());
    }
    SnapshotInfo info = SnapshotInfo.ofFiles(newest, files.size());
    String placement = first.footer().placement().toString();
    return new Snapshot(info, schema, schema.lastId(), columns, placement, Map.of(), files);
  }

  /** By the columns as the first file's directories spell them; others may differ in case. */
  private Map<String, Type> partitionTypes(List<Found> found) throws IOException {
    List<String> columns = List.copyOf(PathNames.partitionValues(found.get(0).path()).keySet());
    List<List<String>> values = new ArrayList<>();
    columns.forEach(c -> values.add(new ArrayList<>()));
    for (Found f : found) {
      Map<String, String> own = PathNames.partitionValues(f.path());
      if (!areAlike(columns, List.copyOf(own.keySet()))) {
        throw new IOException(
            root
                + ": all files must have the same partition columns, found different ones: "
                + found.get(0).path()
                + " and "
                + f.path());
      }
      int at = 0;
      for (String value : own.values()) {
        values.get(at++).add(value);
      }
    }
    Map<String, Type> types = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      types.put(columns.get(i), PartitionTypes.infer(values.get(i)));
    }
    return types;
  }

  private static boolean areAlike(List<String> columns, List<String> others) {
    boolean alike = columns.size() == others.size();
    for (int i = 0; alike && i < columns.size(); i++) {
      alike = columns.get(i).equalsIgnoreCase(others.get(i));
    }
    return alike;
  }

  /** Partition columns that files store keep their type; the others come last, as in Spark. */
  private static Schema withPartitions(Schema schema, Map<String, Type> types) {
    List<Field> fields = new ArrayList<>(schema.fields());
    types.forEach(
        (column, type) -> {
          Optional<Integer> stored = schema.find(column, false);
          if (stored.isEmpty()) {
            fields.add(Field.of(column, type));
          } else {
            // Values are those of the directories, which may say null.
            Field f = schema.field(stored.get());
            fields.set(stored.get(), new Field(f.id(), f.name(), f.type(), true));
          }
        });
    return Schema.of(fields);
  }

  /** Hive writes directory names in lower case. */
  private static String columnName(Schema schema, String column) {
    return schema.indexOf(column) >= 0
        ? column
        : schema.find(column, false).map(i -> schema.field(i).name()).orElse(column);
  }

  /** Directories that are not named after partition columns are ignored. */
  private Map<String, String> partition(Found f, TableState state) throws IOException {
    Map<String, String> all = PathNames.partitionValues(f.path());
    Map<String, String> values = new LinkedHashMap<>();
    for (String column : state.partitionColumns()) {
      for (Map.Entry<String, String> e : all.entrySet()) {
        if (e.getKey().equalsIgnoreCase(column)) {
          values.put(column, e.getValue());
        }
      }
    }
    requireReadable(f, values, state.schema());
    return values;
  }

  private void requireReadable(Found f, Map<String, String> values, Schema schema)
      throws IOException {
    for (Map.Entry<String, String> e : values.entrySet()) {
      try {
        PartitionValues.parse(schema.require(e.getKey()).type(), e.getValue());
      } catch (IllegalArgumentException wrong) {
        throw new IOException(
            f.info().path() + ": partition column " + e.getKey() + ": " + wrong.getMessage(),
            wrong);
      }
    }
  }

  private static DataFile dataFile(Found f, Map<String, String> partition, Schema schema) {
    FooterSource.Footer footer = f.footer();
    Schema stored = footer.schema();
    DataFile file =
        new DataFile(
            f.path(),
            f.info().length(),
            footer.rows(),
            footer.fileId(),
            partition,
            footer.rowGroups(),
            footer.statistics(),
            true,
            footer.siblings());
    Map<String, String> names = names(stored, schema);
    DataFile named = file.renamed(names);
    return named.with(
        partition,
        SchemaMerge.restate(named.statistics(), renamed(stored, names), schema),
        named.names());
  }

  /**
   * Columns of a foreign file whose names differ from the table's only in case (Hive writes lower
   * case): the table's name by the file's.
   */
  private static Map<String, String> names(Schema stored, Schema table) {
    Map<String, List<String>> others = new HashMap<>();
    for (Field f : stored.fields()) {
      if (table.indexOf(f.name()) < 0) {
        others
            .computeIfAbsent(f.name().toLowerCase(Locale.ROOT), n -> new ArrayList<>())
            .add(f.name());
      }
    }
    Map<String, String> names = new LinkedHashMap<>();
    if (others.isEmpty()) {
      return names;
    }
    for (Field f : table.fields()) {
      List<String> alike = others.getOrDefault(f.name().toLowerCase(Locale.ROOT), List.of());
      // Ambiguous if several match.
      if (alike.size() == 1 && stored.indexOf(f.name()) < 0) {
        names.putIfAbsent(alike.get(0), f.name());
      }
    }
    return names;
  }

  private static Schema renamed(Schema stored, Map<String, String> names) {
    if (names.isEmpty()) {
      return stored;
    }
    return Schema.of(
        stored.fields().stream()
            .map(
                f ->
                    new Field(
                        f.id(), names.getOrDefault(f.name(), f.name()), f.type(), f.nullable()))
            .toList());
  }
}
