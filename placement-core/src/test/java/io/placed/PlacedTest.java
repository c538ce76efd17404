package io.placed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.predicate.Predicate;
import io.placed.scan.FileReader;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.vector.Batch;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** The Java API, as in its documentation. */
class PlacedTest {
  private static final Schema PEOPLE = Schema.parse("id: int64 not null, name: string");

  @TempDir Path dir;

  private static List<String> rows(ReadBuilder read) throws IOException {
    try (TableScan in = read.open()) {
      return in.rows().map(Arrays::toString).toList();
    }
  }

  @Test
  void tenLines() throws IOException {
    for (String name : List.of("people", "people.placed")) {
      String path = dir.resolve(name).toString();
      try (TableWriter out =
          Placed.write(path, PEOPLE).option("placement.reorder", "sort(id)").open()) {
        out.write(2L, "Grace");
        out.write(1L, "Ada");
        out.write(3L, null);
        out.commit();
      }
      assertEquals(List.of("[1, Ada]", "[2, Grace]", "[3, null]"), rows(Placed.read(path)));
      assertEquals(
          List.of("[Grace]", "[null]"),
          rows(Placed.read(path).select("name").where(Predicate.gt("id", 1L))));
      assertEquals(PEOPLE, Placed.read(path).schema());
    }
  }

  /** All batches of a file are one object. */
  @Test
  void parallelStreamsHaveTheSameRows() throws IOException {
    String path = dir.resolve("t").toString();
    List<Object> expected = new ArrayList<>();
    for (int file = 0; file < 3; file++) {
      try (TableWriter out = Placed.write(path, PEOPLE).option("page-rows", "1024").open()) {
        for (long i = 0; i < 10_000; i++) {
          out.write(file * 10_000 + i, "n" + i);
          expected.add(file * 10_000 + i);
        }
        out.commit();
      }
    }
    try (TableScan in = Placed.read(path).open()) {
      assertEquals(expected, in.rows().parallel().map(r -> r[0]).sorted().toList());
    }
    try (TableScan in = Placed.read(path).open()) {
      Stream<Batch> batches = StreamSupport.stream(in.spliterator(), true);
      assertEquals(30_000, batches.mapToInt(Batch::rows).sum());
    }
  }

  @Test
  void columnGroupsAreFoundFromAWorkload() throws IOException {
    Schema schema = Schema.parse("a: int64, b: string, c: int64, day: int32");
    Path workload = Files.writeString(dir.resolve("w.txt"), "read a, c where day\nread b");
    String path = dir.resolve("t").toString();
    try (TableWriter out =
        Placed.write(path, schema)
            .partitionBy("day")
            .option("placement.row-group", "1MiB")
            .option("placement.column-groups", "autopart")
            .option("placement.workload", workload.toString())
            .open()) {
      for (long i = 0; i < 3000; i++) {
        out.write(i * i, "text " + i, -i * i, (int) (i % 2));
      }
      out.commit();
    }
    DataSet table = DataSet.at(p -> new io.placed.io.LocalFileStore(), path);
    assertEquals("(a, c)", table.current().placement().columnGroups().toString());
    assertEquals(3000, rows(Placed.read(path)).size());
  }

  @Test
  void nothingIsVisibleWithoutCommit() throws IOException {
    String path = dir.resolve("t").toString();
    try (TableWriter out = Placed.write(path, PEOPLE).open()) {
      out.write(1L, "a");
    }
    assertThrows(FileNotFoundException.class, () -> Placed.read(path).open());
    assertTrue(DataSet.at(FileStores.local(), path).isVacant());
    String file = dir.resolve("t.placed").toString();
    try (TableWriter out = Placed.write(file, PEOPLE).open()) {
      out.write(1L, "a");
    }
    assertFalse(Files.exists(Path.of(file)));
    try (Stream<Path> left = Files.walk(dir)) {
      assertEquals(List.of(), left.filter(Files::isRegularFile).toList());
    }
  }

  @Test
  void appendsOverwritesAndOldSnapshots() throws IOException {
    String path = dir.resolve("t").toString();
    write(Placed.write(path, PEOPLE), 1L, "a");
    write(Placed.write(path, PEOPLE), 2L, "b");
    TableScan before = Placed.read(path).open();
    write(Placed.write(path, PEOPLE).overwrite(), 3L, "c");
    assertEquals(2, before.rows().count());
    before.close();
    assertEquals(List.of("[3, c]"), rows(Placed.read(path)));
    assertEquals(2, rows(Placed.read(path).snapshot(2)).size());
    String file = dir.resolve("t.placed").toString();
    write(Placed.write(file, PEOPLE), 1L, "a");
    assertThrows(
        FileAlreadyExistsException.class, () -> write(Placed.write(file, PEOPLE), 2L, "b"));
    write(Placed.write(file, PEOPLE).overwrite(), 2L, "b");
    assertEquals(List.of("[2, b]"), rows(Placed.read(file)));
  }

