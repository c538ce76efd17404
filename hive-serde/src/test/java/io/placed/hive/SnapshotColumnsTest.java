package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.predicate.Predicate;
import io.placed.scan.FileReader;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import io.placed.table.optimize.Optimize;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Which columns and fields Hive writes to data sets with snapshots. */
class SnapshotColumnsTest extends SnapshotTables {
  private DataSet write(String table, Schema schema, Object... row) throws Exception {
    try (TableWriter out = Placed.write(path(table), schema).open()) {
      out.write(row);
      out.commit();
    }
    share(table);
    return DataSet.at(FileStores.local(), path(table));
  }

  private List<String> rows(String table) throws Exception {
    try (TableScan in = Placed.read(path(table)).open()) {
      return in.rows().map(SnapshotColumnsTest::text).sorted().toList();
    }
  }

  private static String text(Object value) {
    if (value instanceof Object[] parts) {
      return Arrays.stream(parts).map(SnapshotColumnsTest::text).toList().toString();
    }
    if (value instanceof List<?> elements) {
      return elements.stream().map(SnapshotColumnsTest::text).toList().toString();
    }
    if (value instanceof Map<?, ?> pairs) {
      return pairs.keySet() + "=" + text(List.copyOf(pairs.values()));
    }
    return String.valueOf(value);
  }

  private static void rewrite(DataSet table) throws Exception {
    Rewrite.prepare(FileStores.local(), table.path(), RewriteOptions.of(Map.of())).run(f -> {});
  }

  /** Hive knows fields of structs in lower case only. */
  @Test
  void fieldsAreSpelledAsInTheDataSet() throws Exception {
    Schema schema =
        Schema.parse(
            "id: int32, S: struct<Foo: int32, At: timestamp>, L: list<struct<Bar: int64>>,"
                + " M: map<string, struct<Baz: decimal(9,2)>>");
    Instant moment = Instant.parse("2021-06-01T12:00:00.5Z");
    BigDecimal price = new BigDecimal("1.50");
    DataSet table =
        write(
            "cased",
            schema,
            1,
            List.of(6, moment),
            List.of(List.of(8L)),
            Map.of("k", List.of(price)));
    create(
        "cased",
        "id int, s struct<foo:int,at:timestamp>, l array<struct<bar:bigint>>,"
            + " m map<string,struct<baz:decimal(9,2)>>",
        "");
    hive.conf().set("hive.local.time.zone", "America/New_York");
    try {
      hive.run(
          "insert into cased select id + 1, named_struct('foo', 7, 'at', s.at), l, m from cased");
      assertEquals(
          List.of("1\t6\t8\t1.50", "2\t7\t8\t1.50"),
          hive.run("select id, s.foo, l[0].bar, m['k'].baz from cased order by id"));
      assertEquals(List.of("1"), hive.run("select count(distinct s.at) from cased"));
    } finally {
      hive.conf().unset("hive.local.time.zone");
    }
    DataFile ofHive =
        table.current().files().stream().filter(DataFile::foreign).findFirst().orElseThrow();
    try (FileReader file = FileReader.open(table.input(ofHive), new IoCounters())) {
      assertEquals(
          schema.fields().stream().map(Field::toString).toList(),
          file.schema().fields().stream().map(Field::toString).toList());
    }
    String second = "[2, [7, " + moment + "], [[8]], [k]=[[1.50]]]";
    assertEquals(List.of("[1, [6, " + moment + "], [[8]], [k]=[[1.50]]]", second), rows("cased"));
    assertEquals(1, table.deleteRows(Predicate.parse("S.Foo = 6")).rows());
    assertEquals(List.of(second), rows("cased"));
    Optimize.prepare(FileStores.local(), table.path(), OptimizeOptions.defaults()).run(f -> {});
    assertEquals(List.of(second), rows("cased"));
    rewrite(table);
    assertEquals(List.of(second), rows("cased"));
    assertEquals(List.of("2\t7"), hive.run("select id, s.foo from cased where s.foo = 7"));
  }

  /** Hive's name is that of a former column if case does not matter. */
  @Test
  void aColumnThatDiffersFromAFormerOneInCaseOnly() throws Exception {
    DataSet table =
        write("former", Schema.parse("id: int32, name: string, title: string"), 1, "n", "t");
    table.alter(List.of(new ColumnChange.Drop("name")), Map.of());
    table.alter(List.of(new ColumnChange.Rename("title", "Name")), Map.of());
    table.alter(List.of(new ColumnChange.Rename("id", "Id")), Map.of());
    create("former", "id int, name string", "");
    assertEquals(List.of("1\tt"), hive.run("select id, name from former"));
    assertEquals(List.of("1"), hive.run("select id from former where name = 't' and id = 1"));
    assertEquals(List.of(), hive.run("select id from former where name = 'n'"));
  }

