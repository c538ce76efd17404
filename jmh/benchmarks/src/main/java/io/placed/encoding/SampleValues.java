package io.placed.encoding;

import io.placed.schema.Type;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Random;

/** Values of one type and one kind, each kind made for some encoding. */
record SampleValues(Type type, String kind) {
  private static final String[] WORDS =
      ("carefully final deposits sleep furiously regular accounts above the ironic packages haggle"
              + " quickly express requests among bold theodolites pending instructions")
          .split(" ");
  private static final long HOUR_MICROS = 3_600_000_000L;

  /**
   * @param name a type and a kind, such as {@code int32 narrow}
   */
  static SampleValues named(String name) {
    int blank = name.indexOf(' ');
    return new SampleValues(Type.parse(name.substring(0, blank)), name.substring(blank + 1));
  }

  void append(Column column, int i, Random random) {
    if (column instanceof IntColumn c) {
      c.append((int) integer(i, random));
    } else if (column instanceof LongColumn c) {
      c.append(integer(i, random));
    } else if (column instanceof FloatColumn c) {
      c.append((float) real(random));
    } else if (column instanceof DoubleColumn c) {
      c.append(real(random));
    } else if (column instanceof Int128Column c) {
      c.append(BigInteger.valueOf(integer(i, random)));
    } else if (column instanceof BooleanColumn c) {
      c.append(kind.equals("rare") ? random.nextInt(200) == 0 : random.nextBoolean());
    } else {
      ((BytesColumn) column).append(text(i, random));
    }
  }

  private long integer(int i, Random random) {
    return switch (kind) {
      case "constant" -> 42;
      case "narrow" -> 1000 + random.nextInt(100);
      case "sorted" -> 5L * i + random.nextInt(5);
      case "keys" -> 1_000_000L + 32L * (i / 8) + i % 8;
      case "runs" -> i / 50 * 7919L % 1000;
      case "few" -> (random.nextInt(40) * 982_451_653L) >>> 8;
      case "hours" -> 400_000L * HOUR_MICROS + random.nextInt(10_000) * HOUR_MICROS;
      case "near" -> 8000 + random.nextInt(2500);
      case "groups" -> {
        int group = Integer.numberOfTrailingZeros(random.nextInt() | 1 << 10);
        yield ((long) group << 27) + random.nextInt(1 << 10 + group);
      }
      case "prices" -> 90_000 + random.nextInt(10_000_000);
      default -> random.nextLong();
    };
  }

  private double real(Random random) {
    return switch (kind) {
      case "prices" -> (100 + random.nextInt(1_000_000)) / 100.0;
      case "measures" -> 20 + 5 * random.nextGaussian();
      case "few" -> random.nextInt(11) / 100.0;
      default -> Double.longBitsToDouble(random.nextLong() >>> 2);
    };
  }

  private String text(int i, Random random) {
    return switch (kind) {
      case "few" -> WORDS[random.nextInt(7)];
      case "sorted" ->
          "https://example.org/articles/"
              + WORDS[i / 1000]
              + String.format(Locale.ROOT, "/%08d", i);
      case "comments" -> {
        StringBuilder out = new StringBuilder();
        for (int w = 3 + random.nextInt(4); w >= 0; w--) {
          out.append(WORDS[random.nextInt(WORDS.length)]).append(w == 0 ? "" : " ");
        }
        yield out.toString();
      }
      default -> Long.toString(random.nextLong(), Character.MAX_RADIX);
    };
  }
}
