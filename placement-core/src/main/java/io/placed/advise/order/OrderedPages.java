package io.placed.advise.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;

/**
 * The zone maps that pages would have if rows were in an order: for each filter column the smallest
 * and largest code of a page. Rows come in any order, and are not kept: a key says to which bucket
 * a row belongs, and buckets, which are finer than pages, are joined to pages of equal size at the
 * end, when the number of rows in each is known.
 */
public final class OrderedPages {
  /** Buckets of a page. */
  private static final int BUCKETS_PER_PAGE = 32;

  /** Bounds the memory: 4 bytes per column and bucket. */
  private static final int MAX_BUCKETS = 1 << 17;

  /** Buckets of a partition of which the sample has no row, as long as memory is left. */
  private static final int UNKNOWN_BUCKETS = 64;

  /** Sampled keys that stand for those of such a partition. */
  private static final int UNKNOWN_KEYS = 1 << 12;

  /** Partitions that are found without a look into the map; a power of two. */
  private static final int RECENT = 1 << 10;

  /** Rows whose zones fit into the first cache together. */
  private static final int CACHED_ROWS = 256;

  /** The buckets of a partition, numbered from {@code first} on. */
  private record Part(int partition, KeyBuckets buckets, int first) {}

  private final CandidateOrder order;
  private final int columns;
  private final Map<Integer, Part> parts = new HashMap<>();
  private final Part[] recent = new Part[RECENT];

  /** Partitions in the order of their buckets. */
  private final List<Part> inOrder = new ArrayList<>();

  private int buckets;

  /** Buckets of partitions of which the sample has no row. */
  private int unknownBuckets;

  /** Keys of the whole sample, ascending: of each partition some at equal distances. */
  private final long[] someKeys;

  /** Rows of a partition, on average of those that the sample has. */
  private final double rowsOfPartition;

  /** Of all partitions that come when the memory is used up: one, which counts no rows. */
  private final KeyBuckets oneBucket;

  /**
   * By bucket the smallest code less one of each column, then the largest codes: those of a row lie
   * together, since rows come in any order of the buckets. Less one, nulls are larger than all
   * codes as well.
   */
  private char[] zones;

  private long[] rows;
  private long[] keys = new long[0];
  private int[] bucketOf = new int[0];
  private int[] partitionOf = new int[0];

  /**
   * @param columns number of filter columns
   * @param sample rows of the table, by partition
   * @param rowsPerSample rows of the table per sampled row
   * @param pages of the table, about
   */
  public OrderedPages(
      CandidateOrder order, int columns, List<CodeBatch> sample, double rowsPerSample, long pages) {
    this(order, columns, pages, rowsPerSample, sample.stream().map(BatchKeys::new).toList());
  }

  private OrderedPages(
      CandidateOrder order, int columns, long pages, double rowsPerSample, List<BatchKeys> sample) {
    this.order = order;
    this.columns = columns + order.partitioning().zones();
    long sampled = sample.stream().mapToLong(b -> b.batch().rows()).sum();
    long wanted = Math.min(MAX_BUCKETS, BUCKETS_PER_PAGE * pages);
    Map<Integer, LongStream.Builder> byPartition = keysByPartition(sample);
    LongStream.Builder some = LongStream.builder();
    double step = Math.max(1, (double) sampled / UNKNOWN_KEYS);
    double next = step / 2;
    long before = 0;
    for (Map.Entry<Integer, LongStream.Builder> e : byPartition.entrySet()) {
      long[] sorted = e.getValue().build().sorted().toArray();
      long share = Math.max(1, Math.round((double) wanted * sorted.length / sampled));
      add(e.getKey(), new KeyBuckets(sorted, sorted.length * rowsPerSample, (int) share));
      for (; next < before + sorted.length; next += step) {
        some.add(sorted[(int) (next - before)]);
      }
      before += sorted.length;
    }
    someKeys = some.build().sorted().toArray();
    rowsOfPartition = sampled * rowsPerSample / Math.max(1, byPartition.size());
    oneBucket = new KeyBuckets(new long[1], rowsOfPartition, 1);
    zones = new char[2 * this.columns * buckets];
    rows = new long[buckets];
    for (int b = 0; b < buckets; b++) {
      clear(b);
    }
  }

