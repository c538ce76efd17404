package io.placed.table.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The least, the largest and other values at an edge of every type, under every transform. */
class PartitionEdgesTest {
  private static final Map<String, List<Object>> EDGES =
      Map.of(
          "int8", List.of((byte) -128, (byte) -127, (byte) -1, (byte) 0, (byte) 1, (byte) 127),
          "int16", List.of(Short.MIN_VALUE, (short) -11, (short) -10, (short) 0, Short.MAX_VALUE),
          "int32",
              List.of(Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -10, -1, 0, 9, Integer.MAX_VALUE),
          "int64", List.of(Long.MIN_VALUE, Long.MIN_VALUE + 3, -11L, -1L, 0L, 9L, Long.MAX_VALUE),
          "decimal(3,2)", Stream.of("-9.99", "-0.01", "0", "0.10", "9.99").map(d()).toList(),
          "decimal(38,0)",
              List.of(
                  new BigDecimal(BigInteger.TEN.pow(38).subtract(BigInteger.ONE).negate()),
                  new BigDecimal("-10"),
                  BigDecimal.ZERO,
                  new BigDecimal(BigInteger.TEN.pow(38).subtract(BigInteger.ONE))),
          "string",
              List.of(
                  "", "a", "ab", "abc", "\uFFFD", "\uFFFDx", "\uD83D\uDE00\uD83D\uDE00", "\uE000"),
          "binary", List.of(new byte[0], new byte[] {-1, -1, -1}, new byte[] {0}, new byte[] {-1}),
          "date",
              List.of(
                  LocalDate.ofEpochDay(Integer.MIN_VALUE),
                  LocalDate.of(1969, 12, 31),
                  LocalDate.of(1970, 1, 1),
                  LocalDate.of(2024, 2, 29),
                  LocalDate.ofEpochDay(Integer.MAX_VALUE)),
          "timestamp",
              List.of(
                  Instant.EPOCH.plus(Long.MIN_VALUE, ChronoUnit.MICROS),
                  Instant.EPOCH.plusSeconds(Long.MIN_VALUE / 1_000_000 + 1),
                  Instant.parse("1969-12-31T23:59:59.999999Z"),
                  Instant.EPOCH,
                  Instant.parse("2026-11-23T10:59:59Z"),
                  Instant.EPOCH.plusSeconds(Long.MAX_VALUE / 1_000_000 - 1)));

  @TempDir Path dir;

  private static java.util.function.Function<String, Object> d() {
    return text -> new BigDecimal(text).setScale(2);
  }

  static List<String> types() {
    List<String> types = new ArrayList<>(EDGES.keySet());
    types.add("timestamp_ntz");
    Collections.sort(types);
    return types;
  }

  private static List<Object> edges(String type) {
    return type.equals("timestamp_ntz")
        ? List.of(
            LocalDateTime.of(-4000, 1, 1, 0, 0),
            LocalDateTime.of(1969, 12, 31, 23, 59, 59),
            LocalDateTime.of(1970, 1, 1, 0, 0),
            LocalDateTime.of(12026, 1, 1, 0, 0))
        : EDGES.get(type);
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyComparisonFindsItsRows(String type) throws IOException {
    Schema schema = Schema.parse("v: " + type);
    List<Object> values = new ArrayList<>(edges(type));
    values.add(null);
    int tables = 0;
    for (String by :
        List.of(
            "bucket(3, v)",
            "truncate(1, v)",
            "truncate(10, v)",
            "truncate(7, v)",
            "years(v)",
            "months(v)",
            "days(v)",
            "hours(v)")) {
      PartitionSpec spec = PartitionSpec.parse(by);
      try {
        spec.requireAllowed(schema);
      } catch (IllegalArgumentException e) {
        continue;
      }
      String path = dir.resolve("t" + tables++).toString();
      Batch all = Batch.of(schema);
      try (TableWriter out = Placed.write(path, schema).partitionedBy(by).open()) {
        for (Object v : values) {
          out.write(v);
          all.appendRow(v);
        }
        out.commit();
      }
      for (Predicate p : predicates(edges(type))) {
        assertEquals(selected(all, p, schema), read(path, p), p + " by " + by);
      }
    }
    assertTrue(tables > 2, tables + " tables");
  }

  private static List<Predicate> predicates(List<Object> literals) {
    List<Predicate> all = new ArrayList<>();
    for (Object v : literals) {
      for (Predicate.Op op : Predicate.Op.values()) {
        all.add(Predicate.compare(List.of("v"), op, v));
        all.add(Predicate.not(Predicate.compare(List.of("v"), op, v)));
      }
      if (v instanceof String s) {
        all.add(Predicate.startsWith("v", s));
      }
    }
    all.add(Predicate.in("v", literals));
    all.add(Predicate.in("v", literals.subList(0, 2)));
    all.add(Predicate.isNull("v"));
    all.add(Predicate.isNotNull("v"));
    return all;
  }

  private static List<String> selected(Batch all, Predicate p, Schema schema) {
    BoundPredicate bound = p.bind(schema, true);
    int[] rows = new int[all.rows()];
    int count = bound.select(all, rows);
    return Arrays.stream(rows, 0, count)
        .mapToObj(i -> Arrays.deepToString(all.row(i)))
        .sorted()
        .toList();
  }

  private static List<String> read(String path, Predicate p) throws IOException {
    try (TableScan scan = Placed.read(path).where(p).open()) {
      return scan.rows().map(Arrays::deepToString).sorted().toList();
    }
  }
}
