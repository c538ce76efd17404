package io.placed.write.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.compression.Compression;
import io.placed.encoding.EncodingOptions;
import io.placed.encoding.Profile;
import io.placed.encoding.choice.TrialCompressor;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.StructColumn;
import io.placed.write.derive.DerivedColumns;
import io.placed.write.options.WriteMemory;
import io.placed.write.options.WriteOptions;
import io.placed.write.spill.PartSpill;
import io.placed.write.spill.WaitingSizes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where row groups of large values end, and columns that several threads encode. */
class RowGroupAssemblerTest {
  private static final Schema BLOBS = Schema.parse("id: int64, blob: binary");
  private static final Schema CODED = Schema.parse("sku: string, a: int32, b: int32");
  private static final int KIB = 1 << 10;
  private static final long MIB = 1 << 20;

  private final Random random = new Random(1);

  /** The rows of each row group. */
  private static final class RowGroups implements RowGroupAssembler.Sink, AutoCloseable {
    private static final EncodingOptions ENCODING =
        EncodingOptions.of(Profile.COMPACT, TrialCompressor.NONE);

    final Schema schema;
    final List<TableCopy> copies;
    final List<Integer> rows = new ArrayList<>();
    final List<byte[]> pages = new ArrayList<>();
    final DerivedColumns derived;
    final ColumnWorkers workers;
    final PartSpill spill = new PartSpill(null);
    final WriteMemory memory = new WriteMemory(1L << 30, 1L << 30);
    final RowGroupAssembler assembler;

    RowGroups(Schema schema, String placement, long heap, int threads) {
      this.schema = schema;
      WriteOptions options =
          WriteOptions.defaults()
              .withPlacement(Placement.parse(placement))
              .withCompression(Compression.NONE);
      copies = TableCopy.of(options.placement(), schema);
      boolean rowMajor = copies.stream().anyMatch(TableCopy::rowMajor);
      derived = new DerivedColumns(schema, ENCODING, rowMajor);
      workers = new ColumnWorkers(Compression.NONE, threads);
      assembler = new RowGroupAssembler(schema, options, copies, memory, this, heap);
    }

    @Override
    public RowGroupEncoder begin() {
      StatisticsBuilder[] statistics = new StatisticsBuilder[schema.size()];
      Arrays.setAll(statistics, c -> new StatisticsBuilder(schema.field(c)));
      return new RowGroupEncoder(
          schema,
          copies,
          ENCODING,
          derived,
          new WaitingSizes(schema.size()),
          statistics,
          workers,
          spill,
          memory);
    }

    @Override
    public void end(RowGroupEncoder encoder, int pageRows) throws IOException {
      rows.add(encoder.rows());
      for (CompressedSubset group : encoder.finish()) {
        for (List<CompressedChunk> nodes : group.chunks()) {
          for (CompressedChunk chunk : nodes) {
            for (CompressedPart page : chunk.pages()) {
              pages.add(page.bytes());
            }
          }
        }
      }
    }

    @Override
    public void close() throws IOException {
      workers.close();
      spill.close();
    }
  }

  private Batch blobs(int rows, int bytes) {
    Batch batch = Batch.of(BLOBS);
    for (int i = 0; i < rows; i++) {
      byte[] blob = new byte[bytes];
      random.nextBytes(blob);
      batch.appendRow((long) i, blob);
    }
    return batch;
  }

  private static List<Integer> rowGroups(String placement, long heap, Batch... batches)
      throws IOException {
    try (RowGroups groups = new RowGroups(batches[0].schema(), placement, heap, 1)) {
      for (Batch b : batches) {
        groups.assembler.add(b);
      }
      groups.assembler.finish();
      assertEquals(
          Arrays.stream(batches).mapToInt(Batch::rows).sum(),
          groups.rows.stream().mapToInt(n -> n).sum());
      return groups.rows;
    }
  }

  /** Nothing is known of them before the first page, which must not be four times as large. */
  @Test
  void theFirstRowGroupOfLargeValuesIsAsLargeAsTheOthers() throws IOException {
    Batch[] batches = new Batch[12];
    Arrays.setAll(batches, b -> blobs(8, 64 * KIB));
    List<Integer> rows = rowGroups("row-group=1MiB", 1L << 30, batches);
    assertTrue(rows.get(0) >= 14 && rows.get(0) <= 16, rows::toString);
    assertTrue(rows.stream().allMatch(n -> n <= 16), rows::toString);
  }

  /** Numbers of wide tables compress: their first row group has whole vectors. */
  @Test
  void theFirstRowGroupOfManyColumnsIsNotTakenForLargeValues() throws IOException {
    int columns = 20;
    StringBuilder text = new StringBuilder("c0: int64");
    for (int c = 1; c < columns; c++) {
      text.append(", c").append(c).append(": int64");
    }
    Batch batch = Batch.of(Schema.parse(text.toString()));
    Object[] row = new Object[columns];
    Arrays.fill(row, 1L);
    for (int i = 0; i < 3000; i++) {
      batch.appendRow(row);
    }
    assertTrue(rowGroups("row-group=100KiB", 1L << 30, batch).get(0) >= 1024);
  }

  /** Encoding takes several times the memory of a column. */
  @Test
  void aColumnThatTakesMuchOfTheHeapEndsThePage() throws IOException {
    Batch[] batches = new Batch[20];
    Arrays.setAll(batches, b -> blobs(8, 64 * KIB));
    // A sixteenth is 2 MiB.
    List<Integer> rows = rowGroups("row-group=4MiB", 32 * MIB, batches);
    assertTrue(rows.stream().allMatch(n -> n <= 32), rows::toString);
    assertTrue(rows.get(0) >= 30, rows::toString);
    assertTrue(rowGroups("row-group=4MiB", 1L << 30, batches).get(0) > 50);
  }

