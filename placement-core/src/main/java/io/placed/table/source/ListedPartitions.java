package io.placed.table.source;

import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Partitions as a Hive metastore lists them. A table whose location has no snapshots is exactly
 * these, wherever they are, with the metastore's values. Where it has snapshots the log says which
 * files in the table's directory count; partitions that are elsewhere come with them.
 *
 * @param location of the table
 * @param columns as the table spells them
 */
public record ListedPartitions(String location, List<String> columns, List<One> all) {
  /**
   * A partition.
   *
   * @param values as text by the table's columns; null for null
   * @param usual whether it is where its values say
   */
  public record One(String location, Map<String, String> values, boolean usual) {}

  /** The files, each with its partition's values. */
  List<SourceRoot> open(FileStores stores) throws IOException {
    TableDirectory table = TableDirectory.at(stores, location);
    List<SourceRoot> roots = new ArrayList<>();
    boolean snapshots = table.hasSnapshots();
    if (snapshots) {
      roots.add(ofLog(table, stores));
    }
    SourceRoots places = new SourceRoots(stores);
    for (One partition : all) {
      TableDirectory place = TableDirectory.at(stores, partition.location());
      if (snapshots && isIn(table, place)) {
        continue;
      }
      try {
        roots.add(withValues(places.open(place.path()), partition.values()));
      } catch (FileNotFoundException e) {
        continue; // A partition whose directory is empty, or gone, has no rows, as in Hive.
      }
    }
    return roots;
  }

  /**
   * The table at the location, at the snapshot that was opened if there is one.
   *
   * @param opened by {@link #open}
   * @throws FileNotFoundException if there is nothing yet
   */
  SourceRoot table(FileStores stores, List<SourceRoot> opened) throws IOException {
    TableDirectory table = TableDirectory.at(stores, location);
    for (SourceRoot root : opened) {
      if (root.path().equals(table.path()) && root.snapshot().id() > 0) {
        return SourceRoots.whole(table, root.snapshot());
      }
    }
    return new SourceRoots(stores).open(location);
  }

  private static boolean isIn(TableDirectory table, TableDirectory place) {
    return (place.path() + "/").startsWith(table.path() + "/");
  }

  /** Files in places of their own have the values that the metastore has for the place. */
  private SourceRoot ofLog(TableDirectory table, FileStores stores) throws IOException {
    Map<String, List<Map<String, String>>> unusual = new LinkedHashMap<>();
    Map<String, Map<String, String>> usual = new HashMap<>();
    for (One partition : all) {
      TableDirectory place = TableDirectory.at(stores, partition.location());
      if (partition.usual()) {
        usual.put(place.path() + "/", partition.values());
      } else if (isIn(table, place)) {
        unusual.computeIfAbsent(place.path() + "/", p -> new ArrayList<>()).add(partition.values());
      }
    }
    // Several partitions may be at one place: its rows are in each of them, as in Hive.
    unusual.forEach(
        (place, values) -> {
          if (usual.containsKey(place)) {
            values.add(usual.get(place));
          }
        });
    Snapshot snapshot = table.current();
    Function<DataFile, String> paths = table.paths();
    // Files do not store these either, also if the metastore does not know them as partitions.
    List<String> ofLog = snapshot.partitionColumns();
    return new SourceRoot(
        table.path(),
        table.path(),
        snapshot,
        withoutColumns(snapshot.schema()),
        columns,
        f -> true,
        snapshot::files,
        f -> {
          String path = paths.apply(f);
          List<Map<String, String>> partitions = List.of(named(f.partition()));
          for (Map.Entry<String, List<Map<String, String>>> place : unusual.entrySet()) {
            partitions = path.startsWith(place.getKey()) ? place.getValue() : partitions;
          }
          return partitions.stream()
              .map(values -> SourceFile.of(path, f, snapshot, ofLog).in(values))
              .toList();
        });
  }

  /** Directories may spell the columns in another way than the metastore. */
  private Map<String, String> named(Map<String, String> directories) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String column : columns) {
      directories.forEach(
          (name, value) -> {
            if (name.equalsIgnoreCase(column)) {
              values.put(column, value);
            }
          });
    }
    return values;
  }

  private SourceRoot withValues(SourceRoot root, Map<String, String> values) {
    return root.with(withoutColumns(root.schema()), columns, f -> f.in(values));
  }

  private Schema withoutColumns(Schema schema) {
    return Schema.of(
        schema.fields().stream()
            .filter(f -> columns.stream().noneMatch(f.name()::equalsIgnoreCase))
            .toList());
  }

  private static List<DataFile> files(TableDirectory table) throws IOException {
    try {
      return table.current().files();
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  /** Columns of any partition; of two types the wider. */
  static Schema schema(List<SourceRoot> roots) {
    Schema schema = Schema.of();
    for (SourceRoot root : roots) {
      schema = SchemaUnion.of(schema, root.schema());
    }
    return schema;
  }

  /**
   * A write makes a snapshot of the table's directory, which then says what is in it. So nothing
   * may be elsewhere, and nothing may be there that the metastore does not list.
   *
   * @throws IllegalArgumentException that names the partition or file, and what to do
   */
  public void requireWritable(FileStores stores) throws IOException {
    for (One partition : all) {
      if (!partition.usual()) {
        throw new IllegalArgumentException(
            location
                + ": the metastore has partition "
                + partition.values()
                + " at "
                + partition.location()
                + ", which is not where its values say; a commit to the table requires that all"
                + " partitions are in the table's directory. Write to the path of that partition"
                + " instead");
      }
    }
    TableDirectory table = TableDirectory.at(stores, location);
    if (table.hasSnapshots() || !table.exists()) {
      return;
    }
    Set<String> listed =
        open(stores).stream()
            .flatMap(r -> r.files().stream().map(SourceFile::path))
            .collect(Collectors.toSet());
    for (DataFile file : files(table)) {
      if (!listed.contains(table.pathOf(file))) {
        throw new IllegalArgumentException(
            table.pathOf(file)
                + ": is in no partition that the metastore lists, and a commit would make it part"
                + " of the table. Add its partition to the metastore, or remove the file");
      }
    }
  }
}
