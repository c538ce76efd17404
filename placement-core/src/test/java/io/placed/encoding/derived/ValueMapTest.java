package io.placed.encoding.derived;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.TestArrays;
import io.placed.encoding.spi.ChunkState;
import io.placed.encoding.spi.EncodeContext;
import io.placed.schema.Type;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Maps give the integer of every key they were made of. */
class ValueMapTest {
  @Test
  void everyKeyHasItsInteger() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int keys : new int[] {0, 1, 2, 3, 10, 100, 1000, 10_000}) {
      for (int width : new int[] {0, 1, 7, 8, 13, 33, 63, 64}) {
        int n = Math.max(1, keys * 2);
        long[] of = new long[n];
        long[] wanted = new long[Bits.words(n)];
        for (int i = 0; i < n; i++) {
          of[i] = ParentKeys.mix(i % Math.max(1, keys));
          if (i < keys) {
            Bits.set(wanted, i);
          }
        }
        KeyGroups groups = new KeyGroups(of, n, wanted);
        assertEquals(keys, groups.count());
        long[] integers = new long[keys];
        for (int k = 0; k < keys; k++) {
          integers[k] = width == 0 ? -5 : (random.nextLong() >>> 64 - width) - 5;
        }
        ByteWriter out = new ByteWriter(64);
        EncodeContext context = TestArrays.root(new ChunkState());
        String text = new ValueMapBuilder(groups, integers).write(context, out);
        ValueMap map = new ValueMap(TestArrays.open(out), n);
        assertEquals(text, map.describe(), "seed " + seed);
        long[] found = new long[n];
        map.get(of, keys, found);
        for (int k = 0; k < keys; k++) {
          assertEquals(integers[k], found[k], "seed " + seed + ", width " + width);
        }
      }
    }
  }

  /** The keys are part of the format. */
  @Test
  void keysStayTheSame() {
    Column numbers = Column.of(Type.INT32);
    BytesColumn strings = (BytesColumn) Column.of(Type.STRING);
    for (int i = 0; i < 3; i++) {
      ((IntColumn) numbers).append(i - 1);
      strings.append("0123456789".substring(0, 5 * i));
    }
    numbers.appendNull();
    strings.appendNull();
    long[] a = new long[4];
    long[] b = new long[4];
    ParentKeys.read(numbers, 0, 4, a);
    ParentKeys.read(strings, 0, 4, b);
    long[] joined = a.clone();
    ParentKeys.join(joined, b, 4);
    StringBuilder text = new StringBuilder();
    for (long[] keys : new long[][] {a, b, joined}) {
      for (long key : keys) {
        text.append(Long.toHexString(key)).append(' ');
      }
    }
    assertEquals(
        "64b5720b4b825f21 0 b456bcfc34c2cb2c 9e3779b97f4a7c15 "
            + "0 1c5d45999f280cec 8fa978654c98c057 9e3779b97f4a7c15 "
            + "e9ecf7432970d93c 22c84479551db3e2 a608ecf633cb4071 b7b77069307f6242",
        text.toString().strip());
  }

  @Test
  void equalStringsHaveEqualKeysHoweverTheyAreStored() {
    Random random = new Random(5);
    BytesColumn dictionary = (BytesColumn) Column.of(Type.STRING);
    Set<String> distinct = new HashSet<>();
    while (distinct.size() < 40) {
      distinct.add("x".repeat(random.nextInt(20)) + random.nextInt(100));
    }
    distinct.forEach(dictionary::append);
    BytesColumn coded = (BytesColumn) Column.of(Type.STRING);
    BytesColumn spelled = (BytesColumn) Column.of(Type.STRING);
    int[] codes = coded.startCodes(dictionary, 200);
    for (int i = 0; i < 200; i++) {
      codes[i] = random.nextInt(40);
      spelled.append(dictionary.getString(codes[i]));
    }
    long[] a = new long[200];
    long[] b = new long[200];
    ParentKeys.read(coded, 0, 200, a);
    ParentKeys.read(spelled, 0, 200, b);
    assertEquals(Arrays.toString(a), Arrays.toString(b));
  }
}
