package io.placed.scan.request;

import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.schema.Schema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is wanted of a file.
 *
 * @param wanted columns by name, in the order of the batches; parts of structs may be left out,
 *     types may be wider than stored, columns that the file does not have come as missing values;
 *     null = all columns as stored
 * @param tableSchema types of columns that the predicate names and the file does not have; null =
 *     {@code wanted}
 * @param constants values of columns that are the same in every row and not taken from the file,
 *     such as those of partition columns: {@link Long}, {@link Double}, {@link
 *     java.math.BigInteger} or {@code byte[]} as in {@link io.placed.statistics.ColumnStatistics},
 *     null = missing
 * @param names columns that the file has under another name: that name, or null where the file does
 *     not have the column, whatever it has under its name
 * @param predicate rows wanted, null = all
 * @param exactFilter true: only rows come out for which the predicate is true; false: it is used to
 *     skip row groups and pages, and other rows come out too
 * @param firstRowGroup first row group to read
 * @param endRowGroup first row group not to read; clipped to the number there is
 * @param batchRows most rows of a batch, in vectors of 1,024
 * @param caseSensitive whether names must match to the letter
 * @param sparse whether batches may hold rows that the filter excludes, which {@link
 *     BatchReader#wanted} then tells apart: cheaper where most rows are wanted
 * @param choice among the rows that the filter leaves; null = all
 * @param stopsEarly whether a few rows are probably enough: less is fetched at a time, and nothing
 *     ahead
 */
public record ReadRequest(
    Schema wanted,
    Schema tableSchema,
    Map<String, Object> constants,
    Map<String, String> names,
    Predicate predicate,
    boolean exactFilter,
    int firstRowGroup,
    int endRowGroup,
    int batchRows,
    boolean caseSensitive,
    boolean sparse,
    RowChoice choice,
    boolean stopsEarly) {

  private static final int DEFAULT_BATCH_ROWS = 4096;

  public ReadRequest {
    if (firstRowGroup < 0 || endRowGroup < firstRowGroup) {
      throw new IllegalArgumentException(
          "row groups [" + firstRowGroup + ", " + endRowGroup + ") are no range");
    }
    if (batchRows < 1024 || batchRows % 1024 != 0) {
      throw new IllegalArgumentException(
          "batch rows must be a positive multiple of 1024, found " + batchRows);
    }
    constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
    names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
  }

  /** Everything, as it is stored. */
  public static ReadRequest all() {
    return new ReadRequest(
        null,
        null,
        Map.of(),
        Map.of(),
        null,
        true,
        0,
        Integer.MAX_VALUE,
        DEFAULT_BATCH_ROWS,
        true,
        false,
        null,
        false);
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

  /** For a file of a table whose columns were renamed or dropped after the file was written. */
  public ReadRequest withNames(Map<String, String> namesInFile) {
    Copy copy = new Copy(this);
    copy.names = namesInFile;
    return copy.make();
  }

  /** The name under which the file has a column; null if it does not have it. */
  public String nameInFile(String column) {
    return nameInFile(names, column, caseSensitive);
  }

  /**
   * @param names as {@link #names}
   * @return null if the file does not have the column, whatever it has under its name
   */
  public static String nameInFile(Map<String, String> names, String column, boolean caseSensitive) {
    if (names.containsKey(column)) {
      return names.get(column);
    }
    if (!caseSensitive) {
      for (Map.Entry<String, String> e : names.entrySet()) {
        if (e.getKey().equalsIgnoreCase(column)) {
          return e.getValue();
        }
      }
    }
    return column;
  }

  /** The name under which a column is among the constants, or null. */
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

  /** Only rows for which the predicate is true. */
  public ReadRequest withFilter(Predicate filter) {
    Copy copy = new Copy(this);
    copy.predicate = filter;
    copy.exactFilter = true;
    return copy.make();
  }

  /** Skips what cannot match; rows that do not match may still come out. */
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

  /** Lets excluded rows stay in the batches. */
  public ReadRequest withSparse(boolean value) {
    Copy copy = new Copy(this);
    copy.sparse = value;
    return copy.make();
  }

  /**
   * Chooses among the rows that the filter leaves.
   *
   * @param rows null = all; must not look at a column that is not wanted
   */
  public ReadRequest withChoice(RowChoice rows) {
    Copy copy = new Copy(this);
    copy.choice = rows;
    return copy.make();
  }

  /** Says that the reader may stop long before the end. */
  public ReadRequest withStopsEarly(boolean value) {
    Copy copy = new Copy(this);
    copy.stopsEarly = value;
    return copy.make();
  }

  /** All components, of which some are about to get another value. */
  private static final class Copy {
    private Schema wanted;
    private Schema tableSchema;
    private Map<String, Object> constants;
    private Map<String, String> names;
    private Predicate predicate;
    private boolean exactFilter;
    private int firstRowGroup;
    private int endRowGroup;
    private int batchRows;
    private boolean caseSensitive;
    private boolean sparse;
    private RowChoice choice;
    private boolean stopsEarly;

    Copy(ReadRequest r) {
      wanted = r.wanted;
      tableSchema = r.tableSchema;
      constants = r.constants;
      names = r.names;
      predicate = r.predicate;
      exactFilter = r.exactFilter;
      firstRowGroup = r.firstRowGroup;
      endRowGroup = r.endRowGroup;
      batchRows = r.batchRows;
      caseSensitive = r.caseSensitive;
      sparse = r.sparse;
      choice = r.choice;
      stopsEarly = r.stopsEarly;
    }

    ReadRequest make() {
      return new ReadRequest(
          wanted,
          tableSchema,
          constants,
          names,
          predicate,
          exactFilter,
          firstRowGroup,
          endRowGroup,
          batchRows,
          caseSensitive,
          sparse,
          choice,
          stopsEarly);
    }
  }
}
