package io.placed.spark.read.source;

import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Partitions as a Hive metastore lists them. A table whose location has no snapshots is exactly
 * these, wherever they are, with the metastore's values. Where it has snapshots the log says which
 * files in the table's directory count; partitions that are elsewhere come with them.
 *
 * @param location of the table
 * @param columns as the table spells them
 */
public record HivePartitions(String location, List<String> columns, List<One> all) {
  /**
   * A partition.
   *
   * @param values as text by the table's columns; null = missing
   * @param usual whether it is where its values say
   */
  public record One(String location, Map<String, String> values, boolean usual) {}

  /** The files, each with its partition's values. */
  List<SourceRoot> open(FileStores stores, String timeZone) throws IOException {
    DataSet table = DataSet.at(stores, location);
    List<SourceRoot> roots = new ArrayList<>();
    boolean snapshots = table.hasSnapshots();
    if (snapshots) {
      roots.add(ofLog(table, stores));
    }
    SourceRoots places = new SourceRoots(stores, CaseInsensitiveStringMap.empty(), timeZone);
    for (One partition : all) {
      DataSet place = DataSet.at(stores, partition.location());
      if (snapshots && isIn(table, place)) {
        continue;
      }
      try {
        roots.add(withValues(places.open(List.of(place.path())).get(0), partition.values()));
      } catch (FileNotFoundException e) {
        continue; // A partition whose directory is empty, or gone, has no rows, as in Hive.
      }
    }
    return roots;
  }

  private static boolean isIn(DataSet table, DataSet place) {
    return (place.path() + "/").startsWith(table.path() + "/");
  }

  private SourceRoot ofLog(DataSet table, FileStores stores) throws IOException {
    Map<String, Map<String, String>> unusual = new LinkedHashMap<>();
    for (One partition : all) {
      DataSet place = DataSet.at(stores, partition.location());
      if (!partition.usual() && isIn(table, place)) {
        unusual.put(place.path() + "/", partition.values());
      }
    }
    Snapshot snapshot = table.current();
    List<SourceFile> files = new ArrayList<>();
    for (DataFile f : snapshot.files()) {
      String path = table.pathOf(f);
      Map<String, String> values = named(f.partition());
      for (Map.Entry<String, Map<String, String>> place : unusual.entrySet()) {
        values = path.startsWith(place.getKey()) ? place.getValue() : values;
      }
      files.add(new SourceFile(path, f, snapshot.schema(), values));
    }
    return new SourceRoot(
        table.path(), snapshot, withoutColumns(snapshot.schema()), columns, files);
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
    List<SourceFile> files =
        root.files().stream()
            .map(f -> new SourceFile(f.path(), f.file(), f.schema(), values))
            .toList();
    return new SourceRoot(
        root.path(), root.snapshot(), withoutColumns(root.schema()), columns, files);
  }

  private Schema withoutColumns(Schema schema) {
    return Schema.of(
        schema.fields().stream()
            .filter(f -> columns.stream().noneMatch(f.name()::equalsIgnoreCase))
            .toList());
  }

  private static List<DataFile> files(DataSet table) throws IOException {
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
  public void requireWritable(CaseInsensitiveStringMap options) {
    for (One partition : all) {
      if (!partition.usual()) {
        throw new IllegalArgumentException(
            location
                + ": the metastore has partition "
                + partition.values()
                + " at "
                + partition.location()
                + ", which is not where its values say; Spark writes only into tables whose"
                + " partitions are all in the table's directory. Write to that partition with"
                + " Hive, or to its path");
      }
    }
    Session session = Session.active();
    FileStores stores = session.stores(options.asCaseSensitiveMap());
    try {
      DataSet table = DataSet.at(stores, location);
      if (table.hasSnapshots() || !table.exists()) {
        return;
      }
      Set<String> listed =
          open(stores, session.timeZone()).stream()
              .flatMap(r -> r.files().stream().map(SourceFile::path))
              .collect(Collectors.toSet());
      for (DataFile file : files(table)) {
        if (!listed.contains(table.pathOf(file))) {
          throw new IllegalArgumentException(
              table.pathOf(file)
                  + ": is in no partition that the metastore lists, and would be part of the table"
                  + " after a write by Spark. MSCK REPAIR TABLE adds its partition; or remove the"
                  + " file");
        }
      }
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }
}
