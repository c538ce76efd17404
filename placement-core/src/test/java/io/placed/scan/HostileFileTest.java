package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.placed.compression.Compression;
import io.placed.error.CorruptFileException;
import io.placed.error.InsufficientMemoryException;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.Root;
import io.placed.format.v1.RowGroupEntry;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.fetch.ScanMemory;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.Heap;
import io.placed.vector.ListColumn;
import io.placed.vector.LongColumn;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files whose checksums are right and whose content is not: the typed error or some rows, in
 * bounded time and memory.
 */
class HostileFileTest {
  private static final byte CONSTANT = 1;
  private static final byte RUN_LENGTH = 3;
  private static final LocalFileStore STORE = new LocalFileStore();

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir Path dir;

  /** A page body of a constant: count, no missing values, the encoding, the value. */
  private static byte[] constant(int count, int value) {
    ByteBuffer body = ByteBuffer.allocate(10).order(ByteOrder.LITTLE_ENDIAN);
    return body.putInt(count).put((byte) 0).put(CONSTANT).putInt(value).array();
  }

  /** A file of one column "k" of lists of integers, every list with so many elements, all equal. */
  private byte[] equalElements(int perList, int valuesInIndex) throws IOException {
    Schema schema = Schema.of(Field.required("k", Type.list(Type.INT32)));
    Batch rows = Batch.of(schema);
    for (int i = 0; i < 10; i++) {
      rows.appendRow(List.of(7, 7));
    }
    return new RebuiltFile(file(schema, rows, "default", "none"))
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
      long before = THREADS.getCurrentThreadAllocatedBytes();
      assertThrows(CorruptFileException.class, () -> elements(bytes));
      try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
        assertThrows(CorruptFileException.class, f::layout);
      }
      assertEquals(1, FileVerifier.verify(new DamageTest.Bytes(bytes), new IoCounters()).size());
      assertTrue(THREADS.getCurrentThreadAllocatedBytes() - before < 20 << 20);
    }
  }

  private interface Bodies {
    byte[] of(int node, byte[] body);
  }

  /** The file with other bodies of pages, and so many values below its lists. */
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
    return file(schema, rows, "default", "none");
  }

  /** An array of ones in as many runs as values, whose lengths are such an array, and so on. */
  private static void runs(ByteBuffer out, int values, int levels) {
    if (levels == 0) {
      out.put(CONSTANT).putInt(1);
    } else {
      out.put(RUN_LENGTH).putInt(values);
      runs(out, values, levels - 1);
      out.put(CONSTANT).putInt(1);
    }
  }

  /** Booleans take a bit in memory, and where a run ends an int. */
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
    long before = THREADS.getCurrentThreadAllocatedBytes();
    assertEquals(elements, elements(bytes));
    long took = THREADS.getCurrentThreadAllocatedBytes() - before;
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

  /** The bound is one of each page: pages are decoded one after the other. */
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
            file(schema, rows, "default", "none"),
            1024 * perList,
            (node, b) -> node == 0 ? constant(1024, perList) : constant(1024 * perList, 7));
    assertEquals(4096L * perList, elements(bytes));
  }

  /** Pages of zeros that unpack to ten thousand times what they take, in very many columns. */
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
        new RebuiltFile(file(schema, rows, "default", "none"))
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

  /** What is given up and made again is the same. */
  @Test
  void whatIsGivenUpComesBack() {
    class Page extends ScanMemory.Holder {
      boolean there;

      @Override
      public void release() {
        there = false;
      }
    }

    ScanMemory memory = new ScanMemory(1000);
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
    RebuiltFile file = new RebuiltFile(file(schema, rows, "default", "none"));
    List<RootChange> changes =
        List.of(
            r -> withRows(r, 1, 1024, 100_000_000, 100_000_000),
            r -> withRows(r, 1, 1024, 1, 100_000_000),
            r -> withRows(r, Integer.MAX_VALUE, Integer.MAX_VALUE, 1, 1),
            r -> withRows(r, Integer.MAX_VALUE, 1024, 1, 1));
    for (RootChange change : changes) {
      byte[] bytes = file.write(change);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      assertThrows(
          CorruptFileException.class,
          () -> {
            try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
              HostileUse.scan(f, ReadRequest.all());
            }
          });
      assertTrue(THREADS.getCurrentThreadAllocatedBytes() - before < 5 << 20);
    }
  }

  @Test
  void aPlacementThatDoesNotParseIsDamage() throws IOException {
    Schema schema = Schema.of(Field.required("k", Type.INT32));
    RebuiltFile file = new RebuiltFile(file(schema, Batch.of(schema), "default", "none"));
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

  /** The grammar allows a column without statistics. */
  @Test
  void aColumnInTheWrongBucketIsDamage() throws IOException {
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < 4 * FormatV1.COLUMNS_PER_BUCKET; c++) {
      fields.add(Field.required("name" + c, Type.INT32));
    }
    Schema schema = Schema.of(fields);
    RebuiltFile file = new RebuiltFile(file(schema, Batch.of(schema), "default", "none"));
    byte[] bytes =
        file.write(
            (what, g, owner, node, b) ->
                what.equals("bucket")
                    ? new String(b, StandardCharsets.ISO_8859_1)
                        .replace("name17", "nome17")
                        .getBytes(StandardCharsets.ISO_8859_1)
                    : b);
    try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
      assertThrows(CorruptFileException.class, () -> HostileUse.scan(f, ReadRequest.all()));
    }
  }

  @Test
  void columnsWithoutStatisticsAreFiltered() throws IOException {
    Schema schema = Schema.of(Field.required("k", Type.INT32));
    Batch rows = Batch.of(schema);
    for (int i = 0; i < 5000; i++) {
      rows.appendRow(i);
    }
    byte[] bytes =
        new RebuiltFile(file(schema, rows, "default", "none"))
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

  private static WriteOptions options(String placement, String codec) {
    return WriteOptions.defaults()
        .withPlacement(Placement.parse(placement))
        .withCompression(Compression.parse(codec))
        .withMetadata(Map.of("a", "b", "c", "d"))
        .withPageRows(1024);
  }

  private byte[] file(Schema schema, Batch rows, String placement, String codec)
      throws IOException {
    return file(schema, rows, options(placement, codec));
  }

  private byte[] file(Schema schema, Batch rows, WriteOptions options) throws IOException {
    String path = dir.resolve("t.placed").toString();
    STORE.delete(path, false);
    try (FileWriter out = FileWriter.create(STORE, path, schema, options)) {
      out.write(rows);
      out.finish();
    }
    return Files.readAllBytes(Path.of(path));
  }
}
