package io.placed.table.rewrite;

import io.placed.io.IoCounters;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
