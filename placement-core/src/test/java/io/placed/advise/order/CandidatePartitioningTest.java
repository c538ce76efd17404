package io.placed.advise.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.rank.ColumnCodes;
import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.placement.reorder.Sample;
import io.placed.schema.Field;
import io.placed.schema.Type;
import io.placed.statistics.StatisticsCollector;
import io.placed.table.partition.PartitionTransform;
import io.placed.table.partition.PartitionTransform.Kind;
import io.placed.vector.Column;
import io.placed.vector.Values;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Partitions by codes are those of the values, if each value has a code of its own. */
class CandidatePartitioningTest {
  private static final int ROWS = 20_000;

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  private Column column(Type type, Supplier<Object> value) {
    Column out = Column.of(type);
    for (int i = 0; i < ROWS; i++) {
      if (random.nextInt(50) == 0) {
        out.appendNull();
      } else {
        Values.append(out, Field.of("x", type), value.get());
      }
    }
    return out;
  }

  private static Object result(PartitionTransform t, Column of, int row) {
    StatisticsCollector one = new StatisticsCollector(of.type());
    one.add(of, row, 1);
    Object result = t.apply(of.type(), one.result().min());
    return result instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : result;
  }

  private static CodeBatch encoded(ColumnCodes codes, Column column) {
    char[][] out = new char[1][ROWS];
    codes.encode(column, ROWS, out[0]);
    return new CodeBatch(out, ROWS, 0);
  }

  private void check(Column column, List<PartitionTransform> transforms) {
    ColumnCodes codes = ColumnCodes.of(column);
    CodeBatch batch = encoded(codes, column);
    CandidatePartitioning.Source source =
        CandidatePartitioning.Source.of(0, Field.of("x", column.type()), codes);
    for (PartitionTransform t : transforms) {
      CandidatePartitioning p = CandidatePartitioning.NONE.with(t, source);
      int[] numbers = new int[ROWS];
      p.partitions(batch, numbers);
      Map<Object, Integer> known = new HashMap<>();
      for (int i = 0; i < ROWS; i++) {
        Object result = result(t, column, i);
        Integer before = known.putIfAbsent(result == null ? "null" : result, numbers[i]);
        String shown = "seed " + seed + ", " + p + ", " + result;
        assertEquals(before == null ? numbers[i] : before, numbers[i], shown);
      }
      String shown = "seed " + seed + ", " + p;
      assertEquals(known.size(), new HashSet<>(known.values()).size(), shown);
      assertEquals(known.size(), p.count(List.of(batch), ROWS), shown);
      assertEquals(Math.min(known.size(), 4), p.count(List.of(batch), 3), shown);
    }
  }

  @Test
  void datesAndTimes() {
    List<PartitionTransform> dates =
        List.of(
            PartitionTransform.IDENTITY,
            PartitionTransform.of(Kind.YEAR),
            PartitionTransform.of(Kind.MONTH),
            PartitionTransform.of(Kind.DAY),
            new PartitionTransform(Kind.BUCKET, 16));
    check(column(Type.DATE, () -> LocalDate.ofEpochDay(random.nextInt(2000) - 700)), dates);
    check(
        column(Type.TIMESTAMP, () -> Instant.ofEpochSecond(3600L * (random.nextInt(3000) - 900))),
        List.of(PartitionTransform.of(Kind.DAY), PartitionTransform.of(Kind.HOUR)));
  }

  @Test
  void numbersAndStrings() {
    List<PartitionTransform> some =
        List.of(
            PartitionTransform.IDENTITY,
            new PartitionTransform(Kind.TRUNCATE, 10),
            new PartitionTransform(Kind.BUCKET, 7));
    check(column(Type.INT64, () -> (long) random.nextInt(300) - 120), some);
    check(column(Type.INT32, () -> random.nextInt(5000)), some);
    check(
        column(Type.STRING, () -> "k" + random.nextInt(400)),
        List.of(
            PartitionTransform.IDENTITY,
            new PartitionTransform(Kind.TRUNCATE, 2),
            new PartitionTransform(Kind.BUCKET, 12)));
  }

