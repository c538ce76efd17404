package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CorruptFileException;
import io.placed.error.InsufficientMemoryException;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.Root;
import io.placed.format.v1.RowGroupEntry;
import io.placed.io.IoCounters;
import io.placed.predicate.Predicate;
import io.placed.scan.fetch.ScanMemory;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.Heap;
import io.placed.vector.LongColumn;
import io.placed.vector.TaskMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files with valid checksums and invalid content: the documented error or some rows, in bounded
 * time and memory.
 */
class HostileFileTest {
  @TempDir Path dir;

  /** Pages of zeros that decompress to ten thousand times their size, in very many columns. */
  @Test
  void theSumOfUnpackedPagesIsBounded() throws IOException {
    int columns = 160;
    int rowCount = FormatV1.MAX_PAGE_ROWS;
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      fields.add(Field.required("c" + c, Type.INT64));
    }
    Schema schema = Schema.of(fields);
    Batch rows = Batch.of(schema);
    rows.appendRow(fields.stream().map(f -> (Object) 7L).toArray());
    byte[] zeros = new byte[4 + 1 + 1 + 1 + 8 * rowCount];
    ByteBuffer.wrap(zeros).order(ByteOrder.LITTLE_ENDIAN).putInt(rowCount).put(6, (byte) 8);
    byte[] bytes =
        new RebuiltFile(WrittenFile.bytes(dir, rows))
            .write(
                new RebuiltFile.Change() {
                  @Override
                  public byte[] apply(String what, int g, int owner, int node, byte[] b) {
                    return what.equals("page") ? zeros : b;
                  }

                  @Override
                  public boolean compresses() {
                    return true;
                  }

                  @Override
                  public Root root(Root root) {
                    return withRows(root, rowCount, rowCount, columns, columns);
                  }
                });
    assertTrue(bytes.length < 1 << 20, bytes.length + " bytes");
    try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters());
        BatchReader scan = f.read(ReadRequest.all())) {
      for (int b = 0; b < 2; b++) {
        assertTrue(scan.next());
        for (Column c : scan.batch().columns()) {
          long[] values = ((LongColumn) c).values();
          assertEquals(0, Arrays.stream(values, 0, c.size()).filter(v -> v != 0).count());
        }
      }
    }
  }

  /** What was released and loaded again is the same. */
  @Test
  void whatIsGivenUpComesBack() {
    class Page extends ScanMemory.Holder {
      boolean there;

      @Override
      public void release() {
        there = false;
      }
    }

    ScanMemory memory = new ScanMemory(1000, TaskMemory.UNLIMITED);
    Page[] pages = new Page[25];
    Arrays.setAll(pages, i -> new Page());
    for (int round = 0; round < 5; round++) {
      for (Page p : pages) {
        p.there = true;
        memory.hold(p, 100);
        assertTrue(p.there);
        assertTrue(memory.held() <= 1000, memory.held() + " bytes");
      }
    }
    assertEquals(10, Arrays.stream(pages).filter(p -> p.there).count());
    assertEquals(9, Arrays.stream(pages, 0, 9).filter(p -> p.there).count(), "the first stay");
    memory.hold(pages[3], 2000);
    assertEquals(1, Arrays.stream(pages).filter(p -> p.there).count());
    assertTrue(pages[3].there, "who asks keeps what it needs");
    memory.drop(pages[3]);
    memory.hold(pages[4], 1);
    assertTrue(pages[3].there, "what is in use stays");
    assertEquals(1, memory.held());
  }

  @Test
  void whatNoHeapHoldsIsRefusedByName() {
    UncheckedIOException e =
        assertThrows(
            UncheckedIOException.class,
            () -> Heap.requireArray(Runtime.getRuntime().maxMemory(), "a page"));
    InsufficientMemoryException of = (InsufficientMemoryException) e.getCause();
    String message = of.at("/t/f.placed", 77).getMessage();
    for (String said : List.of("/t/f.placed", "77", "a page", "-Xmx")) {
      assertTrue(message.contains(said), message);
    }
    Heap.requireBatch(Runtime.getRuntime().maxMemory() / 2);
  }

  private interface RootChange extends RebuiltFile.Change {
    @Override
    Root root(Root root);

    @Override
    default byte[] apply(String what, int g, int owner, int node, byte[] bytes) {
      return bytes;
    }
  }

  private static Root withRows(Root r, int rows, int pageRows, int columns, int nodes) {
    RowGroupEntry g = r.rowGroups().get(0);
    return new Root(
        rows,
        columns,
        nodes,
        r.createdBy(),
        r.placement(),
        r.metadata(),
        r.siblings(),
        List.of(new RowGroupEntry(rows, pageRows, g.offset(), g.length())),
        r.blocks(),
        r.groups(),
        r.stride(),
        r.layout(),
        r.copies(),
        r.bucketsOffset(),
        r.bucketLengths());
  }

  @Test
  void declaredCountsCostNothing() throws IOException {
    Schema schema = Schema.of(Field.required("k", Type.INT32));
    Batch rows = Batch.of(schema);
    rows.appendRow(1);
    RebuiltFile file = new RebuiltFile(WrittenFile.bytes(dir, rows));
    List<RootChange> changes =
        List.of(
            r -> withRows(r, 1, 1024, 100_000_000, 100_000_000),
            r -> withRows(r, 1, 1024, 1, 100_000_000),
            r -> withRows(r, Integer.MAX_VALUE, Integer.MAX_VALUE, 1, 1),
            r -> withRows(r, Integer.MAX_VALUE, 1024, 1, 1));
    for (RootChange change : changes) {
      byte[] bytes = file.write(change);
      long before = HostileUse.allocatedBytes();
      assertThrows(
          CorruptFileException.class,
          () -> {
            try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
              HostileUse.scan(f, ReadRequest.all());
            }
          });
      assertTrue(HostileUse.allocatedBytes() - before < 5 << 20);
    }
  }

  @Test
  void aPlacementThatDoesNotParseIsDamage() throws IOException {
    Schema schema = Schema.of(Field.required("k", Type.INT32));
    RebuiltFile file = new RebuiltFile(WrittenFile.bytes(dir, Batch.of(schema)));
    byte[] bytes =
        file.write(
            (what, g, owner, node, b) ->
                what.equals("root")
                    ? new String(b, StandardCharsets.ISO_8859_1)
                        .replace("row-group", "raw-group")
                        .getBytes(StandardCharsets.ISO_8859_1)
                    : b);
    try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
      assertThrows(CorruptFileException.class, f::placement);
    }
  }

  /** A file of a few buckets of columns, one of whose names is changed in its bucket. */
  private byte[] renamedInBucket(String prefix, String name, String to) throws IOException {
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < 4 * FormatV1.COLUMNS_PER_BUCKET; c++) {
      fields.add(Field.required(prefix + c, Type.INT32));
    }
    RebuiltFile file = new RebuiltFile(WrittenFile.bytes(dir, Batch.of(Schema.of(fields))));
    return file.write(
        (what, g, owner, node, b) ->
            what.equals("bucket")
                ? new String(b, StandardCharsets.ISO_8859_1)
                    .replace(inBytes(name), inBytes(to))
                    .getBytes(StandardCharsets.ISO_8859_1)
                : b);
  }

  /** The bytes of a text in UTF-8, a letter each. */
  private static String inBytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  @Test
  void aColumnInTheWrongBucketIsDamage() throws IOException {
    byte[] bytes = renamedInBucket("name", "name17", "nome17");
    try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
      assertThrows(CorruptFileException.class, () -> HostileUse.scan(f, ReadRequest.all()));
    }
  }

  /** A writer with another version of Unicode, that of another JDK, has another lower case. */
  @Test
  void namesInBucketsOfAnotherUnicodeAreFound() throws IOException {
    String name = "n\u00f6me17";
    byte[] bytes = renamedInBucket("n\u00e4me", "n\u00e4me17", name);
    assertNotEquals(Root.bucketOf("n\u00e4me17", 4), Root.bucketOf(name, 4));
    try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
      assertEquals(17, f.footer().find(name, true).record().ordinal());
      assertEquals(17, f.footer().find(name.toUpperCase(Locale.ROOT), false).record().ordinal());
      assertNull(f.footer().find(name.toUpperCase(Locale.ROOT), true));
      HostileUse.scan(f, ReadRequest.all());
    }
  }

  /** The grammar allows a column without statistics. */
  @Test
  void columnsWithoutStatisticsAreFiltered() throws IOException {
    Schema schema = Schema.of(Field.required("k", Type.INT32));
    Batch rows = Batch.of(schema);
    for (int i = 0; i < 5000; i++) {
      rows.appendRow(i);
    }
    byte[] bytes =
        new RebuiltFile(WrittenFile.bytes(dir, rows))
            .write(
                new RebuiltFile.Change() {
                  @Override
                  public byte[] apply(String what, int g, int owner, int node, byte[] b) {
                    return b;
                  }

                  @Override
                  public boolean statistics() {
                    return false;
                  }
                });
    try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
      ReadRequest filter = ReadRequest.all().withFilter(Predicate.parse("k >= 4990"));
      assertEquals(10, RoundTripTest.read(f, filter).size());
      assertNull(f.statistics("k"));
    }
  }
}
