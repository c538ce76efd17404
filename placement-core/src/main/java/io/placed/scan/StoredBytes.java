package io.placed.scan;

import io.placed.scan.footer.FileFooter;
import io.placed.scan.footer.StoredColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Stored bytes of the columns of a file (first copy of the table), from the footer alone.
 *
 * @param rows of the file
 * @param columns bytes by column, including checksums and dictionaries; empty if columns share
 *     pages
 * @param groups bytes by column group; empty unless columns share pages
 */
public record StoredBytes(long rows, Map<String, Long> columns, Map<List<String>, Long> groups) {

  /**
   * The same under the table's column names.
   *
   * @param columnOf the table's column by the name in the file; null for a dropped one, which keeps
   *     an unused name
   */
  public StoredBytes renamed(UnaryOperator<String> columnOf) {
    UnaryOperator<String> name =
        stored -> {
          String column = columnOf.apply(stored);
          return column == null ? stored + " (dropped)" : column;
        };
    Map<String, Long> newColumns = new LinkedHashMap<>();
    columns.forEach((c, bytes) -> newColumns.put(name.apply(c), bytes));
    Map<List<String>, Long> newGroups = new LinkedHashMap<>();
    groups.forEach((g, bytes) -> newGroups.put(g.stream().map(name).toList(), bytes));
    return new StoredBytes(rows, newColumns, newGroups);
  }

  /** The stored bytes of an open file. */
  public static StoredBytes of(FileReader file) throws IOException {
    FileFooter footer = file.footer();
    List<StoredColumn> stored = new ArrayList<>(footer.columns());
    footer.loadIndexes(stored);
    stored.sort(Comparator.comparingInt(c -> c.record().positionInGroup()));
    boolean rowMajor = footer.rowMajor();
    int rowGroups = file.rowGroupEntries().size();
    Map<String, Long> columns = new LinkedHashMap<>();
    TreeMap<Integer, List<String>> members = new TreeMap<>();
    TreeMap<Integer, Long> bytes = new TreeMap<>();
    for (StoredColumn c : stored) {
      if (!rowMajor) {
        columns.put(c.field().name(), bytes(c, rowGroups));
      } else {
        int group = c.record().group();
        members.computeIfAbsent(group, g -> new ArrayList<>()).add(c.field().name());
        if (!bytes.containsKey(group)) {
          bytes.put(group, bytes(c, rowGroups));
        }
      }
    }
    Map<List<String>, Long> groups = new LinkedHashMap<>();
    members.forEach((g, names) -> groups.put(List.copyOf(names), bytes.get(g)));
    return new StoredBytes(file.rows(), columns, groups);
  }

  private static long bytes(StoredColumn c, int rowGroups) {
    long sum = 0;
    for (int g = 0; g < rowGroups; g++) {
      for (int n = 0; n < c.chunks(); n++) {
        sum += c.chunk(g, n).storedBytes();
      }
    }
    return sum;
  }
}