  @Test
  void bucketsHaveZonesOfTheirOwnAndFollowFromEqualities() {
    Column column = column(Type.INT64, () -> (long) random.nextInt(300));
    ColumnCodes codes = ColumnCodes.of(column);
    CodeBatch batch = encoded(codes, column);
    PartitionTransform t = new PartitionTransform(Kind.BUCKET, 8);
    CandidatePartitioning p =
        CandidatePartitioning.NONE.with(
            t, CandidatePartitioning.Source.of(0, Field.of("x", Type.INT64), codes));
    assertEquals(1, p.zones());
    char[] buckets = p.withZones(batch)[1];
    int row = random.nextInt(ROWS);
    int code = batch.codes()[0][row];
    CodeCondition equal = new CodeCondition(0, new int[] {code, code});
    List<CodeCondition> both = p.conditions(List.of(equal), c -> true, 1);
    assertEquals(2, both.size());
    assertEquals(1, both.get(1).column());
    assertEquals(
        List.of((int) buckets[row], (int) buckets[row]),
        Arrays.stream(both.get(1).ranges()).boxed().toList());
    assertEquals(List.of(equal), p.conditions(List.of(equal), c -> false, 1));
  }

  /** A sample has their first 1,024 bytes; each value could be a partition of its own. */
  @Test
  void longStringsGetNoPartitionsByTheirWholeValues() {
    assertEquals(Set.of("truncate(1, s)", "truncate(2, s)"), proposed("x".repeat(1030)));
    Set<String> ofLong = proposed("x".repeat(70));
    assertTrue(!ofLong.contains("s") && ofLong.toString().contains("bucket("), ofLong::toString);
    Set<String> ofShort = proposed("x");
    assertTrue(ofShort.contains("s") && ofShort.toString().contains("bucket("), ofShort::toString);
  }

  /**
   * The partitionings that are tried.
   *
   * @param middle of the values, between a number and others that a sample may lack
   */
  private Set<String> proposed(String middle) {
    List<Field> fields = List.of(Field.of("s", Type.STRING), Field.of("n", Type.BOOLEAN));
    Column strings =
        column(
            Type.STRING,
            () -> {
              String value = 10 + random.nextInt(20) + middle;
              return value.substring(0, Math.min(Sample.MAX_BYTES, value.length()));
            });
    Column numbers = column(Type.BOOLEAN, random::nextBoolean);
    ColumnCodes[] codes = {ColumnCodes.of(strings), ColumnCodes.of(numbers)};
    char[][] rows = {encoded(codes[0], strings).codes()[0], encoded(codes[1], numbers).codes()[0]};
    BitSet points = new BitSet();
    points.set(0);
    CandidateOrder order =
        CandidateOrder.sort(new Reordering.Sort(List.of(SortKey.asc("n"))), new int[] {1});
    PartitionSearch search =
        new PartitionSearch(
            fields,
            codes,
            List.of(new CodeBatch(rows, ROWS, 0)),
            1000,
            points,
            o -> 1,
            () -> false);
    Set<String> out = new TreeSet<>();
    for (CandidateSearch.Ranked r : search.search(List.of(new CandidateSearch.Ranked(order, 1)))) {
      r.order().partitioning().spec().terms().forEach(t -> out.add(t.toString()));
    }
    out.remove("n");
    return out;
  }

  @Test
  void typesThatDoNotFitAreRefused() {
    Column column = column(Type.DOUBLE, random::nextDouble);
    CandidatePartitioning.Source source =
        CandidatePartitioning.Source.of(0, Field.of("x", Type.DOUBLE), ColumnCodes.of(column));
    assertThrows(
        IllegalArgumentException.class,
        () -> CandidatePartitioning.NONE.with(PartitionTransform.of(Kind.DAY), source));
  }
}