  /** In the place of a column that the file has not there is another one. */
  @Test
  void aColumnThatWasAddedToTheDataSetIsNotFoundByPosition() throws Exception {
    DataSet table = write("wide", Schema.parse("a: int32, b: int32, c: int32"), 1, 2, 3);
    create("wide", "a int, b int, c int", "");
    hive.run("insert into wide values (4, 5, 6), (7, 8, 9)");
    table.alter(
        List.of(new ColumnChange.Add(List.of("x"), Type.parse("int32"), ColumnChange.LAST)),
        Map.of());
    hive.run(
        "create external table narrow (a int, x int) stored as placed location '"
            + path("wide")
            + "'");
    List<String> rows = List.of("1\tNULL", "4\tNULL", "7\tNULL");
    assertEquals(rows, hive.run("select a, x from narrow order by a"));
    // A copy, which a snapshot lists.
    assertEquals(1, table.deleteRows(Predicate.parse("a = 7")).rows());
    assertEquals(rows.subList(0, 2), hive.run("select a, x from narrow order by a"));
    rewrite(table);
    assertEquals(
        rows.subList(0, 2), hive.run("select a, x from narrow where x is null order by a"));
  }

  /** A copy of files that Hive wrote is found by position as they are. */
  @Test
  void copiesKeepWhatHiveSaysOfTheirColumns() throws Exception {
    create("plain", "a int, b string", "");
    hive.run("insert into plain values (1, 'x'), (2, 'y')");
    hive.run("alter table plain change b c string");
    DataSet table = DataSet.at(FileStores.local(), path("plain"));
    List<String> rows = List.of("1\tx", "2\ty");
    assertEquals(rows, hive.run("select a, c from plain order by a"));
    rewrite(table);
    assertEquals(rows, hive.run("select a, c from plain order by a"));
    table.deleteRows(Predicate.parse("a = 2"));
    rewrite(table);
    assertEquals(rows.subList(0, 1), hive.run("select a, c from plain order by a"));
  }

  /** A copy would have the columns of the first file only, which is the oldest one. */
  @Test
  void filesWithColumnsThatNoSnapshotHasAreNotCopied() throws Exception {
    create("grown", "a int, b string", "");
    hive.run("insert into grown values (1, 'x')");
    hive.run("alter table grown add columns (c double)");
    hive.run("insert into grown values (2, 'y', 2.5), (3, 'z', 3.5)");
    hive.run("insert into grown values (4, 'z', 4.5)");
    hive.run("insert into grown values (5, 'z', 5.5)");
    DataSet table = DataSet.at(FileStores.local(), path("grown"));
    for (Executable copy :
        List.<Executable>of(
            () -> rewrite(table), () -> table.deleteRows(Predicate.parse("a = 2")))) {
      Exception e = assertThrows(Exception.class, copy);
      assertTrue(String.valueOf(e.getMessage()).contains("has a column c"), e.toString());
    }
    assertEquals(
        List.of("NULL", "2.5", "3.5", "4.5", "5.5"), hive.run("select c from grown order by a"));
  }

  /** Copies of a file have the columns of the data set only. */
  @Test
  void columnsThatTheDataSetDoesNotHaveAreRefused() throws Exception {
    write(Placed.write(path("unknown"), SCHEMA), 0, 10);
    share("unknown");
    create("unknown", "id bigint, name string, x double", "");
    hive.run("insert into unknown values (10, 'n', 1)");
    hive.run("alter table unknown add columns (`y` int)");
    for (String statement :
        List.of(
            "insert into unknown values (11, 'n', 1, 5)",
            "insert into table unknown select * from unknown where id < 3",
            "insert into unknown (id, name) values (11, 'n')",
            "from unknown insert into unknown select id, name, x, 7 where false")) {
      String refused = hive.failure(statement);
      assertTrue(
          refused.contains("column y is not in the data set " + path("unknown")),
          statement + ": " + refused);
      assertTrue(
          refused.contains("ALTER TABLE placed.`" + path("unknown") + "` ADD COLUMN `y` int"),
          statement + ": " + refused);
    }
    assertEquals(11, ids("unknown").size());
    // Reads go on, and so does what adds whole files.
    assertEquals(List.of("11"), hive.run("select count(*) from unknown where y is null"));
    write(Placed.write(path("loaded_again/000000_0.placed"), SCHEMA), 11, 12);
    hive.run("load data inpath '" + path("loaded_again") + "' into table unknown");
    assertEquals(12, ids("unknown").size());

    DataSet table = DataSet.at(FileStores.local(), path("unknown"));
    table.alter(
        List.of(new ColumnChange.Add(List.of("Y"), Type.INT32, ColumnChange.LAST)), Map.of());
    hive.run("insert into unknown values (12, 'n', 1, 5)");
    rewrite(table);
    assertEquals(List.of("12\t5"), hive.run("select id, y from unknown where y is not null"));
    assertEquals(
        List.of(12L),
        Placed.read(path("unknown"))
            .where(Predicate.parse("Y = 5"))
            .open()
            .rows()
            .map(r -> r[0])
            .toList());
  }

