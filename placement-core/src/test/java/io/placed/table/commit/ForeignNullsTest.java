package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.vacuum.VacuumOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Foreign files need not keep what a table promises about nulls. */
class ForeignNullsTest extends ForeignFilesContract {
  private static final String PROMISES = "k: int64, v: int64 not null, p: int32 not null";

  @BeforeEach
  void newTableWithPromises() throws Exception {
    root = dir.resolve("promises");
    table = DataSet.at(FileStores.local(), root.toString());
    write(
        at(root.toString(), Schema.parse(PROMISES)).partitionBy("p"),
        row(1L, 10L, 1),
        row(2L, 20L, 2));
    table.alter(List.of(), ON);
  }

  private List<String> required(Schema schema) {
    List<String> names = new ArrayList<>();
    schema.fields().stream().filter(f -> !f.nullable()).forEach(f -> names.add(f.name()));
    return names;
  }

  private List<String> required() throws Exception {
    return required(table.current().schema());
  }

  private List<String> logged() throws Exception {
    return required(table.directory().newestLogged().schema());
  }

  private void rewrite() throws Exception {
    Rewrite.prepare(FileStores.local(), root.toString(), RewriteOptions.of(Map.of())).run(f -> {});
  }

  /** Removes what was replaced. */
  private void requireCopies(String rows) throws Exception {
    assertEquals(rows, rows());
    assertTrue(table.current().files().stream().noneMatch(DataFile::foreign));
    table.vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    assertEquals(rows, rows());
    write(at(root.toString(), table.current().schema()).partitionBy("p"), row(9L, 90L, 2));
    assertEquals(rows.replace("]]", "], [9, 90, 2]]"), rows());
  }

  @Test
  void aColumnThatAFileLacks() throws Exception {
    assertEquals(List.of("v", "p"), required());
    put("p=1/000000_0", "k: int64", 3L);
    assertEquals(List.of("p"), required());
    assertEquals(List.of("v", "p"), logged());
    String all = "[[1, 10, 1], [2, 20, 2], [3, null, 1]]";
    assertEquals(all, rows());
    assertEquals(all, rows(null, 2));
    assertEquals("[[3, null, 1]]", rows(Predicate.parse("v is null"), -1));
    rewrite();
    assertEquals(List.of("p"), logged());
    requireCopies(all);
  }

  /** A field of a file may have the id that another one has in the table. */
  @Test
  void idsOfNestedFieldsInAFileAreItsOwn() throws Exception {
    root = dir.resolve("nested");
    table = DataSet.at(FileStores.local(), root.toString());
    Schema schema =
        Schema.parse("m: map<string, int32>, s: struct<x: int32, y: string>, b: list<int64>");
    write(at(root.toString(), schema), row(Map.of("a", 1), List.of(1, "y"), List.of(2L)));
    table.alter(List.of(), ON);
    put("000000_0", "m: map<string, int32>, b: list<int64>", Map.of("b", 2), List.of(3L));
    assertEquals(schema.fields().size(), table.current().schema().size());
    try (TableScan all = Placed.read(root.toString()).open()) {
      assertEquals(2, all.rows().count());
    }
  }

  @Test
  void nullsInAFile() throws Exception {
    put("p=1/x.placed", "v: int64, k: int64", null, 3L);
    put("p=1/y.placed", "K: int64, V: int64", 4L, null);
    String all = "[[1, 10, 1], [2, 20, 2], [3, null, 1], [4, null, 1]]";
    assertEquals(all, rows());
    assertEquals(3, table.optimize(OptimizeOptions.defaults()).rows());
    assertEquals(List.of("p"), logged());
    requireCopies(all);
  }

  @Test
  void rowsOfAFileAreDeleted() throws Exception {
    List<Object[]> rows = List.of(row(3L, null), row(4L, null));
    String file = root.resolve("p=2/z.placed").toString();
    write(at(file, Schema.parse("k: int64, v: int64")), rows.get(0), rows.get(1));
    assertEquals(1, table.deleteRows(Predicate.parse("k = 4")).rows());
    assertEquals(List.of("p"), logged());
    requireCopies("[[1, 10, 1], [2, 20, 2], [3, null, 2]]");
  }

  @Test
  void thePartitionOfNulls() throws Exception {
    put("p=__HIVE_DEFAULT_PARTITION__/000000_0", "k: int64, v: int64 not null", 3L, 30L);
    assertEquals(List.of("v"), required());
    String all = "[[1, 10, 1], [2, 20, 2], [3, 30, null]]";
    assertEquals(all, rows());
    rewrite();
    assertEquals(List.of("v"), logged());
    requireCopies(all);
  }

  /** What the table promises of its own files stays, as long as no foreign one is among them. */
  @Test
  void copiesOfOtherFilesChangeNothing() throws Exception {
    table.alter(List.of(), Map.of(TableProperties.DELETES_MAX_SHARE, "0"));
    write(
        at(root.toString(), Schema.parse(PROMISES)).partitionBy("p"),
        row(5L, 50L, 1),
        row(6L, 60L, 1));
    put("p=1/000000_0", "k: int64", 3L);
    assertEquals(1, table.deleteRows(Predicate.parse("k = 6")).filesRewritten());
    assertEquals(List.of("v", "p"), logged());
    Rewrite.prepare(
            FileStores.local(),
            root.toString(),
            RewriteOptions.of(Map.of()).withWhere(Predicate.parse("p = 2")))
        .run(f -> {});
    assertEquals(List.of("v", "p"), logged());
    assertEquals("[[1, 10, 1], [2, 20, 2], [3, null, 1], [5, 50, 1]]", rows());
    assertFalse(required().contains("v"));
  }

  /** A write that replaces the columns is planned with those of the log. */
  @Test
  void theTableIsReplaced() throws Exception {
    put("p=1/000000_0", "k: int64", 3L);
    write(
        at(root.toString(), Schema.parse("k: int64 not null, q: string"))
            .partitionBy("q")
            .overwrite()
            .overwriteSchema(),
        row(7L, "x"));
    assertEquals("[[7, x]]", rows());
    assertEquals(List.of("k"), logged());
  }

  @Test
  void fieldsOfStructs() throws Exception {
    root = dir.resolve("nested");
    table = DataSet.at(FileStores.local(), root.toString());
    Schema nested = Schema.parse("k: int64, s: struct<a: int32 not null, b: int32 not null>");
    write(at(root.toString(), nested), row(1L, List.of(1, 2)));
    table.alter(List.of(), ON);
    put("000000_0", "k: int64, s: struct<A: int32>", 2L, List.of(3));
    rewrite();
    try (var scan = io.placed.Placed.read(root.toString()).open()) {
      assertEquals(2, scan.rows().count());
    }
    assertTrue(table.current().files().stream().noneMatch(DataFile::foreign));
  }
}
