package io.placed.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.MalformedDataException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Written values are read back, and no read goes beyond the end. */
class ByteReaderTest {
  private static void damaged(Executable read) {
    assertThrows(MalformedDataException.class, read);
  }

  private static ByteReader of(int... bytes) {
    byte[] b = new byte[bytes.length];
    for (int i = 0; i < b.length; i++) {
      b[i] = (byte) bytes[i];
    }
    return new ByteReader(b, 0, b.length);
  }

  @Test
  void whatIsWrittenComesBack() {
    Random random = new Random(7);
    for (int trial = 0; trial < 1000; trial++) {
      long value = random.nextLong() >> random.nextInt(64);
      ByteWriter out = new ByteWriter(random.nextInt(3));
      out.u8((int) value).u16((int) value).u32((int) value).u64(value);
      out.varint(value).zigzag(value).string("né " + value).bytes(new byte[] {1, 2, 3}, 1, 2);
      ByteReader in = new ByteReader(out.array(), 0, out.size());
      assertEquals((int) value & 0xFF, in.u8());
      assertEquals((int) value & 0xFFFF, in.u16());
      assertEquals((int) value, in.u32());
      assertEquals(value, in.u64());
      assertEquals(value, in.varint());
      assertEquals(value, in.zigzag());
      assertEquals("né " + value, in.string("text"));
      assertArrayEquals(new byte[] {2, 3}, in.bytes(2));
      in.end("the array");
      assertArrayEquals(
          out.toBytes(), new ByteReader(out.array(), 0, out.size()).bytes(out.size()));
    }
  }

  @Test
  void everyStepEndsAtTheEnd() {
    byte[] bytes = {1, 2, 3, 4, 5, 6, 7, 8};
    for (int length = 0; length < 8; length++) {
      ByteReader in = new ByteReader(bytes, 0, length);
      damaged(() -> in.u64());
      in.skip(length, "all");
      damaged(() -> in.u8());
      damaged(() -> in.u16());
      damaged(() -> in.u32());
      damaged(() -> in.peek("byte"));
      damaged(() -> in.varint());
      damaged(() -> in.bytes(1));
      assertEquals(0, in.remaining());
      assertEquals(length, in.position());
    }
    damaged(() -> new ByteReader(bytes, 0, 8).end("the array"));
  }

  /** Lengths in a damaged file, whose sum overflows an int. */
  @Test
  void hugeAndNegativeLengthsAreDamage() {
    byte[] bytes = new byte[8];
    damaged(() -> new ByteReader(bytes, 1, 8));
    damaged(() -> new ByteReader(bytes, -1, 2));
    damaged(() -> new ByteReader(bytes, 1, -1));
    damaged(() -> new ByteReader(bytes, Integer.MAX_VALUE, Integer.MAX_VALUE));
    ByteReader in = new ByteReader(bytes, 4, 4);
    for (long n : new long[] {-1, 5, Integer.MAX_VALUE, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE}) {
      damaged(() -> in.skip(n, "bytes"));
    }
    damaged(() -> in.bytes(-1));
    damaged(() -> of(0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 65).string("text"));
    damaged(() -> of(0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01).count("rows", 1));
    damaged(() -> of(0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1).varint());
  }

  @Test
  void valuesOutOfTheirRangeAreDamage() {
    damaged(() -> of(0xFF, 0xFF, 0xFF, 0xFF).u32(0, 10, "size"));
    damaged(() -> of(11, 0, 0, 0).u32(0, 10, "size"));
    assertEquals(10, of(10, 0, 0, 0).u32(0, 10, "size"));
    damaged(() -> of(11).varint("size", 10));
    damaged(() -> of(2).bool("flag"));
    assertTrue(of(1).bool("flag"));
    assertFalse(of(0).bool("flag"));
  }

  @Test
  void aWriterRefusesWhatNoArrayHolds() {
    ByteWriter out = new ByteWriter(4).u32(1);
    for (long n : new long[] {-1, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertThrows(IllegalArgumentException.class, () -> out.reserve(n));
      assertEquals(4, out.size());
    }
  }
}
