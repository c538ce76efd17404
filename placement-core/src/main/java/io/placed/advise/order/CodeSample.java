package io.placed.advise.order;

import io.placed.placement.reorder.QuantileRanges;
import io.placed.placement.reorder.Sample;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A sample of the rows of a table, as codes. If it is uniform and knows the hashes of its rows, it
 * contains the sample that a writer takes of the same rows, so that bounds of curves and cuts of
 * trees are those of the table that one writer will write.
 */
public final class CodeSample {
  private static final int CODES = 1 << 16;

  private final CodeBatch rows;
  private final long[] hashes;

  /** Coordinates by column, ranges and rows of the writer's sample. */
  private final Map<String, char[]> coordinates = new HashMap<>();

  private final Map<Integer, CodeBatch> ofWriter = new HashMap<>();

  /**
   * @param hashes of the rows, as of {@link Sample}; null if the sample is another one
   */
  public CodeSample(CodeBatch rows, long[] hashes) {
    this.rows = rows;
    this.hashes = hashes;
  }

  /** All rows. */
  public CodeBatch rows() {
    return rows;
  }

  /** Whether {@link #ofWriter} is exact. */
  public boolean hasHashes() {
    return hashes != null;
  }

  /**
   * The rows that a writer samples.
   *
   * @param columns number of columns that it orders by
   */
  public CodeBatch ofWriter(int columns) {
    int limit = Sample.limit(columns);
    return hashes == null || hashes.length <= limit
        ? rows
        : ofWriter.computeIfAbsent(limit, this::smallest);
  }

  private CodeBatch smallest(int limit) {
    long[] sorted = hashes.clone();
    Arrays.sort(sorted);
    long below = sorted[limit];
    char[][] codes = new char[rows.codes().length][limit];
    int n = 0;
    for (int i = 0; i < hashes.length; i++) {
      if (hashes[i] < below) {
        for (int c = 0; c < codes.length; c++) {
          codes[c][n] = rows.codes()[c][i];
        }
        n++;
      }
    }
    return new CodeBatch(codes, n, rows.partition());
  }

  /**
   * The coordinate of each code on a curve.
   *
   * @param column number of the filter column
   * @param ranges of the curve
   * @param columns number of columns of the curve
   */
  public char[] coordinates(int column, int ranges, int columns) {
    CodeBatch sample = ofWriter(columns);
    return coordinates.computeIfAbsent(
        column + " " + ranges + " " + sample.rows(), k -> coordinates(sample, column, ranges));
  }

  private static char[] coordinates(CodeBatch sample, int column, int ranges) {
    IntColumn values = (IntColumn) Column.of(Type.INT32);
    for (int i = 0; i < sample.rows(); i++) {
      int code = sample.codes()[column][i];
      if (code == 0) {
        values.appendNull();
      } else {
        values.append(code);
      }
    }
    QuantileRanges of = QuantileRanges.at(values, QuantileRanges.bounds(values, ranges));
    IntColumn all = (IntColumn) Column.of(Type.INT32);
    for (int code = 0; code < CODES; code++) {
      all.append(code);
    }
    char[] out = new char[CODES];
    for (int code = 1; code < CODES; code++) {
      out[code] = (char) of.range(all, code);
    }
    return out;
  }
}