  /** Where a partition is a data set, and its table is not. */
  @Test
  void columnsOfAPartitionElsewhereHaveToFit() throws Exception {
    DataSet there =
        write("of_partition", Schema.parse("Id: int64, At: timestamp"), 1L, Instant.EPOCH);
    create("fits", "id bigint, at timestamp", "partitioned by (p int)");
    create("has_more", "id bigint, at timestamp, extra int", "partitioned by (p int)");
    for (String table : List.of("fits", "has_more")) {
      hive.run("alter table %s add partition (p = 1) location '%s'".formatted(table, there.path()));
    }
    hive.run("insert into fits partition (p = 1) values (2, '2021-06-01 08:00:00')");
    String refused =
        hive.failure("insert into has_more partition (p = 1) values (3, '2021-06-01 08:00:00', 4)");
    assertTrue(refused.contains("column extra is not in the data set"), refused);
    rewrite(there);
    assertEquals(2, rows("of_partition").size());
    // Other partitions are not in it.
    hive.run("insert into has_more partition (p = 2) values (3, '2021-06-01 08:00:00', 4)");
    assertEquals(List.of("4"), hive.run("select extra from has_more where p = 2"));
  }

  @Test
  void fieldsThatTheDataSetCannotHoldAreRefused() throws Exception {
    DataSet table =
        write(
            "nested",
            Schema.parse(
                "id: int32, s: struct<x: int32, d: decimal(9,2)>, l: list<int32>,"
                    + " m: map<string, int64>, n: list<struct<Deep: int32>>"),
            1,
            List.of(5, new BigDecimal("1.50")),
            List.of(6),
            Map.of("k", 7L),
            List.of(List.of(8)));
    Map<String, String> wrong =
        Map.of(
            "s struct<x:string>|named_struct('x', 'a')",
            "column s.x is string in the table, but int32 in the data set",
            "s struct<x:int,d:decimal(12,2)>|named_struct('x', 1, 'd', cast(1 as decimal(12,2)))",
            "column s.d is decimal(12,2) in the table, but decimal(9,2) in the data set",
            "s struct<x:int,extra:int>|named_struct('x', 1, 'extra', 2)",
            "column s.extra is not in the data set",
            "l array<string>|array('a')",
            "column l.element is string in the table, but int32 in the data set",
            "m map<string,string>|map('k', 'v')",
            "column m.value is string in the table, but int64 in the data set",
            "m map<int,bigint>|map(1, 2L)",
            "column m.key is int32 in the table, but string in the data set",
            "n array<struct<other:int>>|array(named_struct('other', 1))",
            "column n.element.other is not in the data set",
            "l struct<x:int>|named_struct('x', 1)",
            "column l is struct<x: int32> in the table, but list<");
    int k = 0;
    for (Map.Entry<String, String> e : wrong.entrySet()) {
      String[] column = e.getKey().split("\\|");
      String name = "nested_" + k++;
      create(name, "id int, " + column[0], "");
      hive.run("alter table " + name + " set location '" + table.path() + "'");
      String refused = hive.failure("insert into " + name + " select 2, " + column[1]);
      assertTrue(refused.contains(e.getValue()), e.getKey() + ": " + refused);
    }
    assertEquals(1, rows("nested").size());

    // Narrower types and fewer fields fit.
    create(
        "nested",
        "id smallint, s struct<d:decimal(5,1)>, l array<tinyint>, m map<string,int>,"
            + " n array<struct<deep:smallint>>",
        "");
    hive.run(
        "insert into nested select cast(2 as smallint), named_struct('d', cast(1234.5 as"
            + " decimal(5,1))), array(cast(3 as tinyint)), map('k', 4),"
            + " array(named_struct('deep', cast(5 as smallint)))");
    List<String> all =
        List.of("[1, [5, 1.50], [6], [k]=[7], [[8]]]", "[2, [null, 1234.50], [3], [k]=[4], [[5]]]");
    assertEquals(all, rows("nested"));
    rewrite(table);
    assertEquals(all, rows("nested"));
  }
}
