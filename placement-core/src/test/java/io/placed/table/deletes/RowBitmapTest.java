package io.placed.table.deletes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.MalformedDataException;
import io.placed.vector.Bits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.Roaring64NavigableMap;

class RowBitmapTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  /** Numbers near the ends of the halves, too. */
  private TreeSet<Long> numbers() {
    TreeSet<Long> numbers = new TreeSet<>();
    for (int k = random.nextInt(5); k >= 0; k--) {
      long start =
          switch (random.nextInt(4)) {
            case 0 -> random.nextInt(1 << 20);
            case 1 -> (1L << 31) - 500;
            case 2 -> (1L << 32) - 500;
            default -> (3L << 32) + random.nextInt(100_000);
          };
      int every = 1 + random.nextInt(3);
      for (int i = random.nextInt(2000); i >= 0; i--) {
        numbers.add(start + (long) i * every);
      }
    }
    return numbers;
  }

  @Test
  void holdsTheNumbersThatWereAdded() throws Exception {
    for (int round = 0; round < 300; round++) {
      TreeSet<Long> expected = numbers();
      RowBitmap rows = new RowBitmap();
      expected.forEach(rows::add);
      assertEquals(expected.size(), rows.rows());
      assertEquals(expected.last() + 1, rows.end());
      RowBitmap again = RowBitmap.of(rows.copy().toBytes());
      assertEquals(rows, again, "seed " + seed);
      long from = expected.first() - Math.min(expected.first(), random.nextInt(1000));
      int count = 1 + random.nextInt(4096);
      long inside = expected.subSet(from, from + count).size();
      assertEquals(inside, again.count(from, count), "seed " + seed);
      long[] bits = new long[Bits.words(count)];
      Bits.fill(bits, 0, count, true);
      again.clear(from, bits, count);
      for (int i = 0; i < count; i++) {
        assertEquals(!expected.contains(from + i), Bits.get(bits, i), "seed " + seed);
      }
      RowBitmap both = new RowBitmap();
      both.addRange(from, count);
      assertEquals(count, both.rows());
      both.addAll(again);
      assertEquals(expected.size() + count - inside, both.rows(), "seed " + seed);
    }
  }

  /** Row numbers of a hostile vector, and numbers of rows of a hostile file. */
  @Test
  void largestNumbers() {
    RowBitmap rows = new RowBitmap();
    rows.add(5);
    long last = Long.MAX_VALUE - 1;
    rows.add(last);
    RowBitmap read = RowBitmap.of(rows.toBytes());
    assertEquals(Long.MAX_VALUE, read.end());
    long[] bits = {-1L, -1L};
    read.clear(last - 100, bits, 101);
    assertEquals(1, read.count(last - 100, 101));
    assertFalse(Bits.get(bits, 100));
    assertEquals(127, Bits.count(bits, 0, 128));
    assertEquals(2, assertTimeout(SECOND, () -> read.count(0, Long.MAX_VALUE)));
    assertEquals(0, read.count(6, last - 6));
    assertEquals(0, read.count(last, 0));

    rows.add(Long.MAX_VALUE);
    assertThrows(MalformedDataException.class, () -> RowBitmap.of(rows.toBytes()));
  }

  /** Others read and write the same bytes with the library's own class. */
  @Test
  void bytesAreThoseOfTheLibrary() throws Exception {
    for (int round = 0; round < 100; round++) {
      RowBitmap rows = new RowBitmap();
      Roaring64NavigableMap other = new Roaring64NavigableMap();
      for (long n : numbers()) {
        rows.add(n);
        other.addLong(n);
      }
      other.runOptimize();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      other.serializePortable(new DataOutputStream(bytes));
      assertArrayEquals(bytes.toByteArray(), rows.toBytes(), "seed " + seed);
      Roaring64NavigableMap read = new Roaring64NavigableMap();
      read.deserializePortable(new DataInputStream(new ByteArrayInputStream(rows.toBytes())));
      assertEquals(other, read);
    }
  }

  @Test
  void otherBytesAreMalformed() {
    RowBitmap rows = new RowBitmap();
    numbers().forEach(rows::add);
    byte[] good = rows.toBytes();
    for (int cut = 0; cut < good.length; cut += 1 + random.nextInt(20)) {
      byte[] some = Arrays.copyOf(good, cut);
      assertThrows(MalformedDataException.class, () -> RowBitmap.of(some), "seed " + seed);
    }
    byte[] more = Arrays.copyOf(good, good.length + 1);
    assertThrows(MalformedDataException.class, () -> RowBitmap.of(more));
    for (int i = 0; i < 3000; i++) {
      byte[] bad = good.clone();
      bad[random.nextInt(Math.min(bad.length, 64))] ^= (byte) (1 << random.nextInt(8));
      try {
        RowBitmap.of(bad);
      } catch (MalformedDataException e) {
        continue; // Nothing else may be thrown; other rows are the business of the checksum.
      }
    }
  }

  /** What the library's own check refuses, ours does; it accepts runs of other lengths. */
  @Test
  void bytesAreCheckedAsByTheLibrary() {
    int refused = 0;
    for (int i = 0; i < 5000; i++) {
      RoaringBitmap some = new RoaringBitmap();
      for (int c = random.nextInt(6); c >= 0; c--) {
        long first = (long) random.nextInt(8) << 16;
        switch (random.nextInt(3)) {
          case 0 -> some.add(first + random.nextInt(60_000), first + 60_000 + random.nextInt(5000));
          case 1 -> random.ints(20, 0, 1 << 16).forEach(n -> some.add((int) (first + n)));
          default -> random.ints(6000, 0, 1 << 16).forEach(n -> some.add((int) (first + n)));
        }
      }
      some.runOptimize(); // The library refuses runs where another form is shorter.
      ByteBuffer out = ByteBuffer.allocate(some.serializedSizeInBytes());
      some.serialize(out.order(ByteOrder.LITTLE_ENDIAN));
      byte[] bytes = out.array();
      if (i % 4 > 0) {
        int most = random.nextBoolean() ? 64 : bytes.length;
        bytes[random.nextInt(Math.min(bytes.length, most))] ^= (byte) (1 << random.nextInt(8));
      }
      boolean valid = isValid(bytes);
      assertTrue(valid || i % 4 > 0, "seed " + seed);
      RoaringBitmap read = new RoaringBitmap();
      try {
        read.deserialize(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
        if (valid) {
          assertTrue(read.validate(), "seed " + seed);
        } else if (!read.isEmpty() && read.validate()) {
          // The library does not compare how many numbers there are with those in runs.
          assertTrue(bytes[0] == (byte) 0x3B, "seed " + seed + " " + read);
        }
      } catch (IOException | RuntimeException e) {
        assertFalse(valid, "seed " + seed + " " + e);
      }
      refused += valid ? 0 : 1;
    }
    assertTrue(refused > 500, refused + " refused");
  }

  /**
   * The bounds of the format, one by one. Runs are pairs of a first number and a length less one.
   */
  @Test
  void boundsOfTheFormat() {
    int all = 1 << 16;
    assertTrue(isValid(runs(1, all, 0, all - 1)), "a full container");
    assertTrue(isValid(runs(1, 2, all - 2, 1)), "a run to the last number");
    assertFalse(isValid(runs(1, 3, all - 2, 2)), "a run beyond the last number");
    assertTrue(isValid(runs(1, 4, 5, 1, 8, 1)));
    assertFalse(isValid(runs(1, 4, 5, 1, 7, 1)), "runs that touch");
    assertFalse(isValid(runs(1, 4, 8, 1, 5, 1)), "runs that descend");
    assertFalse(isValid(runs(1, 3, 5, 1, 8, 1)), "another number of numbers");
    assertFalse(isValid(runs(1, 1)), "no run");
    for (int containers = 1; containers <= 9; containers++) {
      assertTrue(isValid(runs(containers, 2, 5, 1)), containers + " containers");
    }
    assertTrue(isValid(arrays(4096, 1, 2)));
    assertFalse(isValid(arrays(4096, 2, 1)), "keys that descend");
    assertFalse(isValid(arrays(4096, 1, 1)), "a key twice");
    assertFalse(isValid(arrays(4097, 1)), "more numbers than an array has");
  }

  /** Containers with the same runs. Offsets follow if there are at least four containers. */
  private static byte[] runs(int containers, int numbers, int... runs) {
    ByteBuffer out = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(12347 | containers - 1 << 16);
    for (int c = 0; c < containers; c += 8) {
      out.put((byte) 0xFF);
    }
    for (int c = 0; c < containers; c++) {
      out.putShort((short) c).putShort((short) (numbers - 1));
    }
    if (containers >= 4) {
      out.position(out.position() + 4 * containers);
    }
    for (int c = 0; c < containers; c++) {
      out.putShort((short) (runs.length / 2));
      for (int r : runs) {
        out.putShort((short) r);
      }
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  /** Containers of these keys with the numbers from 0 on, as arrays. */
  private static byte[] arrays(int numbers, int... keys) {
    ByteBuffer out = ByteBuffer.allocate(32 << 10).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(12346).putInt(keys.length);
    for (int key : keys) {
      out.putShort((short) key).putShort((short) (numbers - 1));
    }
    out.position(out.position() + 4 * keys.length);
    for (int k = 0; k < keys.length; k++) {
      for (int n = 0; n < numbers; n++) {
        out.putShort((short) n);
      }
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  private static boolean isValid(byte[] bytes) {
    try {
      return RoaringFormat.isValid(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    } catch (RuntimeException e) {
      return false;
    }
  }
}
