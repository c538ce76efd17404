package io.placed.scan.request;

import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.schema.Schema;
import io.placed.vector.TaskMemory;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request to scan a file: projection, filter, range and options.
 *
 * @param wanted columns by name, in the order of the batches; fields of structs may be omitted,
 *     types may be wider than stored, columns that the file does not have are null; null = all
 *     columns as stored
 * @param tableSchema types of columns that the predicate uses and the file does not have; null =
 *     {@code wanted}
 * @param constants values of columns that are constant and not read from the file, such as
 *     partition columns: {@link Long}, {@link Double}, {@link java.math.BigInteger} or {@code
 *     byte[]} as in {@link io.placed.statistics.ColumnStatistics}, or null
 * @param counted values of columns that are not read from the file either, in its first row: each
 *     further row has one more; of type int64
 * @param names the name in the file of each renamed column; null if the file does not have the
 *     column, even if it has one with that name
 * @param copies number of the copy of the table, in a file with several, from which each of these
 *     columns is read; the others are read from that which takes the fewest bytes for all
 * @param predicate filter of rows; null = all rows
 * @param exactFilter true: only matching rows are returned; false: the predicate only skips row
 *     groups and pages
 * @param firstRowGroup first row group to read
 * @param endRowGroup end of the range of row groups, exclusive; clipped to their number
 * @param pages the part of the pages of each of these row groups that is read
 * @param batchRows maximum rows of a batch, a multiple of 1,024
 * @param caseSensitive whether column names are case-sensitive
 * @param anyFieldCase whether fields of structs are found in another case, too, even if names are
 *     case-sensitive: in files that no snapshot lists
 * @param sparse whether batches may contain rows that do not match, marked by {@link
 *     BatchReader#wanted}: cheaper if most rows match
 * @param choice a further choice among the matching rows; null = all
 * @param stopsEarly whether the reader will probably stop early: fetches in smaller steps, without
 *     reading ahead
 * @param deleted rows that are not in the file any more, so that no predicate sees them; null =
 *     none
 * @param memory grants the memory of the scan; with less it reads less ahead
 */
public record ReadRequest(
    Schema wanted,
    Schema tableSchema,
    Map<String, Object> constants,
    Map<String, Long> counted,
    Map<String, String> names,
    Map<String, Integer> copies,
    Predicate predicate,
    boolean exactFilter,
    int firstRowGroup,
    int endRowGroup,
    PageShare pages,
    int batchRows,
    boolean caseSensitive,
    boolean anyFieldCase,
    boolean sparse,
    RowChoice choice,
    boolean stopsEarly,
    DeletedRows deleted,
    TaskMemory memory) {

  private static final int DEFAULT_BATCH_ROWS = 4096;

  public ReadRequest {
    if (firstRowGroup < 0 || endRowGroup < firstRowGroup) {
      throw new IllegalArgumentException(
          "the range of row groups must not be negative or reversed, found ["
              + firstRowGroup
              + ", "
              + endRowGroup
              + ")");
    }
    if (batchRows < 1024 || batchRows % 1024 != 0) {
      throw new IllegalArgumentException(
          "batch rows must be a positive multiple of 1024, found " + batchRows);
    }
    constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
    counted = Map.copyOf(counted);
    names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
    copies = Map.copyOf(copies);
  }

  /** All rows and columns, as stored. */
  public static ReadRequest all() {
    return new ReadRequest(
        null,
        null,
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        null,
        true,
        0,
        Integer.MAX_VALUE,
        PageShare.ALL,
        DEFAULT_BATCH_ROWS,
        true,
        false,
        false,
        null,
        false,
        null,
        TaskMemory.UNLIMITED);
  }

  public ReadRequest withColumns(Schema columns) {
    Copy copy = new Copy(this);
    copy.wanted = columns;
    return copy.make();
  }

  public ReadRequest withTableSchema(Schema schema) {
    Copy copy = new Copy(this);
    copy.tableSchema = schema;
    return copy.make();
  }

  public ReadRequest withConstants(Map<String, Object> values) {
    Copy copy = new Copy(this);
    copy.constants = values;
    return copy.make();
  }

  /** Sets the columns whose values count the rows of the file. */
  public ReadRequest withCounted(Map<String, Long> ofFirstRow) {
    Copy copy = new Copy(this);
    copy.counted = ofFirstRow;
    return copy.make();
  }

  /** Sets the names in a file that was written before columns were renamed or dropped. */
  public ReadRequest withNames(Map<String, String> namesInFile) {
    Copy copy = new Copy(this);
    copy.names = namesInFile;
    return copy.make();
  }

  /** Sets the copies of the table from which columns are read. */
  public ReadRequest withCopies(Map<String, Integer> ofColumns) {
    Copy copy = new Copy(this);
    copy.copies = ofColumns;
    return copy.make();
  }

  /** The name of a column in the file; null if the file does not have the column. */
  public String nameInFile(String column) {
    return nameInFile(names, column, caseSensitive);
  }

  /**
   * The name under which a column is to be looked for in the file; {@code
   * FileFooter.find(ReadRequest, String)} does it.
   *
   * @param names as {@link #names}
   * @return null if the file does not have the column, even if it has one with that name
   */
  public static String nameInFile(Map<String, String> names, String column, boolean caseSensitive) {
    String key = keyOf(names, column, caseSensitive);
    return key == null ? column : names.get(key);
  }

  /**
   * The name among {@link #names} that says where a column is; null if the file has it under its
   * own name, if at all.
   */
  public static String keyOf(Map<String, String> names, String column, boolean caseSensitive) {
    if (names.containsKey(column)) {
      return column;
    }
    if (!caseSensitive) {
      for (Map.Entry<String, String> e : names.entrySet()) {
        // A name of nothing hides a column of the file, which need not be the one that is wanted.
        if (e.getKey().equalsIgnoreCase(column) && e.getValue() != null) {
          return e.getKey();
        }
      }
    }
    return null;
  }

  /**
   * Whether what a file stores under this name is no column of the table, or one of another name,
   * so that it must not be taken for a column whose name differs in case only.
   *
   * @param names as {@link #names}
   */
  public static boolean hides(Map<String, String> names, String stored) {
    return names.containsKey(stored) && names.get(stored) == null;
  }

  /** The key of a column among the constants, or null. */
  public String constantName(String column) {
    if (caseSensitive || constants.containsKey(column)) {
      return constants.containsKey(column) ? column : null;
    }
    for (String name : constants.keySet()) {
      if (name.equalsIgnoreCase(column)) {
        return name;
      }
    }
    return null;
  }

  /** Whether the values of a column are read from the file, if it has the column. */
  public boolean isStored(String column) {
    return constantName(column) == null && !counted.containsKey(column);
  }

  /** Returns matching rows only. */
  public ReadRequest withFilter(Predicate filter) {
    Copy copy = new Copy(this);
    copy.predicate = filter;
    copy.exactFilter = true;
    return copy.make();
  }

  /** Skips row groups and pages that cannot match; other rows may still be returned. */
  public ReadRequest withPruning(Predicate filter) {
    Copy copy = new Copy(this);
    copy.predicate = filter;
    copy.exactFilter = false;
    return copy.make();
  }

  public ReadRequest withRowGroups(int first, int end) {
    Copy copy = new Copy(this);
    copy.firstRowGroup = first;
    copy.endRowGroup = end;
    return copy.make();
  }

  /** Restricts the request to a part of the pages of each row group. */
  public ReadRequest withPages(PageShare part) {
    Copy copy = new Copy(this);
    copy.pages = part;
    return copy.make();
  }

  public ReadRequest withBatchRows(int rows) {
    Copy copy = new Copy(this);
    copy.batchRows = rows;
    return copy.make();
  }

  public ReadRequest withCaseSensitive(boolean value) {
    Copy copy = new Copy(this);
    copy.caseSensitive = value;
    return copy.make();
  }

  /** Finds fields of structs whose names in the file differ only in case. */
  public ReadRequest withAnyFieldCase(boolean value) {
    Copy copy = new Copy(this);
    copy.anyFieldCase = value;
    return copy.make();
  }

  /** Whether the case of the fields of structs is ignored, if none has exactly the name. */
  public boolean ignoresFieldCase() {
    return !caseSensitive || anyFieldCase;
  }

  /** Allows rows that do not match in the batches. */
  public ReadRequest withSparse(boolean value) {
    Copy copy = new Copy(this);
    copy.sparse = value;
    return copy.make();
  }

  /**
   * Chooses among the matching rows.
   *
   * @param rows null = all; its column must be in the projection
   */
  public ReadRequest withChoice(RowChoice rows) {
    Copy copy = new Copy(this);
    copy.choice = rows;
    return copy.make();
  }

  /** Announces that the reader will probably stop early. */
  public ReadRequest withStopsEarly(boolean value) {
    Copy copy = new Copy(this);
    copy.stopsEarly = value;
    return copy.make();
  }

  /**
   * Leaves out the deleted rows.
   *
   * @param rows null = none
   */
  public ReadRequest withDeleted(DeletedRows rows) {
    Copy copy = new Copy(this);
    copy.deleted = rows;
    return copy.make();
  }

  /** Takes the memory of the scan from a task. */
  public ReadRequest withMemory(TaskMemory task) {
    Copy copy = new Copy(this);
    copy.memory = task;
    return copy.make();
  }

  /** Mutable copy of all components. */
  private static final class Copy {
    private Schema wanted;
    private Schema tableSchema;
    private Map<String, Object> constants;
    private Map<String, Long> counted;
    private Map<String, String> names;
    private Map<String, Integer> copies;
    private Predicate predicate;
    private boolean exactFilter;
    private int firstRowGroup;
    private int endRowGroup;
    private PageShare pages;
    private int batchRows;
    private boolean caseSensitive;
    private boolean anyFieldCase;
    private boolean sparse;
    private RowChoice choice;
    private boolean stopsEarly;
    private DeletedRows deleted;
    private TaskMemory memory;

    Copy(ReadRequest r) {
      wanted = r.wanted;
      tableSchema = r.tableSchema;
      constants = r.constants;
      counted = r.counted;
      names = r.names;
      copies = r.copies;
      predicate = r.predicate;
      exactFilter = r.exactFilter;
      firstRowGroup = r.firstRowGroup;
      endRowGroup = r.endRowGroup;
      pages = r.pages;
      batchRows = r.batchRows;
      caseSensitive = r.caseSensitive;
      anyFieldCase = r.anyFieldCase;
      sparse = r.sparse;
      choice = r.choice;
      stopsEarly = r.stopsEarly;
      deleted = r.deleted;
      memory = r.memory;
    }

    ReadRequest make() {
      return new ReadRequest(
          wanted,
          tableSchema,
          constants,
          counted,
          names,
          copies,
          predicate,
          exactFilter,
          firstRowGroup,
          endRowGroup,
          pages,
          batchRows,
          caseSensitive,
          anyFieldCase,
          sparse,
          choice,
          stopsEarly,
          deleted,
          memory);
    }
  }
}
