package io.placed.table.rewrite;

import io.placed.io.IoCounters;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The columns of a table that its files have. Engines decide which value a column has that a file
 * lacks; merging such a file with one that has the column would turn the value into null.
 */
final class FileSchemas {
  private final TableDirectory table;
  private final Schema schema;

  /**
   * @param schema the columns to look for
   */
  FileSchemas(TableDirectory table, Schema schema) {
    this.table = table;
    this.schema = schema;
  }

  /** Groups the files by their columns, regardless of types. */
  Collection<List<DataFile>> alike(List<DataFile> files) throws IOException {
    if (files.size() == 1) {
      return List.of(files);
    }
    Map<Set<String>, List<DataFile>> groups = new LinkedHashMap<>();
    for (DataFile f : files) {
      groups.computeIfAbsent(of(f), c -> new ArrayList<>()).add(f);
    }
    return groups.values();
  }

  /**
   * Refuses a file that no snapshot lists and that stores more than the table has: without a log
   * the first file says what the columns are, and an engine with a catalog may show those of the
   * others.
   *
   * @throws IllegalArgumentException that names the file and the column
   */
  void requireNoOthers(DataFile file) throws IOException {
    if (!file.foreign()) {
      return; // What it has more is hidden.
    }
    try (FileReader reader = FileReader.open(table.input(file), new IoCounters())) {
      for (Field stored : reader.schema().fields()) {
        Optional<Field> of = columnOf(file, stored.name());
        if (of.isEmpty() && !file.partition().containsKey(stored.name())) {
          throw others(file, stored.name());
        }
        of.ifPresent(f -> requireNoOthers(file, stored.name(), stored.type(), f.type()));
      }
    }
  }

  private Optional<Field> columnOf(DataFile file, String stored) {
    return schema.fields().stream()
        .filter(f -> stored.equals(ReadRequest.nameInFile(file.names(), f.name(), true)))
        .findFirst();
  }

  private static void requireNoOthers(DataFile file, String path, Type stored, Type type) {
    if (stored instanceof StructType s && type instanceof StructType t) {
      for (Field field : s.fields()) {
        // Fields of such files are found regardless of case.
        Field same =
            t.fields().stream()
                .filter(f -> f.name().equalsIgnoreCase(field.name()))
                .findFirst()
                .orElseThrow(() -> others(file, path + "." + field.name()));
        requireNoOthers(file, path + "." + field.name(), field.type(), same.type());
      }
    } else if (stored instanceof ListType s && type instanceof ListType t) {
      requireNoOthers(file, path + ".element", s.element().type(), t.element().type());
    } else if (stored instanceof MapType s && type instanceof MapType t) {
      requireNoOthers(file, path + ".key", s.key().type(), t.key().type());
      requireNoOthers(file, path + ".value", s.value().type(), t.value().type());
    }
  }

  private static IllegalArgumentException others(DataFile file, String column) {
    return new IllegalArgumentException(
        file.path()
            + ": has a column "
            + column
            + " that the table does not have, and a copy would lose its values. Add the column to the"
            + " table (ALTER TABLE ADD COLUMN), or, in a directory without snapshots, copy all files"
            + " to a new table with mergeSchema");
  }

  /**
   * Statistics show which columns exist, but not nested ones, and at most a thousand; otherwise the
   * footer is read.
   */
  Set<String> of(DataFile file) throws IOException {
    Set<String> all = new HashSet<>();
    schema.fields().forEach(f -> all.add(f.name()));
    if (file.statistics().keySet().containsAll(all)) {
      return all;
    }
    try (FileReader reader = FileReader.open(table.input(file), new IoCounters())) {
      Schema stored = reader.schema();
      all.removeIf(
          name -> {
            String inFile = ReadRequest.nameInFile(file.names(), name, true);
            return inFile == null || stored.indexOf(inFile) < 0;
          });
      return all;
    }
  }
}