  /** Columns are encoded one by one, rows of a row-major page together. */
  @Test
  void ofTheHeapItIsTheLargestColumnThatCounts() throws IOException {
    Schema schema = Schema.parse("a: binary, b: binary, c: binary, d: binary");
    Batch batch = Batch.of(schema);
    for (int i = 0; i < 60; i++) {
      Object[] row = new Object[4];
      Arrays.setAll(row, c -> blobs(1, 24 * KIB).row(0)[1]);
      batch.appendRow(row);
    }
    long heap = 32 * MIB;
    assertTrue(rowGroups("row-group=4MiB", heap, batch).get(0) >= 38);
    int together = rowGroups("row-group=4MiB; column-groups=all stride 1", heap, batch).get(0);
    assertTrue(together >= 18 && together <= 22, together + " rows");
  }

  /** It might not fit into the array of the values before it, and has pages of its own anyway. */
  @Test
  void aHugeValueDoesNotJoinThePageOfTheRowsBeforeIt() throws IOException {
    Batch together = blobs(10, 8 * KIB);
    together.appendRange(blobs(1, 3 << 20), 0, 1);
    together.appendRange(blobs(5, 9), 0, 5);
    Batch[] apart = {blobs(10, 8 * KIB), blobs(1, 3 << 20), blobs(5, 9)};
    for (String groups : List.of("", "; column-groups=all stride 1")) {
      String placement = "row-group=4MiB" + groups;
      assertEquals(List.of(10, 1), rowGroups(placement, 32 * MIB, together).subList(0, 2));
      assertEquals(List.of(10, 1), rowGroups(placement, 32 * MIB, apart).subList(0, 2));
    }
  }

  /** The limits are those of the row group, not of the smallest one with which a file may begin. */
  @Test
  void aMinimumOfRowGroupsDoesNotMakePagesSmall() throws IOException {
    Batch batch = blobs(8000, 2 * KIB);
    try (RowGroups groups = new RowGroups(BLOBS, "row-group=64MiB min 2", 1L << 30, 1)) {
      groups.assembler.expectRows(8000);
      groups.assembler.add(batch);
      groups.assembler.finish();
      assertEquals(List.of(4000, 4000), groups.rows);
    }
  }

  /** Strings as a reader leaves them, and functions of them that cannot be reversed. */
  private static Batch coded(int rows, long seed) {
    Random random = new Random(seed);
    BytesColumn dictionary = (BytesColumn) Column.of(Type.STRING);
    for (int i = 0; i < 6000; i++) {
      dictionary.append("sku-" + i * 7919L);
    }
    BytesColumn sku = (BytesColumn) Column.of(Type.STRING);
    int[] codes = sku.startCodes(dictionary, rows);
    IntColumn a = (IntColumn) Column.of(Type.INT32);
    IntColumn b = (IntColumn) Column.of(Type.INT32);
    for (int i = 0; i < rows; i++) {
      codes[i] = 30 * random.nextInt(200);
      a.append(hash(codes[i] / 60));
      b.append(hash(codes[i] / 90 + 10_000));
    }
    return Batch.of(CODED, List.of(sku, a, b), rows);
  }

  private static int hash(int n) {
    long x = n * 0x9E3779B97F4A7C15L;
    return (int) ((x ^ x >>> 29) * 0xBF58476D1CE4E5B9L >>> 32);
  }

  private static List<byte[]> pages(RowGroups groups, Batch batch) throws IOException {
    groups.pages.clear();
    RowGroupEncoder encoder = groups.begin();
    encoder.addPage(batch, 0, 4096);
    groups.end(encoder, 4096);
    return List.copyOf(groups.pages);
  }

  /** Two columns are functions of the strings of the third, which are codes until they are read. */
  @Test
  void severalThreadsReadTheSameStrings() throws IOException {
    try (RowGroups one = new RowGroups(CODED, "row-group=64MiB", 1L << 30, 1);
        RowGroups several = new RowGroups(CODED, "row-group=64MiB", 1L << 30, 3)) {
      for (int round = 0; round < 100; round++) {
        List<byte[]> expected = pages(one, coded(60_000, round));
        List<byte[]> found = pages(several, coded(60_000, round));
        assertEquals("sku", several.derived.of(1).parents().get(0).name());
        assertEquals("sku", several.derived.of(2).parents().get(0).name());
        assertEquals(expected.size(), found.size());
        for (int p = 0; p < found.size(); p++) {
          assertArrayEquals(expected.get(p), found.get(p), "round " + round + ", page " + p);
        }
      }
    }
  }

  /** The first column fails before any thread has come to the others. */
  @Test
  void stringsAreNoCodesAnyMoreWhenThreadsStart() throws IOException {
    Schema schema = Schema.parse("wrong: int64, sku: string, in: struct<sku: string>");
    IntColumn wrong = (IntColumn) Column.of(Type.INT32);
    wrong.setSize(100);
    StructColumn struct = (StructColumn) Column.of(schema.field(2).type());
    Column sku = coded(100, 1).column(0);
    struct.child(0).appendSelected(sku, IntStream.range(0, 100).toArray(), 100);
    struct.endRows(100);
    Batch batch = Batch.of(schema, List.of(wrong, sku, struct), 100);
    assertEquals(3 * 400, batch.memoryBytes());
    try (RowGroups groups = new RowGroups(schema, "row-group=64MiB", 1L << 30, 1)) {
      assertThrows(IllegalArgumentException.class, () -> groups.begin().addPage(batch, 0, 100));
    }
    assertEquals(400 + 2 * 800, batch.memoryBytes());
  }
}
