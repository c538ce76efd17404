package io.placed.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.encoding.PageDecoder;
import io.placed.encoding.SelectAndFilter;
import io.placed.encoding.SharedPart;
import io.placed.error.InsufficientMemoryException;
import io.placed.error.MalformedDataException;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;

/**
 * Decodes a page in all ways, and compares them. It is called through interfaces of the JDK,
 * because it is loaded twice: see {@link OtherKernels}.
 *
 * <p>Arguments: text of the type, dictionary or null, body, number of values. The result is a hash
 * of the values, or null if the page is refused.
 */
public final class PageUse implements Function<Object[], Long> {
  private static final int VECTOR = 1024;

  /** Values that are compared one by one with what selects and filters return. */
  private static final int MAX_VALUES = 4096;

  private static final int MAX_BYTES = 4 << 20;

  @Override
  public Long apply(Object[] arguments) {
    Type type = Type.parse((String) arguments[0]);
    byte[] dictionary = (byte[]) arguments[1];
    byte[] body = (byte[]) arguments[2];
    int count = (Integer) arguments[3];
    try {
      PageDecoder page = open(type, dictionary, body, count);
      page.describe();
      boolean list = type.kind() == TypeKind.LIST;
      int vectors = (count + VECTOR - 1) / VECTOR;
      long[] hashes = new long[vectors];
      for (int v = 0; v < vectors; v++) {
        hashes[v] = list ? lengths(page, v, count) : values(page, type, v, count);
      }
      PageDecoder again = open(type, dictionary, body, count);
      for (int v = vectors - 1; v >= 0; v--) {
        long hash = list ? lengths(again, v, count) : values(again, type, v, count);
        assertEquals(hashes[v], hash, "vector " + v + " decoded alone: " + again.describe());
      }
      if (page.isSelectable() && count > 0 && count <= MAX_VALUES) {
        selectAndFilter(type, again, count, Arrays.hashCode(body));
      }
      return Arrays.hashCode(hashes) & 0xFFFFFFFFL;
    } catch (MalformedDataException e) {
      return null;
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof InsufficientMemoryException) {
        return null;
      }
      throw e;
    }
  }

  private static PageDecoder open(Type type, byte[] dictionary, byte[] body, int count) {
    SharedPart shared =
        dictionary == null ? null : SharedPart.read(type, dictionary, 0, dictionary.length);
    return PageDecoder.open(type, body, 0, body.length, count, shared);
  }

  private static void selectAndFilter(Type type, PageDecoder page, int count, long seed) {
    Column whole = Column.of(type);
    for (int from = 0; from < count; from += VECTOR) {
      page.decode(from, Math.min(VECTOR, count - from), whole);
      if (whole instanceof BytesColumn b && bytes(b) > MAX_BYTES) {
        return;
      }
    }
    SelectAndFilter.check(whole, page, 12, new Random(seed), page.describe());
  }

  private static long bytes(BytesColumn column) {
    return Arrays.stream(column.lengths(), 0, column.size()).asLongStream().sum();
  }

  private static long lengths(PageDecoder page, int vector, int count) {
    int n = Math.min(VECTOR, count - vector * VECTOR);
    int[] lengths = new int[n];
    page.decodeLengths(vector * VECTOR, n, lengths, 0);
    return Arrays.hashCode(lengths);
  }

  private static long values(PageDecoder page, Type type, int vector, int count) {
    Column column = Column.of(type);
    int n = Math.min(VECTOR, count - vector * VECTOR);
    page.decode(vector * VECTOR, n, column);
    assertEquals(n, column.size(), page.describe());
    long hash = 1;
    for (int i = 0; i < n; i++) {
      hash = 31 * hash + (column.isNull(i) ? 7 : value(column, i));
    }
    return hash;
  }

  private static long value(Column column, int i) {
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
      return 31 * c.high()[i] + c.low()[i];
    } else if (column instanceof BytesColumn c) {
      return Arrays.hashCode(c.get(i));
    }
    return 0;
  }
}
