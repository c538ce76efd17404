package io.placed.cli.store;

import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.scan.FileReader;
import io.placed.scan.RowGroupInfo;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.file.PartitionValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Column statistics of a table, from its footers. */
public final class TableStatistics {
  /** The level of detail. */
  public enum Level {
    TABLE,
    ROW_GROUPS,
    PAGES
  }

  /**
   * One line.
   *
   * @param file empty for the whole table
   * @param rowGroup -1 for the whole table
   * @param page -1 for more than a page
   * @param statistics null if there are none
   */
  public record Entry(
      String column, Type type, String file, int rowGroup, int page, ColumnStatistics statistics) {}

  private final TableFiles files;

  public TableStatistics(FileStores stores, String path, Moment moment) throws IOException {
    files = new TableFiles(stores, path, moment);
  }

  public Schema schema() {
    return files.snapshot().schema();
  }

  public List<String> columns() {
    return schema().fields().stream().map(Field::name).toList();
  }

  public List<Entry> read(List<String> wanted, Level level) throws IOException {
    List<Entry> entries = new ArrayList<>();
    Map<String, ColumnStatistics> totals = new LinkedHashMap<>();
    for (DataFile f : files.files()) {
      try (FileReader reader = FileReader.open(files.input(f), new IoCounters())) {
        for (String column : wanted) {
          if (level == Level.TABLE) {
            ColumnStatistics s = ofFile(reader, f, column);
            totals.merge(column, s, ColumnStatistics::merge);
          } else if (!f.partition().containsKey(column) && inFile(reader, f, column) != null) {
            below(reader, f, column, level, entries);
          }
        }
      }
    }
    if (level == Level.TABLE) {
      for (String column : wanted) {
        ColumnStatistics s = totals.getOrDefault(column, ColumnStatistics.empty());
        entries.add(new Entry(column, type(column), "", -1, -1, s));
      }
    }
    return entries;
  }

  /** The name of a column of the table in a file; null if the file lacks it. */
  private static String inFile(FileReader reader, DataFile f, String column) throws IOException {
    String name = ReadRequest.nameInFile(f.names(), column, true);
    return name == null || reader.schema().indexOf(name) < 0 ? null : name;
  }

  private ColumnStatistics ofFile(FileReader reader, DataFile f, String column) throws IOException {
    Type type = type(column);
    if (f.partition().containsKey(column)) {
      // Even if the file has a column of this name.
      Object value = PartitionValues.parse(type, f.partition().get(column));
      return ColumnStatistics.ofConstant(type, value, f.rows());
    }
    String stored = inFile(reader, f, column);
    if (stored != null) {
      ColumnStatistics s = reader.statistics(stored);
      if (s == null) {
        return ColumnStatistics.of(f.rows(), 0, 0, -1, null, null, false, false);
      }
      return s.widened(reader.schema().require(stored).type(), type);
    }
    return ColumnStatistics.ofConstant(type, null, f.rows());
  }

  private void below(FileReader reader, DataFile f, String column, Level level, List<Entry> out)
      throws IOException {
    String stored = inFile(reader, f, column);
    Type type = reader.schema().require(stored).type();
    List<RowGroupInfo> groups = reader.rowGroups();
    for (int g = 0; g < groups.size(); g++) {
      if (level == Level.ROW_GROUPS) {
        ColumnStatistics s = reader.rowGroupStatistics(g, stored);
        out.add(new Entry(column, type, f.path(), g, -1, s));
        continue;
      }
      RowGroupInfo info = groups.get(g);
      int pages = (info.rows() + info.pageRows() - 1) / info.pageRows();
      for (int p = 0; p < pages; p++) {
        ColumnStatistics s = reader.pageStatistics(g, p, stored);
        out.add(new Entry(column, type, f.path(), g, p, s));
      }
    }
  }

  private Type type(String column) {
    return schema().require(column).type();
  }
}
