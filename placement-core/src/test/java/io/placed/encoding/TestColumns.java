package io.placed.encoding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.schema.Type;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.LongColumn;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Columns to encode, and their comparison bit by bit. */
public final class TestColumns {
  public static final List<Type> TYPES =
      List.of(
          Type.BOOLEAN,
          Type.INT8,
          Type.INT32,
          Type.INT64,
          Type.FLOAT,
          Type.DOUBLE,
          Type.decimal(38, 4),
          Type.STRING);

  public static final int[] SIZES = {0, 1, 2, 31, 33, 1023, 1024, 1025, 5000, 16384};

  public enum Shape {
    CONSTANT,
    SMALL,
    SORTED,
    RUNS,
    FEW_DISTINCT,
    OUTLIERS,
    EXTREMES,
    SKEWED,
    RANDOM
  }

  public enum Nulls {
    NONE,
    ALL,
    HALF,
    RARE,
    CLUSTERED
  }

  private TestColumns() {}

  public static Column random(Type type, Shape shape, Nulls nulls, int n, Random random) {
    Column column = Column.of(type);
    long state = random.nextInt(100);
    boolean missing = false;
    for (int i = 0; i < n; i++) {
      missing =
          switch (nulls) {
            case NONE -> false;
            case ALL -> true;
            case HALF -> random.nextBoolean();
            case RARE -> random.nextInt(500) == 0;
            case CLUSTERED -> random.nextInt(200) == 0 ? !missing : missing;
          };
      state =
          switch (shape) {
            case CONSTANT -> state;
            case SMALL -> random.nextInt(100);
            case SORTED -> state + random.nextInt(1000);
            case RUNS -> random.nextInt(50) == 0 ? random.nextInt(1_000_000) : state;
            case FEW_DISTINCT -> random.nextInt(40) * 0x9E3779B97F4A7C15L;
            case OUTLIERS -> random.nextInt(60) == 0 ? random.nextLong() : random.nextInt(1000);
            case EXTREMES -> extreme(random);
            case SKEWED -> {
              int group = Integer.numberOfTrailingZeros(random.nextInt() | 1 << 12);
              yield ((long) group << 26) + random.nextInt(1024 << (group & 7));
            }
            case RANDOM -> random.nextLong();
          };
      append(column, state, shape, random);
      if (missing) {
        column.setNull(i);
      }
    }
    return column;
  }

  private static long extreme(Random random) {
    long[] values = {
      Long.MIN_VALUE,
      Long.MAX_VALUE,
      Integer.MIN_VALUE,
      Integer.MAX_VALUE,
      0,
      -1,
      1,
      random.nextInt()
    };
    return values[random.nextInt(values.length)];
  }

  private static void append(Column column, long v, Shape shape, Random random) {
    boolean extreme = shape == Shape.EXTREMES;
    if (column instanceof BooleanColumn b) {
      b.append((v & 1) != 0);
    } else if (column instanceof IntColumn c) {
      c.append(column.type() == Type.INT8 ? (byte) v : (int) v);
    } else if (column instanceof LongColumn c) {
      c.append(v);
    } else if (column instanceof FloatColumn c) {
      c.append(extreme ? Float.intBitsToFloat(FLOATS[random.nextInt(FLOATS.length)]) : v / 4f);
    } else if (column instanceof DoubleColumn c) {
      c.append(
          extreme ? Double.longBitsToDouble(DOUBLES[random.nextInt(DOUBLES.length)]) : v / 100.0);
    } else if (column instanceof Int128Column c) {
      c.append(extreme ? extreme(random) : shape == Shape.OUTLIERS ? v : v >> 63, v * 31);
    } else if (column instanceof BytesColumn c) {
      c.append(string(v, shape, random).getBytes(StandardCharsets.UTF_8));
    } else {
      throw new AssertionError(column.type());
    }
  }

