package io.placed.advise.columns;

import io.placed.scan.StoredBytes;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stored sizes of columns: measured if there are files, because the effect of encodings and
 * compression varies widely; else estimated from types.
 *
 * @param schema the columns
 * @param bytesPerRow of each column, encoded and compressed, on average
 * @param rows of the table; an estimate has {@link #GUESSED_ROWS}
 * @param source description of where the sizes come from
 */
public record ColumnSizes(Schema schema, double[] bytesPerRow, long rows, String source) {
  /** Assumed rows of an estimate: large enough that partial row groups do not matter. */
  public static final long GUESSED_ROWS = 100_000_000;

  /** Assumed ratio of encoding and compression. */
  private static final double GUESSED_RATIO = 0.5;

  /** Assumed bytes of a string or binary value. */
  private static final int GUESSED_STRING_BYTES = 16;

  /** Assumed elements of a list or map. */
  private static final int GUESSED_ELEMENTS = 4;

  /** Least bytes per row, since pages have headers and checksums. */
  private static final double LEAST = 1e-3;

  public ColumnSizes {
    bytesPerRow = bytesPerRow.clone();
    if (bytesPerRow.length != schema.size()) {
      throw new IllegalArgumentException(
          "the number of sizes must be that of the columns, "
              + schema.size()
              + ", found "
              + bytesPerRow.length);
    }
    for (int c = 0; c < bytesPerRow.length; c++) {
      bytesPerRow[c] = Math.max(LEAST, bytesPerRow[c]);
    }
    rows = Math.max(1, rows);
  }

  /** Bytes per row of all columns. */
  public double rowBytes() {
    return Arrays.stream(bytesPerRow).sum();
  }

  /**
   * Estimates from types: half of the width of numbers, 16 bytes for strings and binary, four
   * elements for lists and maps.
   */
  public static ColumnSizes guessed(Schema schema) {
    double[] bytes = schema.fields().stream().mapToDouble(f -> guess(f.type())).toArray();
    return new ColumnSizes(schema, bytes, GUESSED_ROWS, "guessed from types");
  }

  private static double guess(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> 1 / 8.0;
      case INT8 -> GUESSED_RATIO;
      case INT16 -> 2 * GUESSED_RATIO;
      case INT32, FLOAT, DATE -> 4 * GUESSED_RATIO;
      case INT64, DOUBLE, TIMESTAMP, TIMESTAMP_NTZ -> 8 * GUESSED_RATIO;
      case DECIMAL -> (type.storage() == Type.INT64.storage() ? 8 : 16) * GUESSED_RATIO;
      case STRING, BINARY -> GUESSED_STRING_BYTES;
      case STRUCT -> children(type);
      case LIST, MAP -> 1 + GUESSED_ELEMENTS * children(type);
    };
  }

  private static double children(Type type) {
    return type.children().stream().mapToDouble((Field f) -> guess(f.type())).sum();
  }

  /**
   * Measured in files; estimated for columns that no file has. Bytes of a row-major group are
   * divided among its columns in proportion to the estimates.
   *
   * @param tableRows of all files of the table
   */
  public static ColumnSizes measured(
      Schema schema, List<StoredBytes> files, long tableRows, String source) {
    Map<String, Double> stored = new HashMap<>();
    Map<String, Long> rows = new HashMap<>();
    ColumnSizes guess = guessed(schema);
    for (StoredBytes file : files) {
      file.columns()
          .forEach(
              (name, bytes) -> {
                rows.merge(name, file.rows(), Long::sum);
                stored.merge(name, (double) bytes, Double::sum);
              });
      file.groups()
          .forEach(
              (names, bytes) -> {
                double all = names.stream().mapToDouble(guess::ofColumn).sum();
                for (String name : names) {
                  rows.merge(name, file.rows(), Long::sum);
                  stored.merge(name, bytes * guess.ofColumn(name) / all, Double::sum);
                }
              });
    }
    double[] bytes = new double[schema.size()];
    for (int c = 0; c < bytes.length; c++) {
      String name = schema.field(c).name();
      long n = rows.getOrDefault(name, 0L);
      bytes[c] = n == 0 ? guess.bytesPerRow[c] : stored.get(name) / n;
    }
    return new ColumnSizes(schema, bytes, tableRows, source);
  }

  /** Negligible size of a column that the table no longer has. */
  private double ofColumn(String name) {
    int c = schema.indexOf(name);
    return c < 0 ? LEAST : bytesPerRow[c];
  }

  /** Bytes per row of the columns of a group. */
  double of(int[] group) {
    return Arrays.stream(group).mapToDouble(c -> bytesPerRow[c]).sum();
  }

  @Override
  public double[] bytesPerRow() {
    return bytesPerRow.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ColumnSizes o
        && schema.equals(o.schema)
        && Arrays.equals(bytesPerRow, o.bytesPerRow)
        && rows == o.rows
        && source.equals(o.source);
  }

  @Override
  public int hashCode() {
    return schema.hashCode() * 31 + Arrays.hashCode(bytesPerRow);
  }
}