  private void clear(int bucket) {
    int at = 2 * columns * bucket;
    Arrays.fill(zones, at, at + columns, Character.MAX_VALUE);
  }

  /** Pages of the sampled rows alone. */
  public static OrderedPages ofSample(
      CandidateOrder order, int columns, List<CodeBatch> sample, long pages) {
    List<BatchKeys> keys = sample.stream().map(BatchKeys::new).toList();
    OrderedPages out = new OrderedPages(order, columns, pages, 1, keys);
    keys.forEach(out::add);
    return out;
  }

  private Map<Integer, LongStream.Builder> keysByPartition(List<BatchKeys> sample) {
    Map<Integer, LongStream.Builder> out = new TreeMap<>();
    for (BatchKeys b : sample) {
      long[] some = b.of(order);
      int[] partitions = new int[some.length];
      order.partitioning().partitions(b.batch(), partitions);
      LongStream.Builder last = null;
      for (int i = 0; i < some.length; i++) {
        if (i == 0 || partitions[i] != partitions[i - 1]) {
          last = out.computeIfAbsent(partitions[i], p -> LongStream.builder());
        }
        last.add(some[i]);
      }
    }
    return out;
  }

  private Part add(int partition, KeyBuckets of) {
    Part part = new Part(partition, of, buckets);
    buckets += of.buckets();
    parts.put(partition, part);
    inOrder.add(part);
    return part;
  }

  /**
   * A partition of which the sample has no row. Its keys are taken to be as those of the others: in
   * a single bucket, as partitions have it when the memory is used up, no order seems to skip
   * anything.
   */
  private Part unknown(int partition) {
    Part part =
        add(
            partition,
            unknownBuckets < MAX_BUCKETS
                ? new KeyBuckets(someKeys, rowsOfPartition, UNKNOWN_BUCKETS)
                : oneBucket);
    unknownBuckets += part.buckets.buckets();
    if (rows.length < buckets) {
      rows = Arrays.copyOf(rows, 2 * buckets);
      zones = Arrays.copyOf(zones, 2 * columns * rows.length);
    }
    for (int b = part.first; b < buckets; b++) {
      clear(b);
    }
    return part;
  }

  /** The order of the pages. */
  public CandidateOrder order() {
    return order;
  }

  /** Number of buckets so far. */
  public int buckets() {
    return buckets;
  }

  /** Adds rows; see {@link #keysOfBatch} and {@link #bucketsOfBatch}. */
  public void add(BatchKeys of) {
    CodeBatch batch = of.batch();
    int n = batch.rows();
    keys = of.of(order);
    bucketOf = bucketOf.length < n ? new int[n] : bucketOf;
    if (order.partitioning().isEmpty()) {
      Part part = part(batch.partition());
      for (int i = 0; i < n; i++) {
        bucketOf[i] = part.first + part.buckets.bucket(keys[i]);
      }
    } else {
      partitionOf = partitionOf.length < n ? new int[n] : partitionOf;
      order.partitioning().partitions(batch, partitionOf);
      for (int i = 0; i < n; i++) {
        Part part = part(partitionOf[i]);
        bucketOf[i] = part.first + part.buckets.bucket(keys[i]);
      }
    }
    for (int i = 0; i < n; i++) {
      rows[bucketOf[i]]++;
    }
    char[][] codes = order.partitioning().withZones(batch);
    for (int from = 0; from < n; from += CACHED_ROWS) {
      for (int c = 0; c < columns; c++) {
        widen(c, codes[c], from, Math.min(n, from + CACHED_ROWS));
      }
    }
  }