  private static String string(long v, Shape shape, Random random) {
    return switch (shape) {
      case EXTREMES ->
          switch (random.nextInt(4)) {
            case 0 -> "";
            case 1 -> "\uD83D\uDE00".repeat(random.nextInt(30));
            case 2 -> random.nextInt(100) == 0 ? "long".repeat(5000) : "é";
            default -> "a\0b";
          };
      case SORTED -> String.format(Locale.ROOT, "%012d", v);
      default -> "value " + v;
    };
  }

  private static final int[] FLOATS = {
    0,
    0x80000000,
    0x7F800000,
    0xFF800000,
    0x7FC00000,
    0x7FC00001,
    0xFFC12345,
    0x7F800001,
    1,
    0x7F7FFFFF
  };

  private static final long[] DOUBLES = {
    0L,
    0x8000000000000000L,
    0x7FF0000000000000L,
    0xFFF0000000000000L,
    0x7FF8000000000000L,
    0x7FF8000000000001L,
    0xFFF8123456789ABCL,
    0x7FF0000000000001L,
    1L,
    0x7FEFFFFFFFFFFFFFL
  };

  /** Encodes with this number of rows per page. */
  public static EncodedChunk encode(Column column, int pageRows) {
    ChunkEncoder encoder = new ChunkEncoder(column.type(), EncodingOptions.DEFAULT);
    for (int i = 0; i < column.size() || i == 0; i += pageRows) {
      encoder.addPage(column, i, Math.min(pageRows, column.size() - i));
    }
    return encoder.finish();
  }

  public static SharedPart dictionary(Type type, EncodedChunk chunk) {
    byte[] d = chunk.dictionary();
    return d == null ? null : SharedPart.read(type, d, 0, d.length);
  }

  public static PageDecoder open(Type type, EncodedPage page, SharedPart dictionary) {
    return PageDecoder.open(type, page.bytes(), 0, page.length(), page.valueCount(), dictionary);
  }

  /** Decodes all values of a chunk, page by page, into one column. */
  public static Column decode(Type type, EncodedChunk chunk) {
    SharedPart dictionary = dictionary(type, chunk);
    Column out = Column.of(type);
    for (EncodedPage page : chunk.pages()) {
      open(type, page, dictionary).decode(0, page.valueCount(), out);
    }
    return out;
  }

  /** Compares values [from, from + n) of {@code expected} with all of {@code actual}. */
  public static void assertSame(Column expected, int from, int n, Column actual, String message) {
    assertEquals(n, actual.size(), message);
    for (int i = 0; i < n; i++) {
      if (expected.isNull(from + i) != actual.isNull(i)) {
        assertEquals(expected.isNull(from + i), actual.isNull(i), message + " validity of " + i);
      }
      if (!expected.isNull(from + i)) {
        assertValue(expected, from + i, actual, i, message);
      }
    }
  }

  private static void assertValue(Column e, int i, Column a, int k, String message) {
    if (e instanceof BytesColumn b) {
      if (b.compare(i, (BytesColumn) a, k) != 0) {
        assertArrayEquals(b.get(i), ((BytesColumn) a).get(k), message + " value " + k);
      }
    } else if (bits(e, i, false) != bits(a, k, false) || bits(e, i, true) != bits(a, k, true)) {
      assertEquals(bits(e, i, false), bits(a, k, false), message + " value " + k);
      assertEquals(bits(e, i, true), bits(a, k, true), message + " upper half of value " + k);
    }
  }

  private static long bits(Column column, int i, boolean upper) {
    if (column instanceof BooleanColumn c) {
      return c.get(i) ? 1 : 0;
    } else if (column instanceof IntColumn c) {
      return c.get(i);
    } else if (column instanceof LongColumn c) {
      return c.get(i);
    } else if (column instanceof FloatColumn c) {
      return Float.floatToRawIntBits(c.get(i));
    } else if (column instanceof DoubleColumn c) {
      return Double.doubleToRawLongBits(c.get(i));
    } else if (column instanceof Int128Column c) {
      return upper ? c.high()[i] : c.low()[i];
    } else if (column instanceof ListColumn c) {
      return c.length(i);
    }
    throw new AssertionError(column.type());
  }
}