  @Test
  void columnsChangeOnlyWhenTheyMay() throws IOException {
    String path = dir.resolve("t").toString();
    Schema more = Schema.parse("name: string, age: int32");
    write(Placed.write(path, PEOPLE), 1L, "a");
    String refused =
        assertThrows(IllegalArgumentException.class, () -> write(Placed.write(path, more), "b", 30))
            .getMessage();
    assertTrue(refused.contains("mergeSchema"), refused);
    write(Placed.write(path, more).mergeSchema(), "b", 30);
    List<String> merged = new ArrayList<>(rows(Placed.read(path)));
    merged.sort(null);
    assertEquals(List.of("[1, a, null]", "[null, b, 30]"), merged);
    write(Placed.write(path, more).overwrite().overwriteSchema(), "c", 40);
    assertEquals(List.of("[c, 40]"), rows(Placed.read(path)));
  }

  private static void refused(String says, Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains(says), message);
  }

  @Test
  void whatWouldHaveNoEffectIsRefused() throws IOException {
    String path = dir.resolve("t").toString();
    String file = dir.resolve("t.placed").toString();
    write(Placed.write(path, PEOPLE), 1L, "a");
    refused("must not be negative, found -1", () -> Placed.read(path).snapshot(-1));
    assertThrows(FileNotFoundException.class, () -> Placed.read(path).snapshot(0).open());
    for (String to : List.of(path, file)) {
      refused(
          "overwriteSchema() is allowed with overwrite() only",
          () -> Placed.write(to, PEOPLE).overwriteSchema().open());
    }
    refused(
        "mergeSchema() is allowed for data sets only",
        () -> Placed.write(file, PEOPLE).mergeSchema().open());
    assertFalse(Files.exists(Path.of(file)));
    assertEquals(List.of("[1, a]"), rows(Placed.read(path)));
  }

  /** Row orders of the files, and of the table. */
  private static List<String> orders(String path) throws IOException {
    DataSet table = DataSet.at(FileStores.local(), path);
    List<String> orders = new ArrayList<>();
    for (DataFile f : table.current().files()) {
      try (FileReader file = FileReader.open(table.input(f), new IoCounters())) {
        orders.add(file.placement().reorder().toString());
      }
    }
    orders.sort(null);
    orders.add(table.current().placement().reorder().toString());
    return orders;
  }

  @Test
  void writesKeepThePlacementOfTheTable() throws IOException {
    String path = dir.resolve("t").toString();
    write(Placed.write(path, PEOPLE).placement("reorder=sort(name)"), 1L, "a");
    write(Placed.write(path, PEOPLE).option("profile", "fast"), 2L, "b");
    assertEquals(List.of("sort(name)", "sort(name)", "sort(name)"), orders(path));
    write(Placed.write(path, PEOPLE).overwrite(), 3L, "c");
    assertEquals(List.of("sort(name)", "sort(name)"), orders(path));
    // Rows without the column are in no order.
    write(Placed.write(path, Schema.parse("id: int64 not null")).mergeSchema(), 4L);
    assertEquals(List.of("none", "sort(name)", "sort(name)"), orders(path));
    write(Placed.write(path, PEOPLE).overwrite().placement("reorder=sort(id)"), 5L, "e");
    assertEquals(List.of("sort(id)", "sort(id)"), orders(path));
    // Another table.
    Schema more = Schema.parse("name: string, age: int32");
    write(Placed.write(path, more).overwrite().overwriteSchema(), "c", 40);
    assertEquals(List.of("none", "none"), orders(path));
  }

  @Test
  void partitions() throws IOException {
    String path = dir.resolve("t").toString();
    Schema schema = Schema.parse("day: date, v: int32, k: string");
    try (TableWriter out = Placed.write(path, schema).partitionBy("day", "k").open()) {
      for (int i = 0; i < 100; i++) {
        Object day = i % 7 == 0 ? null : java.time.LocalDate.of(2024, 1, 1 + i % 3);
        out.write(day, i, i % 5 == 0 ? "a/b=c" : "x");
      }
      out.commit();
    }
    assertEquals(100, rows(Placed.read(path)).size());
    List<String> some =
        rows(
            Placed.read(path)
                .where(Predicate.parse("k = 'a/b=c' and day is null and v > 10"))
                .select("v", "day", "k"));
    assertEquals(List.of("[35, null, a/b=c]", "[70, null, a/b=c]"), some);
    try (TableScan scan = Placed.read(path).where(Predicate.eq("k", "none")).open()) {
      assertFalse(scan.iterator().hasNext());
      assertEquals(0, scan.metrics().bytesRead());
    }
  }

  @Test
  void wrongSettingsAndValuesAreNamed() throws IOException {
    String path = dir.resolve("t").toString();
    WriteBuilder write = Placed.write(path, PEOPLE).option("placement.rowgroup", "1MiB");
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, write::open);
    assertTrue(e.getMessage().contains("placement.rowgroup"), e.getMessage());
    assertTrue(e.getMessage().contains("placement.row-group"), e.getMessage());
    try (TableWriter out = Placed.write(path, PEOPLE).open()) {
      e = assertThrows(IllegalArgumentException.class, () -> out.write("x", "y"));
      assertTrue(e.getMessage().contains("id"), e.getMessage());
      e = assertThrows(IllegalArgumentException.class, () -> out.write(null, "y"));
      assertTrue(e.getMessage().contains("id is not nullable"), e.getMessage());
    }
    write(Placed.write(path, PEOPLE), 1L, "a");
    e = assertThrows(IllegalArgumentException.class, () -> Placed.read(path).select("nme").open());
    assertTrue(e.getMessage().contains("id, name"), e.getMessage());
  }

  /** It would be stored as a question mark. */
  @Test
  void halfOfASurrogatePairIsRefused() throws IOException {
    Schema schema = Schema.parse("id: int64, name: string, tags: list<string>");
    String path = dir.resolve("t").toString();
    String pair = "\ud83d\ude00";
    try (TableWriter out = Placed.write(path, schema).open()) {
      out.write(1L, pair, List.of(pair + "?"));
      for (String half : List.of("\ud83d", "\ude00", "a\ud83d", "\ude00\ud83d", "\ud83d" + pair)) {
        String says =
            assertThrows(IllegalArgumentException.class, () -> out.write(2L, half, List.of()))
                .getMessage();
        assertTrue(says.startsWith("field name: U+D"), says);
        assertTrue(says.endsWith("is half of a surrogate pair; allowed are whole pairs"), says);
        assertThrows(IllegalArgumentException.class, () -> out.write(2L, "x", List.of("y", half)));
      }
      out.write(3L, "?", List.of());
      out.commit();
    }
    assertEquals(
        List.of("[1, " + pair + ", [" + pair + "?]]", "[3, ?, []]"), rows(Placed.read(path)));
  }

  @Test
  void aRefusedRowLeavesTheOthersWhole() throws IOException {
    String path = dir.resolve("t.placed").toString();
    try (TableWriter out = Placed.write(path, PEOPLE).open()) {
      out.write(1L, "a");
      assertThrows(IllegalArgumentException.class, () -> out.write(2L, 7));
      out.write(3L, "c");
      out.commit();
    }
    assertEquals(List.of("[1, a]", "[3, c]"), rows(Placed.read(path)));
  }

  /** Rows of a batch go to several partitions: all of them, or none. */
  @Test
  void aBatchOfPartitionsIsWrittenAsAWhole() throws IOException {
    Schema schema = Schema.parse("p: string, a: int32 not null");
    Schema nulls = Schema.parse("p: string, a: int32");
    String path = dir.resolve("t").toString();
    try (TableWriter out = Placed.write(path, schema).partitionBy("p").open()) {
      Batch wrong = Batch.of(nulls);
      wrong.appendRow("x", 1);
      wrong.appendRow("y", null);
      assertThrows(IllegalArgumentException.class, () -> out.write(wrong));
      Batch right = Batch.of(nulls);
      right.appendRow("x", 1);
      right.appendRow("y", 2);
      out.write(right);
      out.commit();
    }
    assertEquals(List.of("[x, 1]", "[y, 2]"), rows(Placed.read(path)).stream().sorted().toList());
    // The directory of a partition cannot be made.
    Files.writeString(Path.of(path, "p=z"), "in the way");
    try (TableWriter out = Placed.write(path, schema).partitionBy("p").open()) {
      Batch some = Batch.of(nulls);
      some.appendRow("x", 3);
      some.appendRow("z", 4);
      assertThrows(IOException.class, () -> out.write(some));
      assertThrows(IllegalStateException.class, () -> out.write(some));
      assertThrows(IllegalStateException.class, out::commit);
    }
    assertEquals(List.of("[x, 1]", "[y, 2]"), rows(Placed.read(path)).stream().sorted().toList());
  }

  @Test
  void largeStrings() throws IOException {
    String path = dir.resolve("t.placed").toString();
    Schema schema = Schema.parse("s: string");
    try (TableWriter out = Placed.write(path, schema).option("sort-memory", "32MiB").open()) {
      for (int i = 0; i < 12; i++) {
        out.write((char) ('a' + i) + "x".repeat(10_000_000));
      }
      out.commit();
    }
    try (TableScan in = Placed.read(path).open()) {
      int[] lengths =
          in.rows().mapToInt(r -> ((String) r[0]).length() + ((String) r[0]).charAt(0)).toArray();
      int[] expected = new int[12];
      Arrays.setAll(expected, i -> 10_000_001 + 'a' + i);
      assertArrayEquals(expected, lengths);
    }
  }

  private static void write(WriteBuilder builder, Object... row) throws IOException {
    try (TableWriter out = builder.open()) {
      out.write(row);
      out.commit();
    }
  }
}
