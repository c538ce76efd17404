package io.placed.encoding;

import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.match.BytesMatch;
import io.placed.vector.match.DoubleMatch;
import io.placed.vector.match.Int128Match;
import io.placed.vector.match.LongMatch;
import io.placed.vector.match.ValueMatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Random matches, whose bounds are often values of a column, and their evaluation for one value.
 */
public final class Matches {
  private Matches() {}

  public static ValueMatch random(Column column, Random random) {
    if (column instanceof FloatColumn || column instanceof DoubleColumn) {
      return doubles(column, random);
    } else if (column instanceof Int128Column c) {
      return int128s(c, random);
    } else if (column instanceof BytesColumn c) {
      return strings(c, random);
    }
    long a = integer(column, random);
    long b = integer(column, random);
    return switch (random.nextInt(6)) {
      case 0 -> LongMatch.between(a, a);
      case 1 -> LongMatch.between(a, Long.MAX_VALUE);
      case 2 -> LongMatch.between(Long.MIN_VALUE, a);
      case 3 ->
          LongMatch.in(random.longs(random.nextInt(5)).map(x -> integer(column, random)).toArray());
      case 4 -> LongMatch.between(a, b);
      default -> LongMatch.between(Math.min(a, b), Math.max(a, b));
    };
  }

  private static int row(Column column, Random random) {
    return random.nextInt(column.size());
  }

  private static long integer(Column column, Random random) {
    if (column.size() == 0 || random.nextInt(10) == 0) {
      return random.nextLong() >> random.nextInt(64);
    }
    int i = row(column, random);
    long v =
        column instanceof IntColumn c
            ? c.get(i)
            : column instanceof LongColumn l ? l.get(i) : ((BooleanColumn) column).get(i) ? 1 : 0;
    return v + random.nextInt(3) - 1;
  }

  private static double number(Column column, Random random) {
    double[] special = {0.0, -0.0, 1.0 / 0, -1.0 / 0, 1e-50, -1e-50, 1e300, 0.1};
    if (column.size() == 0 || random.nextInt(6) == 0) {
      return special[random.nextInt(special.length)];
    }
    int i = row(column, random);
    double v = column instanceof FloatColumn f ? f.get(i) : ((DoubleColumn) column).get(i);
    if (Double.isNaN(v)) {
      return 0;
    }
    return switch (random.nextInt(4)) {
      case 0 -> Math.nextUp(v);
      case 1 -> Math.nextDown(v);
      default -> v;
    };
  }

  private static ValueMatch doubles(Column column, Random random) {
    double a = number(column, random);
    double b = number(column, random);
    boolean nan = random.nextBoolean();
    double infinity = Double.POSITIVE_INFINITY;
    return switch (random.nextInt(8)) {
      case 0 -> DoubleMatch.between(a, a, false);
      case 1 -> DoubleMatch.between(a, infinity, true);
      case 2 -> DoubleMatch.between(-infinity, a, false);
      case 3 -> DoubleMatch.between(1, 0, nan);
      case 4 -> DoubleMatch.in(new double[] {a, b, nan ? Double.NaN : a, number(column, random)});
      case 5 -> DoubleMatch.between(a, b, nan);
      default -> DoubleMatch.between(Math.min(a, b), Math.max(a, b), nan);
    };
  }

  private static ValueMatch int128s(Int128Column c, Random random) {
    int n = 2 * random.nextInt(3);
    List<long[]> ends = new ArrayList<>();
    for (int k = 0; k < n; k++) {
      long[] end = {random.nextInt(3) - 1, random.nextLong()};
      if (c.size() > 0 && random.nextInt(5) > 0) {
        int i = row(c, random);
        end = new long[] {c.high()[i], c.low()[i]};
      }
      ends.add(end);
    }
    ends.sort((x, y) -> x[0] != y[0] ? Long.compare(x[0], y[0]) : Long.compareUnsigned(x[1], y[1]));
    boolean points = random.nextBoolean();
    long[][] parts = new long[4][points ? n : n / 2];
    int m = 0;
    for (int k = 0; k < n; k += points ? 1 : 2) {
      long[] low = ends.get(k);
      long[] high = ends.get(points ? k : k + 1);
      if (m > 0 && Arrays.equals(low, new long[] {parts[2][m - 1], parts[3][m - 1]})) {
        continue;
      }
      parts[0][m] = low[0];
      parts[1][m] = low[1];
      parts[2][m] = high[0];
      parts[3][m++] = high[1];
    }
    return new Int128Match(
        Arrays.copyOf(parts[0], m),
        Arrays.copyOf(parts[1], m),
        Arrays.copyOf(parts[2], m),
        Arrays.copyOf(parts[3], m));
  }

  private static byte[] bytes(BytesColumn c, Random random) {
    byte[] v = c.size() == 0 ? new byte[] {1, 2} : c.get(row(c, random));
    return switch (random.nextInt(5)) {
      case 0 -> Arrays.copyOf(v, v.length + 1);
      case 1 -> Arrays.copyOf(v, random.nextInt(v.length + 1));
      case 2 -> Arrays.copyOfRange(v, random.nextInt(v.length + 1), v.length);
      default -> v;
    };
  }

  private static ValueMatch strings(BytesColumn c, Random random) {
    byte[] a = bytes(c, random);
    byte[] b = bytes(c, random);
    return switch (random.nextInt(6)) {
      case 0 -> BytesMatch.in(List.of(a));
      case 1 -> BytesMatch.in(random.nextBoolean() ? List.of() : List.of(a, b, bytes(c, random)));
      case 2 -> BytesMatch.startingWith(a);
      case 3 -> BytesMatch.between(a, random.nextBoolean(), null, false);
      case 4 -> BytesMatch.between(null, false, a, random.nextBoolean());
      default -> BytesMatch.between(a, random.nextBoolean(), b, random.nextBoolean());
    };
  }

  public static boolean test(ValueMatch match, Column column, int i) {
    if (match instanceof DoubleMatch m) {
      return m.test(column instanceof FloatColumn f ? f.get(i) : ((DoubleColumn) column).get(i));
    } else if (match instanceof Int128Match m) {
      Int128Column c = (Int128Column) column;
      return m.test(c.high()[i], c.low()[i]);
    } else if (match instanceof BytesMatch m) {
      BytesColumn c = (BytesColumn) column;
      return m.test(c.arena(), c.starts()[i], c.starts()[i] + c.lengths()[i]);
    }
    LongMatch m = (LongMatch) match;
    return m.test(
        column instanceof IntColumn c
            ? c.get(i)
            : column instanceof LongColumn l ? l.get(i) : ((BooleanColumn) column).get(i) ? 1 : 0);
  }
}
