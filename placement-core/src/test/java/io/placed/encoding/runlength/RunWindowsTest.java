package io.placed.encoding.runlength;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.encoding.PageDecoder;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.plain.PlainEncoding;
import io.placed.error.MalformedDataException;
import io.placed.schema.Type;
import io.placed.vector.BooleanColumn;
import io.placed.vector.Column;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Booleans with more runs than are in memory at a time. */
class RunWindowsTest {
  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final BitSet expected = new BitSet();
  private int n;

  /** A page of runs of random lengths; those of each window are either all short or mostly long. */
  private byte[] page(int runs) {
    ByteBuffer out = ByteBuffer.allocate(17 + runs).order(ByteOrder.LITTLE_ENDIAN);
    out.position(6).putInt(runs);
    boolean value = random.nextBoolean();
    out.put((byte) (value ? 1 : 0)).put((byte) PlainEncoding.ID).put((byte) 1);
    n = 0;
    expected.clear();
    for (int r = 0; r < runs; r++) {
      int most = (r >> 14 & 1) == 0 ? 2 : 20;
      int length = 1 + random.nextInt(most);
      out.put((byte) length);
      expected.set(n, n + length, value);
      n += length;
      value = !value;
    }
    out.putInt(0, n).put(5, (byte) RunLengthEncoding.ID);
    return Arrays.copyOf(out.array(), out.position());
  }

  private PageDecoder open(byte[] page) {
    return PageDecoder.open(Type.BOOLEAN, page, 0, page.length, n, null);
  }

  private void compare(PageDecoder page, int from, int count) {
    BooleanColumn out = (BooleanColumn) Column.of(Type.BOOLEAN);
    page.decode(from, count, out);
    for (int i = 0; i < count; i++) {
      assertEquals(expected.get(from + i), out.get(i), "value " + (from + i) + ", seed " + seed);
    }
  }

  @Test
  void valuesAtAnyPlace() {
    for (int runs : new int[] {1, 1 << 16, (1 << 16) + 1, 300_000}) {
      byte[] bytes = page(runs);
      PageDecoder page = open(bytes);
      compare(page, 0, n);
      for (int i = 0; i < 50; i++) {
        int from = random.nextInt(n) & -BitPacking.VECTOR;
        compare(page, from, Math.min(n - from, 1 + random.nextInt(3000)));
      }
      for (int from = 0; from < n; from += BitPacking.VECTOR) {
        compare(page, from, Math.min(n - from, BitPacking.VECTOR));
      }
    }
  }

  @Test
  void runsThatDoNotAddUpAreDamage() {
    byte[] bytes = page(200_000);
    for (int difference : new int[] {-1, 1}) {
      byte[] other = bytes.clone();
      int values = n + difference;
      ByteBuffer.wrap(other).order(ByteOrder.LITTLE_ENDIAN).putInt(0, values);
      MalformedDataException e =
          assertThrows(
              MalformedDataException.class,
              () -> PageDecoder.open(Type.BOOLEAN, other, 0, other.length, values, null));
      assertTrue(e.getMessage().contains("runs of"), e.getMessage());
    }
    bytes[bytes.length - 1 - random.nextInt(200_000)] = 0;
    assertThrows(MalformedDataException.class, () -> open(bytes));
  }
}
