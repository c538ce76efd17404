package io.placed.dataset;

import io.placed.dataset.ForeignFiles.Found;
import io.placed.io.PathNames;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts snapshot and foreign files together. */
final class DirectoryView {
  private final String root;

  DirectoryView(String root) {
    this.root = root;
  }

  /** The state with the foreign files that are visible beside it. */
  Snapshot of(TableState state, List<Found> foreign) throws IOException {
    List<DataFile> files = new ArrayList<>(state.files().values());
    for (Found f : foreign) {
      files.add(dataFile(f, partition(f, state), state.schema()));
    }
    return new Snapshot(
        state.info(),
        state.schema(),
        state.partitionColumns(),
        state.placement(),
        state.properties(),
        files);
  }

  /** A directory without snapshots; there is at least one file, and the first gives the schema. */
  Snapshot ofFiles(List<Found> found, boolean partitioned) throws IOException {
    Found first = found.get(0);
    Map<String, Type> types = partitioned ? partitionTypes(found) : Map.of();
    Schema schema = withPartitions(first.footer().schema(), types);
    List<String> columns = types.keySet().stream().map(c -> columnName(schema, c)).toList();
    List<DataFile> files = new ArrayList<>();
    long newest = 0;
    for (Found f : found) {
      Map<String, String> values = new LinkedHashMap<>();
      if (partitioned) {
        PathNames.partitionValues(f.path()).forEach((c, v) -> values.put(columnName(schema, c), v));
      }
      requireReadable(f, values, schema);
      files.add(dataFile(f, values, schema));
      newest = Math.max(newest, f.info().modifiedMillis());
    }
    SnapshotInfo info = new SnapshotInfo(0, 0, "", "", newest, "files", files.size(), 0, 0, 0);
    String placement = first.footer().placement().toString();
    return new Snapshot(info, schema, columns, placement, Map.of(), files);
  }

  private Map<String, Type> partitionTypes(List<Found> found) throws IOException {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (Found f : found) {
      Map<String, String> own = PathNames.partitionValues(f.path());
      if (f == found.get(0)) {
        own.keySet().forEach(c -> values.put(c, new ArrayList<>()));
      }
      if (!List.copyOf(own.keySet()).equals(List.copyOf(values.keySet()))) {
        throw new IOException(
            root
                + ": files are partitioned differently: "
                + found.get(0).path()
                + " and "
                + f.path());
      }
      own.forEach((c, v) -> values.get(c).add(v));
    }
    Map<String, Type> types = new LinkedHashMap<>();
    values.forEach((c, v) -> types.put(c, PartitionTypes.infer(v)));
    return types;
  }

  /** Columns that the files have themselves keep their type; the others come last, as in Spark. */
  private static Schema withPartitions(Schema schema, Map<String, Type> types) {
    List<Field> fields = new ArrayList<>(schema.fields());
    types.forEach(
        (column, type) -> {
          if (schema.find(column, false).isEmpty()) {
            fields.add(Field.of(column, type));
          }
        });
    return Schema.of(fields);
  }

  /** Hive writes the names of directories in lower case. */
  private static String columnName(Schema schema, String column) {
    return schema.indexOf(column) >= 0
        ? column
        : schema.find(column, false).map(i -> schema.field(i).name()).orElse(column);
  }

  /** Directories that are no partition columns of the table mean nothing. */
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
    return new DataFile(
        f.path(),
        f.info().length(),
        footer.rows(),
        footer.fileId(),
        partition,
        footer.rowGroups(),
        SchemaMerge.restate(footer.statistics(), footer.schema(), schema),
        true,
        footer.siblings());
  }
}
