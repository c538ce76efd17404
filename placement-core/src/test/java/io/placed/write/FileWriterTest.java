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
import io.placed.scan.RowGroupInfo;
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
import java.util.Map;
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

  /** Values that a column in memory has once are spelled out in a page of rows. */
  @Test
  void pagesOfRowsAreBoundedWithSharedValues() throws IOException {
    Schema schema = Schema.parse("id: int64, doc: string");
    String document = "x".repeat(20_000);
    int rows = 17_000;
    WriteOptions columns = WriteOptions.defaults();
    try (FileWriter out = FileWriter.create(STORE, path(), schema, columns)) {
      for (long i = 0; i < rows; i += 500) {
        Batch batch = Batch.of(schema);
        for (int k = 0; k < 500; k++) {
          batch.appendRow(i + k, document);
        }
        out.write(batch);
      }
      out.finish();
    }
    String copy = dir.resolve("rows.placed").toString();
    Placement byRow = Placement.parse("column-groups=all stride 1");
    long read = 0;
    try (FileReader in = FileReader.open(STORE.input(path()), new IoCounters());
        BatchReader batches = in.read(ReadRequest.all());
        FileWriter out =
            FileWriter.create(STORE, copy, schema, WriteOptions.defaults().withPlacement(byRow))) {
      while (batches.next()) {
        assertTrue(batches.batch().memoryBytes() < 1 << 20, "the document is shared");
        out.write(batches.batch());
        read += batches.batch().rows();
      }
      out.finish();
    }
    assertEquals(rows, read);
    try (FileReader in = FileReader.open(STORE.input(copy), new IoCounters())) {
      for (RowGroupInfo g : in.rowGroups()) {
        assertTrue((long) g.pageRows() * document.length() < 64 << 20, g.toString());
      }
    }
  }

  /** Types that are stored in the same arrays are different types. */
  @Test
  void batchesOfOtherTypesAreRefused() throws IOException {
    String[][] pairs = {
      {"decimal(12,2)", "decimal(12,4)"},
      {"int32", "date"},
      {"int8", "int32"},
      {"int64", "timestamp"},
      {"timestamp", "timestamp_ntz"},
      {"string", "binary"},
      {"struct<a: int32, b: int32>", "struct<b: int32, a: int32>"},
      {"struct<a: int32>", "struct<a: int32, b: int32>"},
      {"list<decimal(5,1)>", "list<decimal(5,2)>"},
      {"map<string, int32>", "map<string, date>"}
    };
    for (String[] pair : pairs) {
      for (int k = 0; k < 2; k++) {
        Schema schema = Schema.parse("a: " + pair[k]);
        Batch other = Batch.of(Schema.parse("a: " + pair[1 - k]));
        try (FileWriter out = create(schema)) {
          assertRefused(out, other, "column a must be of type");
          out.write(Batch.of(schema));
          out.abort();
        }
      }
    }
    // Ids, nullability and the names of the parts of lists do not matter.
    try (FileWriter out = create(Schema.parse("a#7: list<item: struct<x: int32>>"))) {
      out.write(Batch.of(Schema.parse("a: list<struct<x#9: int32 not null>>")));
      out.abort();
    }
  }

  private static void assertRefused(FileWriter out, Batch batch, String why) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> out.write(batch));
    assertTrue(e.getMessage().contains(why), e.getMessage());
  }

  @Test
  void aFileThatLacksRowsIsNotFinished() throws IOException {
    Schema schema = Schema.parse("a: int64, b: string");
    WriteOptions options =
        WriteOptions.of(Map.of("placement.reorder", "sort(a)", "sort-memory", "1MiB"))
            .withTemporaryDirectory(Files.createFile(dir.resolve("none")).toString());
    try (FileWriter out = FileWriter.create(STORE, path(), schema, options)) {
      Batch batch = Batch.of(schema);
      for (long i = 0; i < 10_000; i++) {
        batch.appendRow(i, "some text that fills the memory of a sort, number " + i);
      }
      // Rows that do not fit into memory cannot be put anywhere.
      IOException e =
          assertThrows(
              IOException.class,
              () -> {
                for (int k = 0; k < 100; k++) {
                  out.write(batch);
                }
              });
      assertTrue(e.getMessage().contains("none"), e.getMessage());
      assertThrows(IllegalStateException.class, out::finish);
    }
    assertFalse(Files.exists(Path.of(path())));
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
