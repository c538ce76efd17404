package io.placed.table.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.optimize.Optimize;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.snapshot.TableProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Foreign files whose fields of structs are in another case than those of the table. */
class FieldCaseTest {
  private static final Schema TABLE =
      Schema.parse(
          "id: int64, s: struct<Foo: int32, Bar: string>, l: list<struct<Baz: int64>>,"
              + " m: map<string, struct<Key: int32>>");

  /** As Hive spells them, of narrower types. */
  private static final Schema LOWER =
      Schema.parse(
          "id: int64, s: struct<bar: string, foo: int16>, l: list<struct<baz: int32>>,"
              + " m: map<string, struct<key: int32>>");

  @TempDir Path dir;
  private String path;

  /** Rows 1 and 2 of the table, 3 to 5 of a foreign file. */
  private DataSet table(String placement) throws Exception {
    path = dir.resolve("t").toString();
    try (TableWriter out = Placed.write(path, TABLE).placement(placement).open()) {
      for (int id = 1; id < 3; id++) {
        out.write(
            (long) id,
            List.of(id * 10, "b" + id),
            List.of(List.of((long) id)),
            Map.of("k", List.of(id)));
      }
      out.commit();
    }
    DataSet table = DataSet.at(FileStores.local(), path);
    table.alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "true"));
    String file = dir.resolve("lower.placed").toString();
    try (TableWriter out = Placed.write(file, LOWER).placement(placement).open()) {
      for (int id = 3; id < 6; id++) {
        out.write(
            (long) id, List.of("b" + id, id * 10), List.of(List.of(id)), Map.of("k", List.of(id)));
      }
      out.commit();
    }
    Files.move(Path.of(file), Path.of(path).resolve("000000_0"));
    return table;
  }

  private List<String> rows(String where) throws Exception {
    List<String> rows = new ArrayList<>();
    var read = Placed.read(path);
    try (TableScan scan = (where == null ? read : read.where(Predicate.parse(where))).open()) {
      scan.rows().forEach(r -> rows.add(text(r)));
    }
    rows.sort(null);
    return rows;
  }

  private static String text(Object value) {
    if (value instanceof Object[] parts) {
      return Arrays.stream(parts).map(FieldCaseTest::text).toList().toString();
    }
    if (value instanceof List<?> elements) {
      return elements.stream().map(FieldCaseTest::text).toList().toString();
    }
    if (value instanceof Map<?, ?> pairs) {
      return pairs.keySet() + "=" + text(List.copyOf(pairs.values()));
    }
    return String.valueOf(value);
  }

  private static List<String> expected(int... ids) {
    return Arrays.stream(ids)
        .mapToObj(
            i -> "[" + i + ", [" + i * 10 + ", b" + i + "], [[" + i + "]], [k]=[[" + i + "]]]")
        .toList();
  }

  private void check(int... ids) throws Exception {
    assertEquals(expected(ids), rows(null));
    assertEquals(expected(4), rows("s.Foo = 40"));
    assertEquals(expected(4), rows("s.Bar in ('b4', 'c') and s.Foo > 11"));
    assertEquals(List.of(), rows("s.Foo is null"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "albis", "orc"})
  void valuesStayInCopies(String placement) throws Exception {
    DataSet table = table(placement);
    check(1, 2, 3, 4, 5);
    // Where few rows are left they are copied.
    assertEquals(1, table.deleteRows(Predicate.parse("s.Foo = 30")).rows());
    check(1, 2, 4, 5);
    Optimize.prepare(FileStores.local(), path, OptimizeOptions.defaults()).run(f -> {});
    check(1, 2, 4, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "albis", "orc"})
  void valuesStayInMergedAndRewrittenFiles(String placement) throws Exception {
    DataSet table = table(placement);
    Optimize.prepare(FileStores.local(), path, OptimizeOptions.defaults()).run(f -> {});
    assertEquals(1, table.current().files().size());
    check(1, 2, 3, 4, 5);
    Files.copy(Path.of(path).resolve("000000_0"), dir.resolve("again"));
    table.deleteRows(Predicate.parse("id > 2"));
    Files.move(dir.resolve("again"), Path.of(path).resolve("000001_0"));
    Rewrite.prepare(FileStores.local(), path, RewriteOptions.of(Map.of())).run(f -> {});
    check(1, 2, 3, 4, 5);
  }

  /** A field that a file lacks is null, though the file has the one that differs in case. */
  @Test
  void fieldsThatDifferInCaseAreNotTakenForEachOther() throws Exception {
    path = dir.resolve("both").toString();
    try (TableWriter out =
        Placed.write(path, Schema.parse("id: int64, s: struct<foo: int32, Foo: int32>")).open()) {
      out.write(1L, List.of(10, 11));
      out.commit();
    }
    DataSet table = DataSet.at(FileStores.local(), path);
    table.alter(List.of(), Map.of(TableProperties.FOREIGN_FILES, "true"));
    String file = dir.resolve("lower.placed").toString();
    try (TableWriter out =
        Placed.write(file, Schema.parse("id: int64, s: struct<foo: int32>")).open()) {
      out.write(2L, Arrays.asList(20));
      out.commit();
    }
    Files.move(Path.of(file), Path.of(path).resolve("000000_0"));
    List<String> expected = List.of("[1, [10, 11]]", "[2, [20, null]]");
    assertEquals(expected, rows(null));
    assertEquals(List.of(), rows("s.Foo = 20"));
    assertEquals(expected.subList(1, 2), rows("s.foo = 20"));
    assertEquals(expected.subList(1, 2), rows("s.Foo is null"));
    Rewrite.prepare(FileStores.local(), path, RewriteOptions.of(Map.of())).run(f -> {});
    assertEquals(expected, rows(null));
  }
}
