package io.placed.cli.diff;

import io.placed.formats.BatchSource;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * How two tables differ: in columns, and in rows as multisets, whatever their order. Rows are
 * compared in the columns that both tables have.
 *
 * @param columns columns that only one has, or that have another name or type
 * @param sameOrder whether the columns that both have are in the same order
 * @param comparedColumns number of columns whose values are compared
 * @param firstRows rows of the first table
 * @param secondRows rows of the second table
 * @param onlyFirst rows that the second table lacks, or has less often
 * @param onlySecond rows that the first table lacks, or has less often
 */
public record TableDifference(
    List<ColumnDifference> columns,
    boolean sameOrder,
    int comparedColumns,
    long firstRows,
    long secondRows,
    long onlyFirst,
    long onlySecond) {

  /** One of the tables. */
  public interface Table {
    Schema schema();

    BatchSource open(Schema wanted) throws IOException;
  }

  /**
   * Compares two tables.
   *
   * @param memory bytes of rows that are kept in memory, about; more go to temporary files
   * @param directory for temporary files
   */
  public static TableDifference of(Table first, Table second, long memory, Path directory)
      throws IOException {
    ColumnPairs pairs = ColumnPairs.of(first.schema(), second.schema());
    try (BatchSource a = first.open(first.schema().select(pairs.first()));
        BatchSource b = second.open(second.schema().select(pairs.second()));
        RowCounts counts = new RowCounts(memory, directory)) {
      long aRows = 0;
      long bRows = 0;
      boolean aMore = true;
      boolean bMore = true;
      while (aMore || bMore) {
        // In step, so that equal rows of tables in the same order meet soon.
        if (aMore && (aRows <= bRows || !bMore)) {
          aMore = a.next();
          aRows += aMore ? counts.add(a.batch(), true) : 0;
        } else {
          bMore = b.next();
          bRows += bMore ? counts.add(b.batch(), false) : 0;
        }
      }
      RowCounts.Difference rows = counts.difference();
      return new TableDifference(
          pairs.differences(),
          pairs.sameOrder(),
          pairs.first().size(),
          aRows,
          bRows,
          rows.onlyFirst(),
          rows.onlySecond());
    }
  }

  /** Whether there is no difference but the order of rows and columns. */
  public boolean isEmpty() {
    return columns.isEmpty() && onlyFirst == 0 && onlySecond == 0;
  }
}
