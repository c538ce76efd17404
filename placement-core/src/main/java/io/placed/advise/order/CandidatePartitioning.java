package io.placed.advise.order;

import io.placed.advise.rank.ColumnCodes;
import io.placed.placement.reorder.Sample;
import io.placed.schema.Field;
import io.placed.statistics.StatisticsCollector;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTerm;
import io.placed.table.partition.PartitionTransform;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Partition fields that a table may get in addition to those that it has, as functions of codes. A
 * code belongs to the partition of its smallest sampled value, so rows next to the end of a day,
 * say, may be counted to the day before if a code has values of both.
 *
 * <p>Zone maps of the source column say what a filter skips, except for {@code bucket}, whose
 * results are not in the order of the values: each such term has a column of zone maps of its own,
 * after those of the filter columns, with the number of the bucket plus one as code.
 */
public final class CandidatePartitioning {
  /** The partitioning that the table has. */
  public static final CandidatePartitioning NONE = new CandidatePartitioning(List.of());

  /** Bounds the numbers of partitions. */
  private static final int MAX_NUMBERS = 1 << 18;

  /** Longer values are not proposed as names of directories, which have 255 characters at most. */
  private static final int MAX_NAME_BYTES = 64;

  /**
   * A field.
   *
   * @param column number of the filter column
   * @param numbers of the partition by code
   * @param count of different numbers
   */
  private record Term(PartitionTerm term, int column, int[] numbers, int count) {
    boolean isBucket() {
      return term.transform().kind() == PartitionTransform.Kind.BUCKET;
    }
  }

  private final List<Term> terms;

  private CandidatePartitioning(List<Term> terms) {
    this.terms = List.copyOf(terms);
  }

  /**
   * A filter column from which partition fields can be derived.
   *
   * @param column its number
   * @param values its sampled bounds in the form of bounds of statistics, as {@link
   *     PartitionTransform#apply} takes
   * @param longest bytes of a string or binary value, which may be the first of a longer one
   */
  record Source(int column, Field field, ColumnCodes codes, List<Object> values, int longest) {
    static Source of(int column, Field field, ColumnCodes codes) {
      Column bounds = codes.bounds();
      List<Object> values = new ArrayList<>();
      int longest = 0;
      for (int k = 0; k < bounds.size(); k++) {
        longest = Math.max(longest, bounds instanceof BytesColumn b ? b.lengths()[k] : 0);
        StatisticsCollector one = new StatisticsCollector(field.type());
        one.add(bounds, k, 1);
        values.add(one.result().nanCount() > 0 ? Double.NaN : one.result().min());
      }
      return new Source(column, field, codes, values, longest);
    }

    /**
     * Whether partitions can be counted and have names: values that are equal in their first bytes
     * would count as one, though there may be a partition for each of them.
     */
    boolean isPossible(PartitionTransform transform) {
      return switch (transform.kind()) {
        case TRUNCATE -> longest <= MAX_NAME_BYTES || transform.parameter() <= MAX_NAME_BYTES;
        case IDENTITY -> longest <= MAX_NAME_BYTES;
        default -> longest < Sample.MAX_BYTES;
      };
    }
  }

  /**
   * This and one more field.
   *
   * @throws IllegalArgumentException if a column of this type cannot have the transform, or there
   *     are far too many partitions
   */
  CandidatePartitioning with(PartitionTransform transform, Source source) {
    Field field = source.field;
    transform.requireAllowed(field.name(), field.type());
    Map<Object, Integer> known = new HashMap<>();
    int[] numbers = new int[ColumnCodes.CODES];
    numbers[0] = number(null, known);
    for (int k = 0; k < source.values.size(); k++) {
      // Values below the first bound are with it.
      int from = k == 0 ? 1 : source.codes.codeOf(k);
      int to = k + 1 < source.values.size() ? source.codes.codeOf(k + 1) : numbers.length;
      Object result = transform.apply(field.type(), source.values.get(k));
      Arrays.fill(numbers, from, Math.max(from, to), number(result, known));
    }
    List<Term> more = new ArrayList<>(terms);
    PartitionTerm term = new PartitionTerm(field.name(), transform);
    boolean bucket = transform.kind() == PartitionTransform.Kind.BUCKET;
    int count = bucket ? transform.parameter() + 1 : known.size();
    more.add(new Term(term, source.column, numbers, count));
    CandidatePartitioning out = new CandidatePartitioning(more);
    if (out.numbers() > MAX_NUMBERS) {
      throw new IllegalArgumentException(out + " has more than " + MAX_NUMBERS + " partitions");
    }
    return out;
  }

