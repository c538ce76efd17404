package io.placed.advise.workload;

import io.placed.io.PathNames;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a history keeps of a scan: no literal, only ranks.
 *
 * @param table path of the table, see {@link #path}
 * @param snapshot id, 0 if the table has none
 * @param at end of the query in milliseconds since 1970-01-01T00:00Z
 * @param engine name and version, such as {@code spark 4.2.0}
 * @param columns that were read, those of the filter included
 * @param filter conditions that were known before the query ran
 * @param shuffle by which columns the engine brought the rows together; empty if it did not, or
 *     this is not known
 * @param ids field ids of the columns, as far as the table has them: they outlive renames
 * @param rows that the scan returned
 * @param needed bytes of the pages that the scan needed, 0 if unknown
 * @param read bytes that were fetched, 0 if unknown
 * @param requests to the storage, 0 if unknown
 * @param millis share of the query's run time: a query with several scans of the table counts once
 */
public record ScanRecord(
    String table,
    long snapshot,
    long at,
    String engine,
    List<String> columns,
    List<Condition> filter,
    Optional<Shuffle> shuffle,
    Map<String, Integer> ids,
    long rows,
    long needed,
    long read,
    long requests,
    double millis) {
  public ScanRecord {
    columns = List.copyOf(columns);
    filter = List.copyOf(filter);
    ids = Map.copyOf(ids);
  }

  /** A path in the form in which paths of a history are compared. */
  public static String path(String path) {
    String plain = path;
    if (PathNames.scheme(path).equals("file")) {
      plain = path.substring("file:".length()).replaceFirst("^//[^/]*(?=/)", "");
    }
    while (plain.length() > 1 && plain.endsWith("/")) {
      plain = plain.substring(0, plain.length() - 1);
    }
    return plain;
  }

  /** All columns that the scan names. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>(columns);
    filter.forEach(c -> names.add(c.column()));
    shuffle.ifPresent(s -> names.addAll(s.columns()));
    return names;
  }
}
