package io.placed.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.FileVerifier;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.LongColumn;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a writer refuses, and what it must write in a form that readers accept. */
class FileWriterTest {
  private static final LocalFileStore STORE = new LocalFileStore();

  @TempDir Path dir;

  private String path() {
    return dir.resolve("t.placed").toString();
  }

  private FileWriter create(Schema schema) throws IOException {
    return FileWriter.create(STORE, path(), schema, WriteOptions.defaults());
  }

  @Test
  void refusesBatchesThatDoNotFit() throws IOException {
    Schema schema = Schema.of(Field.required("a", Type.INT32), Field.of("b", Type.INT64));
    try (FileWriter out = create(schema)) {
      Batch good = Batch.of(schema);
      good.appendRow(1, 2L);
      out.write(good);

      Batch unequal = Batch.of(schema);
      unequal.appendRow(1, 2L);
      ((LongColumn) unequal.column(1)).append(3);
      assertRefused(out, unequal, "column b has 2 values");

      Batch missing = Batch.of(schema);
      missing.column(0).appendNull();
      missing.column(1).appendNull();
      missing.setRows(1);
      assertRefused(out, missing, "column a is not nullable");

      Schema other = Schema.of(Field.of("a", Type.STRING), Field.of("b", Type.INT64));
      Batch strings = Batch.of(other);
      strings.appendRow("x", 1L);
      assertRefused(out, strings, "column a must be of type int32, found string");

      out.write(good);
      assertEquals(2, out.finish().rows());
    }
  }

  private static void assertRefused(FileWriter out, Batch batch, String why) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> out.write(batch));
    assertTrue(e.getMessage().contains(why), e.getMessage());
  }

  @Test
  void aFileThatLacksRowsIsNotFinished() throws IOException {
    Schema schema = Schema.of(Field.of("a", Type.struct(Field.of("x", Type.INT32))));
    Schema other = Schema.of(Field.of("a", Type.struct(Field.of("x", Type.STRING))));
    try (FileWriter out = create(schema)) {
      Batch good = Batch.of(schema);
      good.appendRow(List.of(1));
      out.write(good);
      Batch bad = Batch.of(other);
      bad.appendRow(List.of("x"));
      // The difference is found while values are copied, after a part of the row was.
      assertThrows(RuntimeException.class, () -> out.write(bad));
      assertThrows(IllegalStateException.class, out::finish);
    }
    assertFalse(Files.exists(Path.of(path())));
  }

  @Test
  void refusesStridesThatNoPageHas() {
    Schema schema = Schema.of(Field.of("a", Type.INT32));
    WriteOptions options =
        WriteOptions.defaults().withPlacement(Placement.parse("column-groups=all stride 2097152"));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> FileWriter.create(STORE, path(), schema, options));
    assertTrue(e.getMessage().contains("stride 2097152"), e.getMessage());
  }

  /** Equal elements need no bytes, but readers still limit their memory. */
  @Test
  void manyEqualElementsAreCutIntoPagesThatReadersAccept() throws IOException {
    Schema schema = Schema.of(Field.required("a", Type.list(Type.INT32)));
    Batch batch = Batch.of(schema);
    ListColumn lists = (ListColumn) batch.column(0);
    int rows = 24;
    int perRow = 2_000_000;
    for (int i = 0; i < rows; i++) {
      lists.elements().setSize(lists.elements().size() + perRow);
      lists.endList();
    }
    java.util.Arrays.fill(((IntColumn) lists.elements()).values(), 7);
    batch.setRows(rows);
    try (FileWriter out = create(schema)) {
      out.write(batch);
      assertEquals(rows, out.finish().rows());
    }
    batch.clear();
    long elements = 0;
    try (FileReader in = FileReader.open(STORE.input(path()), new IoCounters());
        BatchReader scan = in.read(ReadRequest.all())) {
      while (scan.next()) {
        elements += ((ListColumn) scan.batch().column(0)).elements().size();
      }
    }
    assertEquals((long) rows * perRow, elements);
    assertEquals(List.of(), FileVerifier.verify(STORE.input(path()), new IoCounters()));
  }

  /** zstd would compress the zeros so much that they look like a decompression bomb. */
  @Test
  void largeValuesOfZerosComeBack() throws IOException {
    Schema schema = Schema.of(Field.required("a", Type.BINARY));
    Batch batch = Batch.of(schema);
    byte[] zeros = new byte[20 << 20];
    batch.appendRow((Object) zeros);
    byte[] other = zeros.clone();
    other[5] = 1;
    batch.appendRow((Object) other);
    try (FileWriter out = create(schema)) {
      out.write(batch);
      assertTrue(out.finish().length() < 1 << 20);
    }
    try (FileReader in = FileReader.open(STORE.input(path()), new IoCounters());
        BatchReader scan = in.read(ReadRequest.all())) {
      assertTrue(scan.next());
      Column a = scan.batch().column(0);
      assertEquals(2, a.size());
      assertEquals(0, ((BytesColumn) a).compare(1, (BytesColumn) batch.column(0), 1));
    }
  }
}