  /** Rows of a partition come together only if the table is ordered so. */
  private Part part(int partition) {
    Part part = recent[partition & RECENT - 1];
    if (part == null || part.partition != partition) {
      part = parts.get(partition);
      part = part == null ? unknown(partition) : part;
      recent[partition & RECENT - 1] = part;
    }
    return part;
  }

  private void widen(int column, char[] codes, int from, int to) {
    int width = 2 * columns;
    for (int i = from; i < to; i++) {
      int at = width * bucketOf[i] + column;
      char code = codes[i];
      char below = (char) (code - 1);
      if (below < zones[at]) {
        zones[at] = below;
      }
      if (code > zones[at + columns]) {
        zones[at + columns] = code;
      }
    }
  }

  /** Keys of the rows of the last batch. */
  public long[] keysOfBatch() {
    return keys;
  }

  /** Buckets of the rows of the last batch. */
  public int[] bucketsOfBatch() {
    return bucketOf;
  }

  /** By bucket the number of rows that is expected, before rows are added. */
  public double[] expectedRows() {
    double[] out = new double[buckets];
    for (Part p : inOrder) {
      double[] of = p.buckets.expected();
      System.arraycopy(of, 0, out, p.first, of.length);
    }
    return out;
  }

  /** The same with row groups that no page ends. */
  public PageZones pages(double pageRows) {
    return pages(pageRows, ofFile -> Double.POSITIVE_INFINITY);
  }

  /**
   * Joins the buckets to pages.
   *
   * @param pageRows rows of a page; the last of a row group may have fewer
   * @param groupRows rows of a row group by those of the partition, whose last one may have fewer
   */
  public PageZones pages(double pageRows, DoubleUnaryOperator groupRows) {
    List<double[]> starts = new ArrayList<>();
    int total = 0;
    for (Part p : inOrder) {
      long n = Arrays.stream(rows, p.first, p.first + p.buckets.buckets()).sum();
      double[] of = starts(n, pageRows, groupRows.applyAsDouble(n));
      starts.add(of);
      total += of.length - 1;
    }
    PageZones out = new PageZones(columns, total);
    int first = 0;
    for (int k = 0; k < starts.size(); k++) {
      Part p = inOrder.get(k);
      double[] of = starts.get(k);
      out.size(first, of, groupRows.applyAsDouble(of[of.length - 1]));
      int page = 0;
      long at = 0;
      for (int b = p.first; b < p.first + p.buckets.buckets(); b++) {
        if (rows[b] > 0) {
          // A small bucket belongs to the page of its middle, a large one to all that it fills.
          double slack = Math.min((rows[b] - 1) / 2.0, pageRows / BUCKETS_PER_PAGE);
          while (of[page + 1] <= at + slack) {
            page++;
          }
          for (int q = page; q < of.length - 1 && of[q] <= at + rows[b] - 1 - slack; q++) {
            for (int c = 0; c < columns; c++) {
              out.widen(c, first + q, smallest(b, c), zones[2 * columns * b + columns + c]);
            }
          }
          at += rows[b];
        }
      }
      first += of.length - 1;
    }
    return out;
  }

  /** The largest code if all values are null. */
  private char smallest(int bucket, int column) {
    char below = zones[2 * columns * bucket + column];
    return below == Character.MAX_VALUE ? below : (char) (below + 1);
  }

  /** Numbers of the first rows of pages, and the number of rows. */
  private static double[] starts(long n, double pageRows, double groupRows) {
    double[] out = new double[16];
    int size = 0;
    for (double group = 0; group < n; group += groupRows) {
      double end = Math.min(n, group + groupRows);
      for (double at = group; at < end; at += pageRows) {
        out = size + 1 < out.length ? out : Arrays.copyOf(out, 2 * out.length);
        out[size++] = at;
      }
    }
    out[size] = n;
    return Arrays.copyOf(out, size + 1);
  }
}
