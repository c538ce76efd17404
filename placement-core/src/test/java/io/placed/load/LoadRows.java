package io.placed.load;

import io.placed.Placed;
import io.placed.ReadBuilder;
import io.placed.TableScan;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * The rows of the table: commit number n of a writer adds {@link #ROWS} of them. What a reader
 * finds says which commits it saw, and whether it saw whole ones, each once.
 */
final class LoadRows {
  static final Schema SCHEMA =
      Schema.parse("writer: int32, commit: int64, row: int32, part: int32");
  static final Schema STORED = SCHEMA.select(List.of("writer", "commit", "row"));
  static final int ROWS = 60;
  static final int PARTS = 2;

  private LoadRows() {}

  /** The rows of a commit that belong to a partition, without its column. */
  static Batch of(int writer, long commit, int part) {
    Batch out = Batch.of(STORED);
    for (int i = part; i < ROWS; i += PARTS) {
      out.appendRow(writer, commit, i);
    }
    return out;
  }

  /**
   * The number of commits of each writer in the latest snapshot.
   *
   * @param only the writer whose rows are read, by a filter; negative = all
   * @throws IllegalStateException if rows are missing, there twice, or not those of the first
   *     commits of a writer
   */
  static long[] commits(String path, int writers, int only) throws IOException {
    long[] rows = new long[writers];
    long[] sums = new long[writers];
    long[] squares = new long[writers];
    ReadBuilder read = Placed.read(path);
    if (only >= 0) {
      read = read.where(Predicate.parse("writer = " + only));
    }
    try (TableScan scan = read.open()) {
      for (Iterator<Object[]> in = scan.rows().iterator(); in.hasNext(); ) {
        Object[] row = in.next();
        int w = ((Number) row[0]).intValue();
        long number = number((Long) row[1], ((Number) row[2]).intValue());
        if (((Number) row[3]).intValue() != ((Number) row[2]).intValue() % PARTS) {
          throw new IllegalStateException(Arrays.toString(row) + " is in the wrong partition");
        }
        rows[w]++;
        sums[w] += number;
        squares[w] += number * number;
      }
    }
    long[] out = new long[writers];
    for (int w = 0; w < writers; w++) {
      out[w] = whole(w, rows[w], sums[w], squares[w]);
    }
    return out;
  }

  /** The rows of a writer are numbered from 0. */
  private static long number(long commit, int row) {
    return commit * ROWS + row;
  }

  /** The number of commits, if these are all numbers from 0: by their sums, and of squares. */
  private static long whole(int writer, long rows, long sum, long squares) {
    long last = rows - 1;
    // Modulo 2^64 on both sides; one of three factors is divided before.
    boolean right =
        rows % ROWS == 0
            && sum == (rows % 2 == 0 ? rows / 2 * last : rows * (last / 2))
            && 6 * squares == rows * last * (2 * rows - 1);
    if (!right) {
      throw new IllegalStateException(
          "writer " + writer + ": " + rows + " rows, sum " + sum + ", of squares " + squares);
    }
    return rows / ROWS;
  }
}