  /**
   * This and buckets of a filter column.
   *
   * @param count of the buckets
   * @param column number of the filter column
   * @throws IllegalArgumentException if a column of this type has no buckets
   */
  public CandidatePartitioning withBuckets(int count, int column, Field field, ColumnCodes codes) {
    return with(
        new PartitionTransform(PartitionTransform.Kind.BUCKET, count),
        Source.of(column, field, codes));
  }

  private static int number(Object result, Map<Object, Integer> known) {
    Object key = result instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : result;
    return known.computeIfAbsent(key == null ? "null" : key, r -> known.size());
  }

  private long numbers() {
    return terms.stream().mapToLong(Term::count).reduce(1, (a, b) -> a * b);
  }

  public boolean isEmpty() {
    return terms.isEmpty();
  }

  /** The fields. */
  public PartitionSpec spec() {
    return new PartitionSpec(terms.stream().map(Term::term).toList());
  }

  /** Whether it has a field of this filter column. */
  public boolean uses(int column) {
    return terms.stream().anyMatch(t -> t.column == column);
  }

  /** Whether the values of this filter column are partitions: files do not store them. */
  public boolean isIdentityOf(int column) {
    return terms.stream().anyMatch(t -> t.column == column && t.term.transform().isIdentity());
  }

  /**
   * The numbers of the partitions of rows: those with the same number, and of the same partition of
   * before, share files.
   *
   * @param out by row
   */
  void partitions(CodeBatch batch, int[] out) {
    Arrays.fill(out, 0, batch.rows(), batch.partition());
    for (Term t : terms) {
      char[] codes = batch.codes()[t.column];
      for (int i = 0; i < batch.rows(); i++) {
        out[i] = out[i] * t.count + t.numbers[codes[i]];
      }
    }
  }

  /**
   * Number of partitions of sampled rows.
   *
   * @param most beyond which they are not counted
   */
  int count(List<CodeBatch> sample, long most) {
    Set<Integer> seen = new HashSet<>();
    int[] of = new int[0];
    for (CodeBatch b : sample) {
      of = of.length < b.rows() ? new int[b.rows()] : of;
      partitions(b, of);
      for (int i = 0; i < b.rows() && seen.size() <= most; i++) {
        seen.add(of[i]);
      }
    }
    return seen.size();
  }

  /** Number of columns of zone maps beyond those of the filter columns. */
  public int zones() {
    return (int) terms.stream().filter(Term::isBucket).count();
  }

  /** The codes of a batch with those of the {@link #zones}. */
  char[][] withZones(CodeBatch batch) {
    if (zones() == 0) {
      return batch.codes();
    }
    int n = batch.codes().length;
    char[][] out = Arrays.copyOf(batch.codes(), n + zones());
    for (Term t : terms) {
      if (t.isBucket()) {
        char[] buckets = new char[batch.rows()];
        for (int i = 0; i < buckets.length; i++) {
          buckets[i] = (char) (1 + t.numbers[batch.codes()[t.column][i]]);
        }
        out[n++] = buckets;
      }
    }
    return out;
  }

  /** Whether a condition is an equality, or a list of them. */
  public interface Points {
    boolean isPoints(CodeCondition condition);
  }

  /**
   * The conditions of a query, and those on buckets that follow from equalities.
   *
   * @param filters number of the filter columns
   */
  public List<CodeCondition> conditions(List<CodeCondition> query, Points points, int filters) {
    if (zones() == 0) {
      return query;
    }
    List<CodeCondition> out = new ArrayList<>(query);
    int zone = filters;
    for (Term t : terms) {
      if (t.isBucket()) {
        for (CodeCondition c : query) {
          if (c.column() == t.column && points.isPoints(c)) {
            out.add(new CodeCondition(zone, buckets(t, c)));
          }
        }
        zone++;
      }
    }
    return out;
  }

  private static int[] buckets(Term t, CodeCondition c) {
    int[] out = new int[c.ranges().length];
    for (int r = 0; r < out.length; r += 2) {
      out[r] = 1 + t.numbers[c.ranges()[r]];
      out[r + 1] = out[r];
    }
    return out;
  }

  /** As in SQL. */
  @Override
  public String toString() {
    return spec().toString();
  }
}
