package io.placed.table.discovery;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CorruptFileException;
import io.placed.error.NotPlacedFileException;
import io.placed.io.CreateOptions;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.DataSetContract;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForeignFilesTest extends DataSetContract {
  private static final Schema ID = Schema.parse("id: int64");

  @Test
  void aDirectoryIsItsFiles() throws Exception {
    put("b.placed", 2, SCHEMA);
    put("a.placed", 1, SCHEMA);
    put("000000_0", 3, SCHEMA);
    put("part-00000-5a31771e-bec9.c000", 5, SCHEMA);
    put("deep/er/c.placed", 4, SCHEMA);
    text("README", "not a table");
    text("data.csv", "text|1|x: int32");
    text("empty", "");
    Snapshot seen = open().current();
    assertEquals(0, seen.id());
    assertEquals("files", seen.operation());
    assertEquals(SCHEMA, seen.schema());
    assertEquals(
        List.of(
            "000000_0",
            "a.placed",
            "b.placed",
            "deep/er/c.placed",
            "part-00000-5a31771e-bec9.c000"),
        seen.files().stream().map(DataFile::path).toList());
    assertTrue(seen.files().stream().allMatch(DataFile::foreign));
    assertEquals(15, seen.rows());
    assertEquals(List.of(), open().history());
  }

  @Test
  void aFileIsADataSet() throws Exception {
    put("k=1/a.placed", 5, SCHEMA);
    DataSet file = open(PathNames.join(root, "k=1/a.placed"));
    Snapshot seen = file.current();
    assertEquals(SCHEMA, seen.schema());
    assertEquals(5, seen.rows());
    assertEquals(file.path(), file.pathOf(seen.files().get(0)));
    assertEquals(List.of(), seen.partitionColumns());
    assertThrows(IOException.class, () -> file.begin(SCHEMA, List.of(), null));
    text("other", "something");
    assertThrows(NotPlacedFileException.class, () -> open(PathNames.join(root, "other")).current());
  }

  @Test
  void nothingIsSaidClearly() throws Exception {
    String missing = assertThrows(FileNotFoundException.class, () -> open().current()).getMessage();
    assertEquals(root + ": no such file or directory", missing);
    store.mkdirs(root);
    String empty = assertThrows(FileNotFoundException.class, () -> open().current()).getMessage();
    assertTrue(empty.startsWith(root + ": the directory contains neither a Placed file"), empty);
    text("bad.placed", "text|");
    assertThrows(CorruptFileException.class, () -> open().current());
  }

  /** Callers take a FileNotFoundException for an empty table, so it must not be thrown here. */
  @Test
  void aFileThatVanishesIsNoEmptyTable() throws Exception {
    put("a.placed", 3, SCHEMA);
    TextFooters text = new TextFooters();
    FooterSource slow =
        (file, columns) -> {
          store.delete(file.path(), false);
          return text.read(file, columns);
        };
    TableDirectory table = TableDirectory.at(p -> store, root, slow);
    IOException e = assertThrows(IOException.class, table::current);
    assertFalse(e instanceof FileNotFoundException, e.toString());
    assertTrue(
        e.getMessage().contains("a.placed: was removed after it had been listed"), e.getMessage());
  }

  @Test
  void directoriesGivePartitions() throws Exception {
    put("n=1/s=a%2Fb/x.placed", 1, ID);
    put("n=3000000000/s=__HIVE_DEFAULT_PARTITION__/x.placed", 2, ID);
    Snapshot seen = open().current();
    assertEquals("id#1: int64, n#2: int64, s#3: string", seen.schema().toString());
    assertEquals(List.of("n", "s"), seen.partitionColumns());
    assertEquals(Map.of("n", "1", "s", "a/b"), seen.files().get(0).partition());
    Map<String, String> second = seen.files().get(1).partition();
    assertTrue(second.containsKey("s") && second.get("s") == null, second.toString());
    put("N=7/S=b/x.placed", 3, ID);
    assertEquals(
        List.of("7", "1", "3000000000"),
        open().current().files().stream().map(f -> f.partition().get("N")).toList());
    put("other=1/x.placed", 1, ID);
    String message = assertThrows(IOException.class, () -> open().current()).getMessage();
    assertTrue(message.contains("N=7/S=b/x.placed and other=1/x.placed"), message);
  }

  @Test
  void infersTheNarrowestType() {
    assertType("int32", "1", "-5", "007");
    assertType("int64", "1", "3000000000");
    assertType("double", "1", "1.5e3");
    assertType("string", "3000000000", "1.5");
    assertType("string", "1d");
    assertType("string", "NaN");
    assertType("date", "2020-02-29");
    assertType("string", "2020-02-30");
    assertType("timestamp_ntz", "2020-02-29", "2020-02-29 10:11:12.5");
    assertType("string", "2020-02-29", "1");
    assertEquals("string", PartitionTypes.infer(Collections.singletonList(null)).toString());
  }

  private static void assertType(String type, String... values) {
    assertEquals(
        type, PartitionTypes.infer(List.of(values)).toString(), List.of(values).toString());
  }

  @Test
  void standBesideASnapshotUntilReplaced() throws Exception {
    put("by-hand.placed", 10, SCHEMA);
    Commit first = begin(SCHEMA).properties(Map.of(TableProperties.FOREIGN_FILES, "true"));
    first.append(List.of(write(first, "t", 1, SCHEMA)));
    assertArrayEquals(new long[] {1, 10}, rows());
    Commit over = begin(SCHEMA);
    over.overwrite(List.of(write(over, "t", 2, SCHEMA)));
    assertArrayEquals(new long[] {2}, rows());
    assertArrayEquals(new long[] {1, 10}, rows(open().snapshot(1)));
    put("later.placed", 20, SCHEMA);
    assertArrayEquals(new long[] {2, 20}, rows());
    store.delete(PathNames.join(root, "by-hand.placed"), false);
    put("by-hand.placed", 300, SCHEMA);
    assertArrayEquals(new long[] {2, 20, 300}, rows());
  }

  @Test
  void overwriteReplacesDamagedFilesToo() throws Exception {
    append(SCHEMA, 1);
    showForeignFiles();
    text("bad.placed", "text|");
    assertThrows(CorruptFileException.class, () -> open().current());
    Commit over = begin(SCHEMA);
    over.overwrite(List.of(write(over, "t", 2, SCHEMA)));
    assertArrayEquals(new long[] {2}, rows());
  }

  @Test
  void theFirstAppendRespectsTheirSchema() throws Exception {
    put("by-hand.placed", 10, SCHEMA);
    Commit wrong = begin(ID);
    assertThrows(IllegalArgumentException.class, () -> wrong.append(List.of()));
  }

  @Test
  void partitionsOfTheTableDecideTheirType() throws Exception {
    Schema byText = Schema.parse("id: int64, Part: string");
    Commit commit = begin(byText, "Part");
    commit.append(List.of(write(commit, "t", 1, byText, Map.of("Part", "x"))));
    showForeignFiles();
    put("part=01/000000_0", 2, ID);
    DataFile foreign =
        open().current().files().stream().filter(DataFile::foreign).findFirst().orElseThrow();
    assertEquals(Map.of("Part", "01"), foreign.partition());

    Schema byNumber = Schema.parse("id: int64, Part: int32");
    Commit over = begin(byNumber, "Part").overwriteSchema(true);
    over.overwrite(List.of(write(over, "t", 1, byNumber, Map.of("Part", "1"))));
    put("Part=text/x.placed", 2, ID);
    String message = assertThrows(IOException.class, () -> open().current()).getMessage();
    assertTrue(message.contains("Part=text/x.placed: partition column Part"), message);
  }

  private void text(String name, String content) throws IOException {
    String path = PathNames.join(root, name);
    try (var out = store.create(path, CreateOptions.NEW)) {
      out.write(content.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
  }
}
