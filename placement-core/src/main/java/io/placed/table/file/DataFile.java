package io.placed.table.file;

import io.placed.io.PathNames;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.write.FileSummary;
import io.placed.write.RowGroupSummary;
import io.placed.write.SiblingSummary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One file of a data set.
 *
 * @param path relative to the data set, separated by {@code /}
 * @param length in bytes
 * @param rows how many
 * @param fileId the id that the file has in its header
 * @param partition value as text per partition column, null for a missing one; see {@link
 *     PartitionValues}
 * @param rowGroups in file order
 * @param statistics per top-level column, as far as known
 * @param foreign true if no snapshot lists the file
 * @param siblings files in the same directory that hold columns of it; they come and go with it
 * @param names of columns of the table that the file has under another name, the name in the file,
 *     or null where what the file has under that name is another, dropped column
 */
public record DataFile(
    String path,
    long length,
    long rows,
    String fileId,
    Map<String, String> partition,
    List<RowGroupSummary> rowGroups,
    Map<String, ColumnStatistics> statistics,
    boolean foreign,
    List<SiblingSummary> siblings,
    Map<String, String> names) {

  public DataFile {
    requireInside(path);
    if (length < 0 || rows < 0) {
      throw new IllegalArgumentException(
          path + ": length and rows must not be negative, found " + length + ", " + rows);
    }
    partition = Collections.unmodifiableMap(new LinkedHashMap<>(partition));
    rowGroups = List.copyOf(rowGroups);
    statistics = Collections.unmodifiableMap(new LinkedHashMap<>(statistics));
    siblings = List.copyOf(siblings);
    names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
  }

  /** A file whose columns have the names that they have in the table. */
  public DataFile(
      String path,
      long length,
      long rows,
      String fileId,
      Map<String, String> partition,
      List<RowGroupSummary> rowGroups,
      Map<String, ColumnStatistics> statistics,
      boolean foreign,
      List<SiblingSummary> siblings) {
    this(path, length, rows, fileId, partition, rowGroups, statistics, foreign, siblings, Map.of());
  }

  /** A file without siblings. */
  public DataFile(
      String path,
      long length,
      long rows,
      String fileId,
      Map<String, String> partition,
      List<RowGroupSummary> rowGroups,
      Map<String, ColumnStatistics> statistics,
      boolean foreign) {
    this(path, length, rows, fileId, partition, rowGroups, statistics, foreign, List.of());
  }

  /**
   * A file that was written for a commit.
   *
   * @param path relative to the data set
   * @param partition as {@link #partition}
   */
  public static DataFile of(FileSummary file, String path, Map<String, String> partition) {
    return new DataFile(
        path,
        file.length(),
        file.rows(),
        file.fileId().toString(),
        partition,
        file.rowGroups(),
        file.statistics(),
        false,
        file.siblings());
  }

  /** The same file in a table whose columns have other names. */
  public DataFile with(
      Map<String, String> partitionValues,
      Map<String, ColumnStatistics> columnStatistics,
      Map<String, String> columnNames) {
    return new DataFile(
        path,
        length,
        rows,
        fileId,
        partitionValues,
        rowGroups,
        columnStatistics,
        foreign,
        siblings,
        columnNames);
  }

  /**
   * What is asked of the table, as it has to be asked of this file: with the names that the file
   * has for columns that were renamed, and the values of partition columns that its directories
   * give. A column that the directories do not give is read from the file, whatever partitions the
   * table. Whoever reads a file of a table takes its request from here.
   *
   * @param table the schema of the table
   */
  public ReadRequest request(Schema table, ReadRequest asked) {
    Map<String, Object> constants = new LinkedHashMap<>();
    partition.forEach(
        (column, text) ->
            constants.put(column, PartitionValues.parse(table.require(column).type(), text)));
    return asked.withTableSchema(table).withConstants(constants).withNames(names);
  }

  /**
   * The column of the table that is stored under a name in this file.
   *
   * @return null if the table has dropped it
   */
  public String columnOf(String stored) {
    for (Map.Entry<String, String> e : names.entrySet()) {
      if (stored.equals(e.getValue())) {
        return e.getKey();
      }
    }
    return names.containsKey(stored) ? null : stored;
  }

  /** Whether its directories give a value, null or another one, for each of these columns. */
  public boolean isIn(Collection<String> partitionColumns) {
    return partition.keySet().containsAll(partitionColumns);
  }

  /**
   * The same file in a table whose columns are called differently.
   *
   * @param newNames by the names that they have now; of other columns the names stay
   */
  public DataFile renamed(Map<String, String> newNames) {
    Map<String, String> partitionValues = new LinkedHashMap<>();
    partition.forEach((c, v) -> partitionValues.put(newNames.getOrDefault(c, c), v));
    Map<String, ColumnStatistics> columnStatistics = new LinkedHashMap<>();
    statistics.forEach((c, s) -> columnStatistics.put(newNames.getOrDefault(c, c), s));
    Map<String, String> columnNames = new LinkedHashMap<>();
    names.forEach((c, n) -> columnNames.put(newNames.getOrDefault(c, c), n));
    newNames.forEach((c, to) -> columnNames.put(to, ReadRequest.nameInFile(names, c, true)));
    return with(partitionValues, columnStatistics, columnNames);
  }

  /** Bytes of the file and its siblings. */
  public long totalLength() {
    return length + siblings.stream().mapToLong(SiblingSummary::length).sum();
  }

  /** Paths of the siblings, relative to the data set. */
  public List<String> siblingPaths() {
    String directory = PathNames.parent(path);
    return siblings.stream().map(s -> PathNames.join(directory, s.name())).toList();
  }

  /** Paths of everything that the file consists of, relative to the data set. */
  public List<String> paths() {
    List<String> paths = new ArrayList<>(siblingPaths());
    paths.add(path);
    return paths;
  }

  /** A foreign file that nobody looked into. */
  public static DataFile unknown(String path, long length) {
    return new DataFile(path, length, 0, "", Map.of(), List.of(), Map.of(), true);
  }

  /** A path in a damaged or hostile snapshot must not lead out of the data set. */
  private static void requireInside(String path) {
    for (String part : path.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        throw new IllegalArgumentException("not a relative path of a file: '" + path + "'");
      }
    }
  }

  /** One line; {@link #fromJson} reads it. */
  public String toJson() {
    return Json.write(out -> DataFileJson.write(out, this));
  }

  /**
   * @throws io.placed.error.MalformedDataException if the text is something else
   */
  public static DataFile fromJson(String json) {
    return DataFileJson.read(Json.parse(json, "data file"));
  }
}
