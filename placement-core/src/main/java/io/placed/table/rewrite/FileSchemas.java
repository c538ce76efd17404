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
 * Which columns of a table its files have. What stands for a column that a file does not have is
 * the engine's to say, and would become null if such a file were put together with one that has it.
 */
final class FileSchemas {
  private final TableDirectory table;
  private final Schema schema;

  /**
   * @param schema the columns that count
   */
  FileSchemas(TableDirectory table, Schema schema) {
    this.table = table;
    this.schema = schema;
  }

  /** The files in groups that have the same ones, whatever their types. */
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
   * Statistics tell of columns that are there, but not of nested ones, and of a thousand at most:
   * where they leave something open, the footer is read.
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
