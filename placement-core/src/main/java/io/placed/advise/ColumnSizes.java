package io.placed.advise;

import io.placed.placement.ColumnNames;
import io.placed.placement.RowGroups;
import io.placed.scan.StoredBytes;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What each column takes on disk. Measured where there are files, because encodings and compression
 * make of a type anything between nothing and its width; a guess from types where there are none.
 *
 * @param schema the columns
 * @param bytesPerRow of each column, encoded and compressed, on average
 * @param rows of the table; a guess has {@link #GUESSED_ROWS}
 * @param source where the sizes come from, for people
 */
public record ColumnSizes(Schema schema, double[] bytesPerRow, long rows, String source) {
  /** What a guess takes a table to have: as many as make differences of whole row groups small. */
  public static final long GUESSED_ROWS = 100_000_000;

  /** What encodings and compression leave of a value, where nothing was measured. */
  private static final double GUESSED_RATIO = 0.5;

  /** Bytes of a string or binary value, where nothing was measured. */
  private static final int GUESSED_STRING_BYTES = 16;

  /** Elements of a list or map, where nothing was measured. */
  private static final int GUESSED_ELEMENTS = 4;

  /** A column never costs nothing: its pages have heads and checksums. */
  private static final double LEAST = 1e-3;

  public ColumnSizes {
    bytesPerRow = bytesPerRow.clone();
    if (bytesPerRow.length != schema.size()) {
      throw new IllegalArgumentException(
          bytesPerRow.length + " sizes for " + schema.size() + " columns");
    }
    for (int c = 0; c < bytesPerRow.length; c++) {
      bytesPerRow[c] = Math.max(LEAST, bytesPerRow[c]);
    }
    rows = Math.max(1, rows);
  }

  /** Bytes of all columns of a row. */
  public double rowBytes() {
    return Arrays.stream(bytesPerRow).sum();
  }

  /**
   * From types alone: half of the width of numbers, 16 bytes for strings and binary, four elements
   * for lists and maps.
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
   * Measured in files; of columns that none of them has, guessed. Bytes of a group that is stored
   * row by row are shared among its columns as a guess has them.
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

  /** Of a column that the table does not have any more: as good as nothing. */
  private double ofColumn(String name) {
    int c = schema.indexOf(name);
    return c < 0 ? LEAST : bytesPerRow[c];
  }

  int ordinal(String column) {
    return ColumnNames.ordinal(column, schema, RowGroups.SETTING);
  }

  /** Bytes in a row of the narrowest column that takes at least a bit. */
  double narrowest() {
    return Arrays.stream(bytesPerRow).filter(b -> b >= 1 / 8.0).min().orElse(LEAST);
  }

  /** Bytes of the columns of a group in a row. */
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
