package io.placed.placement.reorder;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A uniform sample of all rows that are added: those whose row numbers, in order of arrival, have
 * the smallest hashes. Independent of batch boundaries and of the available memory.
 */
public final class Sample {
  static final int MAX_ROWS = 1 << 16;

  /** Bounds the memory: at most 2^18 values, and twice that while they are collected. */
  private static final int MAX_VALUES = 1 << 18;

  private static final int MIN_ROWS = 64;

  /** Strings and binary values are truncated to this many bytes. */
  public static final int MAX_BYTES = 64;

  private static final long SEED = 0x9E3779B97F4A7C15L;

  private final int[] ordinals;
  private final Schema schema;
  private final int limit;
  private final long firstNumber;
  private Batch rows;
  private long[] hashes;
  private final int[] positions = new int[RowBuffer.OUT_ROWS];

  /** Only rows with a smaller hash are sampled. */
  private long below = Long.MAX_VALUE;

  private long seen;

  /**
   * @param ordinals positions of the sampled columns
   */
  Sample(Schema whole, int[] ordinals) {
    this(whole, ordinals, limit(ordinals.length), 0);
  }

  /** Maximum rows of the sample that an order takes, by its number of columns. */
  public static int limit(int columns) {
    return Math.max(MIN_ROWS, Math.min(MAX_ROWS, MAX_VALUES / Math.max(1, columns)));
  }

  /**
   * @param ordinals positions of the sampled columns
   * @param firstNumber number of the first row. Samples of one table that are joined must have
   *     disjoint row numbers
   */
  public Sample(Schema whole, int[] ordinals, int limit, long firstNumber) {
    this.ordinals = ordinals;
    this.limit = limit;
    this.firstNumber = firstNumber;
    List<Field> fields = new ArrayList<>();
    for (int c : ordinals) {
      fields.add(whole.field(c));
    }
    schema = Schema.of(fields);
    rows = Batch.of(schema);
    hashes = new long[2 * limit + positions.length];
  }

  public void add(Batch batch) {
    for (int from = 0; from < batch.rows(); from += positions.length) {
      int to = Math.min(batch.rows(), from + positions.length);
      int n = 0;
      for (int i = from; i < to; i++) {
        long hash = hash(firstNumber + seen++);
        if (hash < below) {
          hashes[rows.rows() + n] = hash;
          positions[n++] = i;
        }
      }
      append(batch, n);
      if (rows.rows() >= 2 * limit) {
        cut();
      }
    }
  }

  /** The finalizer of SplitMix64 (Steele, Lea, Flood: OOPSLA 2014). */
  static long hash(long n) {
    long z = (n + 1) * SEED;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private void append(Batch batch, int n) {
    if (n == 0) {
      return;
    }
    for (int c = 0; c < ordinals.length; c++) {
      Column source = batch.column(ordinals[c]);
      Column target = rows.column(c);
      if (source instanceof BytesColumn in) {
        for (int k = 0; k < n; k++) {
          int i = positions[k];
          if (in.isNull(i)) {
            target.appendNull();
          } else {
            int length = Math.min(MAX_BYTES, in.lengths()[i]);
            ((BytesColumn) target).append(in.arena(), in.starts()[i], length);
          }
        }
      } else {
        target.appendSelected(source, positions, n);
      }
    }
    rows.setRows(rows.rows() + n);
  }

  /** Keeps the rows with the smallest hashes. */
  private void cut() {
    int n = rows.rows();
    if (n <= limit) {
      return;
    }
    long[] sorted = Arrays.copyOf(hashes, n);
    Arrays.sort(sorted);
    below = sorted[limit];
    int[] kept = new int[limit];
    int k = 0;
    for (int i = 0; i < n; i++) {
      if (hashes[i] < below) {
        hashes[k] = hashes[i];
        kept[k++] = i;
      }
    }
    Batch fewer = Batch.of(schema);
    fewer.appendSelected(rows, kept, k);
    rows = fewer;
  }

  /** All rows with a smaller hash are in the sample. */
  long below() {
    cut();
    return below;
  }

  /** Hashes of the sampled rows. A smaller sample has those with the smallest hashes. */
  public long[] hashes() {
    cut();
    return Arrays.copyOf(hashes, rows.rows());
  }

  /** Number of rows that were added. */
  long seen() {
    return seen;
  }

  /** The sample in order of arrival, truncated to the limit. */
  public Batch rows() {
    cut();
    return rows;
  }
}
