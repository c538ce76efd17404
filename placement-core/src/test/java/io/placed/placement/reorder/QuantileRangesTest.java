package io.placed.placement.reorder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.schema.Field;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantileRangesTest {
  /** Random values of few or of many, near each other or at the ends of their type. */
  private static Function<Random, Object> values(String type, Random setUp) {
    int few = 1 + setUp.nextInt(1 << setUp.nextInt(16));
    boolean wide = setUp.nextBoolean();
    return r -> {
      long v = wide && r.nextInt(4) == 0 ? r.nextLong() : r.nextInt(few) - few / 2;
      return switch (type) {
        case "int32" -> (int) v;
        case "int64" -> v;
        case "double" -> r.nextInt(50) == 0 ? Double.NaN : wide ? Double.longBitsToDouble(v) : v;
        case "string" -> (wide ? "" : "a long prefix ") + v;
        default ->
            new BigDecimal(BigInteger.valueOf(v).multiply(BigInteger.TEN.pow(wide ? 15 : 0)));
      };
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"int32", "int64", "double", "string", "decimal(38,0)"})
  void theNumberOfAValueIsThatOfTheBoundsUpToIt(String type) {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      Function<Random, Object> values = values(type, random);
      Column sample = column(type, values, random.nextInt(400), random);
      int ranges = 2 + random.nextInt(300);
      int[] bounds = QuantileRanges.bounds(sample, ranges);
      QuantileRanges found = QuantileRanges.of(sample, ranges);
      Column others = column(type, values, 50, random);
      for (int i = 0; i < others.size(); i++) {
        assertEquals(
            expected(sample, bounds, others, i),
            found.range(others, i),
            "seed " + seed + ", round " + round + ": " + Values.get(others, i));
      }
    }
  }

  private static Column column(String type, Function<Random, Object> values, int n, Random r) {
    Column out = Column.of(Type.parse(type));
    for (int i = 0; i < n; i++) {
      Values.append(out, Field.of("x", out.type()), r.nextInt(20) == 0 ? null : values.apply(r));
    }
    return out;
  }

  private static int expected(Column sample, int[] bounds, Column of, int i) {
    if (of.isNull(i)) {
      return 0;
    }
    int less = 0;
    int upTo = 0;
    for (int b : bounds) {
      int order = SortOrder.compareValues(of.type().storage(), sample, b, of, i);
      less += order < 0 ? 1 : 0;
      upTo += order <= 0 ? 1 : 0;
    }
    // A value that is a bound has the middle one of the ranges that it spans.
    return 1 + (upTo > less ? (less + upTo + 1) / 2 : upTo);
  }
}
