package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CorruptFileException;
import io.placed.format.v1.FormatV1;
import io.placed.io.IoCounters;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.ListColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lists whose counts of elements are wrong, or very large in a few bytes: the documented error or
 * the elements, in bounded memory.
 */
class HostileListsTest {
  private static final byte CONSTANT = 1;
  private static final byte RUN_LENGTH = 3;

  @TempDir Path dir;

  /** The body of a constant page: count, no nulls, the encoding, the value. */
  private static byte[] constant(int count, int value) {
    ByteBuffer body = ByteBuffer.allocate(10).order(ByteOrder.LITTLE_ENDIAN);
    return body.putInt(count).put((byte) 0).put(CONSTANT).putInt(value).array();
  }

  /** A file of one column "k" of lists of integers, all with the same number of equal elements. */
  private byte[] equalElements(int perList, int valuesInIndex) throws IOException {
    Schema schema = Schema.of(Field.required("k", Type.list(Type.INT32)));
    Batch rows = Batch.of(schema);
    for (int i = 0; i < 10; i++) {
      rows.appendRow(List.of(7, 7));
    }
    return new RebuiltFile(WrittenFile.bytes(dir, rows))
        .write(
            new RebuiltFile.Change() {
              @Override
              public byte[] apply(String what, int g, int owner, int node, byte[] bytes) {
                if (!what.equals("page")) {
                  return bytes;
                }
                return node == 0 ? constant(10, perList) : constant(valuesInIndex, 7);
              }

              @Override
              public int values(int owner, int node, int values) {
                return valuesInIndex;
              }
            });
  }

  private static long elements(byte[] bytes) throws IOException {
    long sum = 0;
    try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters());
        BatchReader scan = f.read(ReadRequest.all())) {
      while (scan.next()) {
        sum += ((ListColumn) scan.batch().column(0)).elements().size();
      }
    }
    return sum;
  }

  @Test
  void equalElementsAreNoBomb() throws IOException {
    assertEquals(1_000_000, elements(equalElements(100_000, 1_000_000)));
    for (int perList : new int[] {10_000_000, 200_000_000}) {
      byte[] bytes = equalElements(perList, 10 * perList);
      long before = HostileUse.allocatedBytes();
      assertThrows(CorruptFileException.class, () -> elements(bytes));
      try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
        assertThrows(CorruptFileException.class, f::layout);
      }
      assertEquals(1, FileVerifier.verify(new DamageTest.Bytes(bytes), new IoCounters()).size());
      assertTrue(HostileUse.allocatedBytes() - before < 20 << 20);
    }
  }

  private interface Bodies {
    byte[] of(int node, byte[] body);
  }

  /** The file with other page bodies, and another number of values in its lists. */
  private static byte[] rebuilt(byte[] file, int values, Bodies bodies) throws IOException {
    return new RebuiltFile(file)
        .write(
            new RebuiltFile.Change() {
              @Override
              public byte[] apply(String what, int g, int owner, int node, byte[] bytes) {
                return what.equals("page") ? bodies.of(node, bytes) : bytes;
              }

              @Override
              public int values(int owner, int node, int was) {
                return values;
              }
            });
  }

  private byte[] tenLists(Type element) throws IOException {
    Schema schema = Schema.of(Field.required("k", Type.list(element)));
    Batch rows = Batch.of(schema);
    Object value = element.equals(Type.BOOLEAN) ? (Object) true : (Object) 1;
    for (int i = 0; i < 10; i++) {
      rows.appendRow(List.of(value, value));
    }
    return WrittenFile.bytes(dir, rows);
  }

  /**
   * An array of ones with as many runs as values, whose lengths are such an array too, and so on.
   */
  private static void runs(ByteBuffer out, int values, int levels) {
    if (levels == 0) {
      out.put(CONSTANT).putInt(1);
    } else {
      out.put(RUN_LENGTH).putInt(values);
      runs(out, values, levels - 1);
      out.put(CONSTANT).putInt(1);
    }
  }

  /** Booleans need one bit in memory, and the end of a run an int. */
  @Test
  void listsOfBooleansInVeryManyRunsAreRead() throws IOException {
    int elements = 400_000_000;
    byte[] bytes =
        rebuilt(
            tenLists(Type.BOOLEAN),
            elements,
            (node, b) -> {
              if (node == 0) {
                return constant(10, elements / 10);
              }
              ByteBuffer body = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
              body.putInt(elements).put((byte) 0).put(RUN_LENGTH).putInt(elements);
              return body.put((byte) 1).put(CONSTANT).putInt(1).array();
            });
    assertTrue(bytes.length < 2000, bytes.length + " bytes");
    long before = HostileUse.allocatedBytes();
    assertEquals(elements, elements(bytes));
    long took = HostileUse.allocatedBytes() - before;
    assertTrue(took < 300 << 20, took + " bytes");
  }

  @Test
  void runsOfRunsAreNoBomb() throws IOException {
    int elements = 30_000_000;
    byte[] bytes =
        rebuilt(
            tenLists(Type.INT32),
            elements,
            (node, b) -> {
              if (node == 0) {
                return constant(10, elements / 10);
              }
              ByteBuffer body = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
              body.putInt(elements).put((byte) 0);
              runs(body, elements, 3);
              return Arrays.copyOf(body.array(), body.position());
            });
    CorruptFileException e = assertThrows(CorruptFileException.class, () -> elements(bytes));
    assertTrue(e.getMessage().contains("bytes of memory"), e.getMessage());
    assertEquals(1, FileVerifier.verify(new DamageTest.Bytes(bytes), new IoCounters()).size());
  }

  /** The limit applies to each page, because pages are decoded one after the other. */
  @Test
  void pagesOfOneStepMayTogetherHoldMoreElements() throws IOException {
    Schema schema = Schema.of(Field.required("k", Type.list(Type.INT32)));
    Batch rows = Batch.of(schema);
    for (int i = 0; i < 4096; i++) {
      rows.appendRow(List.of(7, 7));
    }
    int perList = 12_000;
    byte[] bytes =
        rebuilt(
            WrittenFile.bytes(dir, rows),
            1024 * perList,
            (node, b) -> node == 0 ? constant(1024, perList) : constant(1024 * perList, 7));
    assertEquals(4096L * perList, elements(bytes));
  }

  @Test
  void listsMustHaveAsManyElementsAsThereAreValues() throws IOException {
    for (int values : new int[] {19, 21, 0, 1000}) {
      byte[] bytes = equalElements(2, values);
      assertThrows(CorruptFileException.class, () -> elements(bytes), values + " values");
      List<Damage> found = FileVerifier.verify(new DamageTest.Bytes(bytes), new IoCounters());
      assertEquals(FormatV1.HEADER_BYTES, found.get(0).offset(), found.toString());
      assertTrue(found.get(0).detail().contains("the lists have 20 elements"), found.toString());
    }
  }
}
