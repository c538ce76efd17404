package io.placed.placement.reorder;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A uniform sample of all rows that are added: those whose row numbers, in order of arrival, have
 * the smallest hashes. Independent of batch boundaries and of the available memory.
 */
public final class Sample {
  static final int MAX_ROWS = 1 << 16;

  /** Bounds the memory: at most 2^18 values, and twice that while they are collected. */
  private static final int MAX_VALUES = 1 << 18;

  private static final int MIN_ROWS = 64;

  /** Strings and binary values are cut to this many bytes: URLs often begin alike. */
  public static final int MAX_BYTES = 1024;

  /**
   * If they have more on average, fewer rows are sampled, so that a sample needs no more memory.
   */
  public static final int MEAN_BYTES = 64;

  private static final long SEED = 0x9E3779B97F4A7C15L;

  private final int[] ordinals;
  private final Schema schema;
  private final int limit;
  private final long limitBytes;
  private final long firstNumber;
  private Batch rows;
  private long[] hashes;
  private final int[] positions = new int[RowBuffer.OUT_ROWS];

  /** Only rows with a smaller hash are sampled. */
  private long below = Long.MAX_VALUE;

  private long seen;

  /** Of strings and binary values in {@link #rows}. */
  private long bytes;

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
    long wide = rows.columns().stream().filter(c -> c instanceof BytesColumn).count();
    limitBytes = wide * limit * MEAN_BYTES;
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
      if (rows.rows() >= 2 * limit || bytes > 2 * limitBytes) {
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

  /** Appends values as they are in samples. */
  public static void append(BytesColumn to, BytesColumn from, int first, int end) {
    for (int i = first; i < end; i++) {
      if (from.isNull(i)) {
        to.appendNull();
      } else {
        to.append(from.arena(), from.starts()[i], Math.min(MAX_BYTES, from.lengths()[i]));
      }
    }
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
          append((BytesColumn) target, in, positions[k], positions[k] + 1);
          bytes += Math.min(MAX_BYTES, in.isNull(positions[k]) ? 0 : in.lengths()[positions[k]]);
        }
      } else {
        target.appendSelected(source, positions, n);
      }
    }
    rows.setRows(rows.rows() + n);
  }

  /**
   * Keeps the rows with the smallest hashes, as many as the limits allow. It does not matter when
   * this happens: what is cut now would be cut later, too.
   */
  private void cut() {
    int n = rows.rows();
    if (n <= limit && bytes <= limitBytes) {
      return;
    }
    long[] sorted = Arrays.copyOf(hashes, n);
    Arrays.sort(sorted);
    int most = Math.min(n, limit);
    if (bytes > limitBytes) {
      long[] bytesOf = new long[n];
      for (int i = 0; i < n; i++) {
        bytesOf[Arrays.binarySearch(sorted, hashes[i])] += bytes(i);
      }
      long sum = bytesOf[0];
      int fit = 1;
      while (fit < most && (fit < MIN_ROWS || sum + bytesOf[fit] <= limitBytes)) {
        sum += bytesOf[fit++];
      }
      most = fit;
    }
    if (most == n) {
      return;
    }
    below = sorted[most];
    int[] kept = new int[most];
    int k = 0;
    bytes = 0;
    for (int i = 0; i < n; i++) {
      if (hashes[i] < below) {
        bytes += bytes(i);
        hashes[k] = hashes[i];
        kept[k++] = i;
      }
    }
    Batch fewer = Batch.of(schema);
    fewer.appendSelected(rows, kept, k);
    rows = fewer;
  }

  private long bytes(int row) {
    long sum = 0;
    for (Column c : rows.columns()) {
      sum += c instanceof BytesColumn b && !b.isNull(row) ? b.lengths()[row] : 0;
    }
    return sum;
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

  /** Whether values are so long that a sample may have fewer rows than its limit. */
  public boolean isLong() {
    return rows().columns().stream()
        .anyMatch(c -> c instanceof BytesColumn b && bytes(b) > (long) MEAN_BYTES * b.size());
  }

  /** Of all values of a column as they are in samples. */
  public static long bytes(BytesColumn values) {
    return IntStream.range(0, values.size())
        .mapToLong(i -> values.isNull(i) ? 0 : Math.min(MAX_BYTES, values.lengths()[i]))
        .sum();
  }

  /** The sample in order of arrival, cut to the limits. */
  public Batch rows() {
    cut();
    return rows;
  }
}
