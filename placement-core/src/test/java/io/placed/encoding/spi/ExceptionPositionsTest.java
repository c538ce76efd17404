package io.placed.encoding.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.error.MalformedDataException;
import org.junit.jupiter.api.Test;

class ExceptionPositionsTest {
  private static final int VALUES = 1500;

  /** As written: the counts of two vectors, then positions. */
  private static ExceptionPositions read(int first, int second, int... positions) {
    ByteWriter out = new ByteWriter();
    out.u16(first);
    out.u16(second);
    for (int p : positions) {
      out.u16(p);
    }
    byte[] bytes = out.toBytes();
    return ExceptionPositions.read(
        new ByteReader(bytes, 0, bytes.length), VALUES, positions.length);
  }

  @Test
  void positionsAreThoseOfTheirVectors() {
    ByteWriter out = new ByteWriter();
    int[] written = {0, 7, 1023, 1024, 1499};
    ExceptionPositions.write(written, VALUES, out);
    byte[] bytes = out.toBytes();
    ExceptionPositions read =
        ExceptionPositions.read(new ByteReader(bytes, 0, bytes.length), VALUES, written.length);
    assertEquals(written.length, read.count());
    for (int e = 0; e < written.length; e++) {
      int v = written[e] / 1024;
      assertEquals(written[e], 1024 * v + read.position(e, v));
    }
  }

  @Test
  void aVectorMayBeginBelowTheEndOfTheOneBefore() {
    ExceptionPositions read = read(1, 1, 900, 3);
    assertEquals(900, read.position(0, 0));
    assertEquals(3, read.position(1, 1));
  }

  @Test
  void positionsThatDoNotAscendAreRefused() {
    for (int second : new int[] {4, 5}) {
      ExceptionPositions read = read(2, 0, 5, second);
      assertEquals(5, read.position(0, 0));
      MalformedDataException e =
          assertThrows(MalformedDataException.class, () -> read.position(1, 0));
      assertEquals("exception at position " + second + " of vector 0", e.getMessage());
    }
  }

  @Test
  void positionsBehindTheirVectorAreRefused() {
    assertThrows(MalformedDataException.class, () -> read(1, 0, 1024).position(0, 0));
    assertThrows(MalformedDataException.class, () -> read(0, 1, 476).position(0, 1));
  }
}
