package io.placed.table.file;

import io.placed.io.PathNames;
import io.placed.scan.request.DeletedRows;
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
 * A data file of a data set.
 *
 * @param path relative to the data set, separated by {@code /}
 * @param length in bytes
 * @param rows number of rows, deleted ones included
 * @param fileId the id in the header of the file
 * @param partition value as text by partition field: of a column, see {@link PartitionValues},
 *     which the file does not store, or of a field derived from one, which has another name than
 *     all columns
 * @param rowGroups in file order
 * @param statistics per top-level column, where known
 * @param foreign true if no snapshot lists the file
 * @param siblings files in the same directory that hold columns of it, added and removed with it
 * @param names the name in the file of each column of the table that is stored under another name;
 *     null where the file's column of the same name is another, dropped column
 * @param deletes which rows are deleted; null = none
 * @param changed the rows that are seen, in the change feed; null = all that are not deleted
 * @param ids of its rows; null as long as no snapshot lists it
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
    Map<String, String> names,
    Deletes deletes,
    ChangedRows changed,
    RowIds ids) {

  public DataFile {
    requireInside(path);
    if (length < 0 || rows < 0) {
      throw new IllegalArgumentException(
          path + ": length and rows must not be negative, found " + length + " and " + rows);
    }
    if (deletes != null && (foreign || deletes.rows() > rows)) {
      throw new IllegalArgumentException(
          path
              + (foreign ? ": is in no snapshot, and cannot have a deletion vector" : "")
              + ": "
              + deletes.rows()
              + " of "
              + rows
              + " rows cannot be deleted");
    }
    partition = Collections.unmodifiableMap(new LinkedHashMap<>(partition));
    rowGroups = List.copyOf(rowGroups);
    statistics =
        statistics instanceof LazyStatistics
            ? statistics
            : Collections.unmodifiableMap(new LinkedHashMap<>(statistics));
    siblings = List.copyOf(siblings);
    names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
  }

  /** A file whose columns have the same names as in the table. */
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
    this(
        path,
        length,
        rows,
        fileId,
        partition,
        rowGroups,
        statistics,
        foreign,
        siblings,
        Map.of(),
        null,
        null,
        null);
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
      Map<String, String> storedNames) {
    Copy copy = new Copy(this);
    copy.partition = partitionValues;
    copy.statistics = columnStatistics;
    copy.names = storedNames;
    return copy.make();
  }

  /**
   * The same file, other rows of which are deleted.
   *
   * @param nowDeleted null = none
   */
  public DataFile withDeletes(Deletes nowDeleted) {
    Copy copy = new Copy(this);
    copy.deletes = nowDeleted;
    copy.changed = null;
    return copy.make();
  }

  /** The same file with those of its rows that a commit changed. */
  public DataFile withChanged(ChangedRows seen) {
    Copy copy = new Copy(this);
    copy.changed = seen;
    return copy.make();
  }

  /**
   * The same file with ids of its rows.
   *
   * @throws IllegalArgumentException if it has other ids, which it must keep
   */
  public DataFile withIds(RowIds ofRows) {
    if (ids != null && !ids.equals(ofRows)) {
      throw new IllegalArgumentException(
          path + ": has " + ids + " and cannot be given " + ofRows + " instead");
    }
    Copy copy = new Copy(this);
    copy.ids = ofRows;
    return copy.make();
  }

  /** Number of rows that are seen: not deleted, or in the change feed those that changed. */
  public long liveRows() {
    return changed != null ? changed.rows() : rows - (deletes == null ? 0 : deletes.rows());
  }

  /** Whether all rows of the file are seen. */
  public boolean isWhole() {
    return deletes == null && changed == null;
  }

  /**
   * Tells the rows of the file from those of all others, and from those that it had at other times:
   * whoever replaces the file replaces just these.
   */
  public String identity() {
    return path + "#" + fileId + (deletes == null ? "" : "#" + deletes.identity());
  }

  /** The same file once a snapshot lists it. */
  public DataFile listed(Map<String, String> storedNames) {
    Copy copy = new Copy(this);
    copy.foreign = false;
    copy.names = storedNames;
    return copy.make();
  }

  /**
   * Translates a read request of the table to this file: renamed columns get their names in the
   * file, partition columns the values that its directories give. A column without a directory is
   * read from the file, even if it partitions the table, and so is one that a field is derived
   * from. Every reader of a table's files uses this.
   *
   * @param table the schema of the table
   * @param deleted rows that are left out, at least those of {@link #deletes}; null = none
   */
  public ReadRequest request(Schema table, ReadRequest asked, DeletedRows deleted) {
    Map<String, Object> constants = new LinkedHashMap<>();
    partition.forEach(
        (column, text) -> {
          int at = table.indexOf(column);
          if (at >= 0) {
            constants.put(column, PartitionValues.parse(table.field(at).type(), text));
          }
        });
    ReadRequest own =
        asked
            .withTableSchema(table)
            .withConstants(constants)
            .withNames(names)
            .withAnyFieldCase(foreign)
            .withDeleted(deleted);
    return RowIdColumns.addTo(own, table, ids);
  }

  /**
   * The column of the table that is stored under a name in this file.
   *
   * @return null if the table has dropped it
   */
  public String columnOf(String stored) {
    return columnOf(names, stored);
  }

  /**
   * @param names as {@link #names}
   * @return null if the table has dropped it
   */
  public static String columnOf(Map<String, String> names, String stored) {
    for (Map.Entry<String, String> e : names.entrySet()) {
      if (stored.equals(e.getValue())) {
        return e.getKey();
      }
    }
    return names.containsKey(stored) ? null : stored;
  }

  /** Whether its directories give a value (possibly null) for each of these columns. */
  public boolean isIn(Collection<String> partitionColumns) {
    return partition.keySet().containsAll(partitionColumns);
  }

  /**
   * The same file in a table whose columns were renamed.
   *
   * @param newNames by current name; other columns keep their names
   */
  public DataFile renamed(Map<String, String> newNames) {
    Map<String, String> partitionValues = new LinkedHashMap<>();
    partition.forEach((c, v) -> partitionValues.put(newNames.getOrDefault(c, c), v));
    Map<String, String> storedNames = new LinkedHashMap<>();
    names.forEach((c, n) -> storedNames.put(newNames.getOrDefault(c, c), n));
    newNames.forEach((c, to) -> storedNames.put(to, ReadRequest.nameInFile(names, c, true)));
    return with(partitionValues, renamedStatistics(newNames), storedNames);
  }

  private Map<String, ColumnStatistics> renamedStatistics(Map<String, String> newNames) {
    if (statistics instanceof LazyStatistics lazy) {
      return lazy.renamed(newNames);
    }
    Map<String, ColumnStatistics> renamed = new LinkedHashMap<>();
    statistics.forEach((c, s) -> renamed.put(newNames.getOrDefault(c, c), s));
    return renamed;
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

  /**
   * Paths of the files that it needs, relative to the data set: its own, those of its siblings, and
   * that of its deletion vector.
   */
  public List<String> paths() {
    List<String> paths = new ArrayList<>(siblingPaths());
    paths.add(path);
    if (deletes != null) {
      paths.add(deletes.pathInTable());
    }
    return paths;
  }

  /** A foreign file whose footer was not read. */
  public static DataFile unknown(String path, long length) {
    return new DataFile(path, length, 0, "", Map.of(), List.of(), Map.of(), true);
  }

  /** A path in a damaged or malicious snapshot must not lead out of the data set. */
  private static void requireInside(String path) {
    for (String part : path.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        throw new IllegalArgumentException(
            "the path of a data file must be relative, without empty parts, '.' and '..', found '"
                + path
                + "'");
      }
    }
  }

  /** One line; {@link #fromJson} reads it. */
  public String toJson() {
    return Json.write(out -> DataFileJson.write(out, this));
  }

  /**
   * @throws io.placed.error.MalformedDataException if the JSON is not that of a data file
   */
  public static DataFile fromJson(String json) {
    return DataFileJson.read(Json.parse(json, "data file"));
  }

  /** What a copy may have otherwise than this file. */
  private static final class Copy {
    private final DataFile of;
    private Map<String, String> partition;
    private Map<String, ColumnStatistics> statistics;
    private boolean foreign;
    private Map<String, String> names;
    private Deletes deletes;
    private ChangedRows changed;
    private RowIds ids;

    Copy(DataFile file) {
      of = file;
      partition = file.partition;
      statistics = file.statistics;
      foreign = file.foreign;
      names = file.names;
      deletes = file.deletes;
      changed = file.changed;
      ids = file.ids;
    }

    DataFile make() {
      return new DataFile(
          of.path,
          of.length,
          of.rows,
          of.fileId,
          partition,
          of.rowGroups,
          statistics,
          foreign,
          of.siblings,
          names,
          deletes,
          changed,
          ids);
    }
  }
}
