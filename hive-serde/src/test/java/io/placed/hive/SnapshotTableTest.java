package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.WriteBuilder;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Hive on data sets with snapshots, as written by Spark and the Java API. */
class SnapshotTableTest extends SnapshotTables {
  @Test
  void theCurrentSnapshotIsReadWhateverTheFilesAre() throws Exception {
    for (String placement : Chosen.any(List.of("cf", "cfile", "albis", "parquet"), 2)) {
      String table = "snap_" + placement;
      WriteBuilder to =
          Placed.write(path(table), SCHEMA)
              .placement(placement)
              .option("placement.row-group", "1000 rows");
      write(to, 0, 5000);
      create(table, "id bigint, name string, x double", "");
      String query = "select count(*), sum(id), max(name), sum(x) from " + table;
      assertEquals(List.of("5000\t12497500\tn6\t3124375.0"), hive.run(query), placement);
      assertEquals(
          List.of("4999\tn1"), hive.run("select id, name from " + table + " where id > 4998"));
      write(Placed.write(path(table), SCHEMA).placement(placement).overwrite(), 10, 20);
      // Replaced files remain on disk for older snapshots, and are not read.
      assertEquals(List.of("10\t145\tn6\t36.25"), hive.run(query), placement);
    }
  }

  /** For an empty directory, MapReduce writes and reads an empty file elsewhere. */
  @Test
  void mapReduceReadsDataSetsWithoutRows() throws Exception {
    write(Placed.write(path("empty"), SCHEMA), 0, 0);
    write(Placed.write(path("has_rows"), SCHEMA), 0, 3);
    // Of this column an INSERT would be refused, and so would the placement.
    create("empty", "id bigint, name string, other int", "");
    hive.run("alter table empty set tblproperties ('placed.placement'='cf')");
    create("has_rows", "id bigint, name string", "");
    hive.conf().set("hive.execution.engine", "mr");
    try {
      assertEquals(List.of("0"), hive.run("select count(*) from empty where id > 0"));
      assertEquals(
          List.of("0\tNULL", "1\tNULL", "2\tNULL"),
          hive.run(
              "select h.id, e.name from has_rows h left join empty e on h.id = e.id order by h.id"));
    } finally {
      hive.conf().set("hive.execution.engine", "tez");
    }
    assertEquals(List.of(), hive.run("select id, name from empty"));
  }

  @Test
  void rowsStayThroughAllEnginesAndRewrites() throws Exception {
    write(Placed.write(path("loop"), SCHEMA), 0, 100);
    share("loop");
    create("loop", "id bigint, name string, x double", "");
    hive.run("insert into loop select id + 100, name, x from loop");
    assertEquals(200, ids("loop").size());
    write(Placed.write(path("loop"), SCHEMA), 200, 300);
    List<Long> all = new ArrayList<>();
    for (long k = 0; k < 300; k++) {
      all.add(k);
    }
    assertEquals(all, ids("loop"));
    assertEquals(
        List.of("300\t44850\t299"), hive.run("select count(*), sum(id), max(id) from loop"));

    String refused = hive.failure("insert overwrite table loop select * from loop where id < 5");
    assertTrue(refused.contains("INSERT OVERWRITE is not possible on a data set"), refused);
    refused = hive.failure("insert overwrite table loop select * from loop where id < 0");
    assertTrue(refused.contains("INSERT OVERWRITE is not possible on a data set"), refused);
    write(Placed.write(path("extra.placed"), SCHEMA), 0, 1);
    refused =
        hive.failure("load data inpath '" + path("extra.placed") + "' overwrite into table loop");
    assertTrue(refused.contains("LOAD DATA OVERWRITE"), refused);
    hive.run("create table other (id bigint, name string, x double) stored as placed");
    hive.run("insert overwrite table other select * from loop");
    assertEquals(all, ids("loop"));

    DataSet dataSet = DataSet.at(FileStores.local(), path("loop"));
    assertTrue(dataSet.current().files().stream().anyMatch(f -> f.foreign()));
    Rewrite.prepare(FileStores.local(), path("loop"), RewriteOptions.of(Map.of())).run(f -> {});
    assertTrue(dataSet.current().files().stream().noneMatch(f -> f.foreign()));
    assertEquals(all, ids("loop"));
    assertEquals(
        List.of("300\t44850\t299"), hive.run("select count(*), sum(id), max(id) from loop"));
    hive.run("insert into loop values (300, 'last', 0)");
    assertEquals(301, ids("loop").size());
    assertEquals(List.of("300\tlast"), hive.run("select id, name from loop where id >= 300"));
  }

  /** In several splits, with and without vectors, and by conditions that skip row groups. */
  @Test
  void deletedRowsAreNotRead() throws Exception {
    write(
        Placed.write(path("marked"), SCHEMA).option("placement.row-group", "1024 rows"), 0, 20_000);
    create("marked", "id bigint, name string, x double", "");
    DataSet dataSet = DataSet.at(FileStores.local(), path("marked"));
    assertEquals(1, dataSet.deleteRows(Predicate.parse("id in (3, 5000, 19999)")).filesMarked());
    assertEquals(1, dataSet.deleteRows(Predicate.parse("id between 6000 and 8000")).filesMarked());
    int left = 20_000 - 3 - 2001;
    long sum = 19_999L * 10_000 - 3 - 5000 - 19_999 - 7000L * 2001;
    for (String vectorized : Chosen.oneOf(List.of("true", "false"))) {
      hive.conf().set("hive.vectorized.execution.enabled", vectorized);
      hive.conf().set("mapreduce.input.fileinputformat.split.maxsize", "20000");
      assertEquals(
          List.of(left + "\t" + sum + "\t19998"),
          hive.run("select count(*), sum(id), max(id) from marked"));
      assertEquals(
          List.of("2", "4"),
          hive.run("select id from marked where id between 2 and 4 order by id"));
      assertEquals(
          List.of("0"), hive.run("select count(*) from marked where id between 6500 and 7800"));
      assertEquals(
          List.of("5999", "8001"),
          hive.run("select id from marked where id > 5998 and id < 8002 order by id"));
    }
    hive.conf().set("hive.vectorized.execution.enabled", "true");
    hive.conf().set("mapreduce.input.fileinputformat.split.maxsize", "256000000");
  }

  /** Hive commits nothing: a data set that shows only listed files would not show its rows. */
  @Test
  void rowsThatNobodyWouldSeeAreRefused() throws Exception {
    write(Placed.write(path("unseen"), SCHEMA), 0, 10);
    create("unseen", "id bigint, name string, x double", "");
    create("unseen_parts", "id bigint, name string, x double", "partitioned by (p int)");
    hive.run("alter table unseen_parts add partition (p = 1) location '" + path("unseen") + "'");
    write(Placed.write(path("loaded/000000_0.placed"), SCHEMA), 10, 20);
    String load = "load data inpath '" + path("loaded") + "' into table unseen";
    for (String statement :
        Chosen.any(
            List.of(
                "insert into unseen values (10, 'n', 1)",
                "insert into table unseen select * from unseen where id < 3",
                "from unseen insert into unseen select id, name, x where id > 7",
                "insert into unseen_parts partition (p = 1) values (10, 'n', 1)",
                load),
            3)) {
      String refused = hive.failure(statement);
      assertTrue(refused.contains("would not be visible"), statement + ": " + refused);
      assertTrue(refused.contains("'placed.foreign-files'='true'"), statement + ": " + refused);
    }
    assertEquals(10, ids("unseen").size());
    share("unseen");
    hive.run("insert into unseen values (20, 'n', 1)");
    hive.run("insert into unseen_parts partition (p = 1) values (21, 'n', 1)");
    hive.run(load);
    assertEquals(22, ids("unseen").size());
    assertEquals(List.of("22"), hive.run("select count(id) from unseen"));
  }

  /** In a table without snapshots Hive's files are visible, and stay so. */
  @Test
  void theFirstCommitKeepsATableOfHive() throws Exception {
    create("first_of_hive", "id bigint, name string, x double", "");
    hive.run("insert into first_of_hive values (0, 'n', 1)");
    write(Placed.write(path("first_of_hive"), SCHEMA), 1, 3);
    hive.run("insert into first_of_hive values (3, 'n', 1)");
    assertEquals(List.of(0L, 1L, 2L, 3L), ids("first_of_hive"));
    DataSet.at(FileStores.local(), path("first_of_hive")).addFiles(List.of(path("first_of_hive")));
    assertEquals(List.of(0L, 1L, 2L, 3L), ids("first_of_hive"));
    assertEquals(List.of("4\t6"), hive.run("select count(*), sum(id) from first_of_hive"));
  }

  /** The state of a data set after ALTER TABLE in Spark. */
  @Test
  void columnsThatWereRenamedDroppedAndAddedAgainAreReadByName() throws Exception {
    WriteBuilder to =
        Placed.write(path("altered"), SCHEMA).option("placement.row-group", "100 rows");
    write(to, 0, 500);
    DataSet dataSet = DataSet.at(FileStores.local(), path("altered"));
    dataSet.alter(
        List.of(
            new ColumnChange.Rename("id", "key"),
            new ColumnChange.Rename("name", "id"),
            new ColumnChange.Drop("x"),
            new ColumnChange.Add(List.of("x"), Type.INT64, ColumnChange.LAST),
            new ColumnChange.Add(List.of("name"), Type.STRING, ColumnChange.LAST)),
        Map.of());
    try (TableWriter out =
        Placed.write(
                path("altered"), Schema.parse("key: int64, id: string, x: int64, name: string"))
            .open()) {
      for (long k = 500; k < 600; k++) {
        out.write(k, "n" + k % 7, k * 2, "new");
      }
      out.commit();
    }
    share("altered");
    create("altered", "key bigint, id string, x bigint, name string", "");
    for (String vectorised : Chosen.oneOf(List.of("true", "false"))) {
      hive.conf().set("hive.vectorized.execution.enabled", vectorised);
      try {
        assertEquals(
            List.of("600\t179700\tn6\t100\t109900\t100"),
            hive.run(
                "select count(*), sum(key), max(id), count(x), sum(x), count(name) from altered"),
            vectorised);
        assertEquals(List.of("3\tn3\tNULL\tNULL"), hive.run("select * from altered where key = 3"));
        assertEquals(
            List.of("86\t25843"),
            hive.run("select count(*), sum(key) from altered where id = 'n3' and key < 600"));
        assertEquals(
            List.of("500"), hive.run("select count(*) from altered where x is null and key >= 0"));
        assertEquals(
            List.of("599\t1198\tnew"),
            hive.run("select key, x, name from altered where x > 1196 and name = 'new'"));
      } finally {
        hive.conf().unset("hive.vectorized.execution.enabled");
      }
    }
    hive.run("insert into altered values (600, 'n5', 7, 'of hive')");
    assertEquals(
        List.of("600\tn5\t7\tof hive"), hive.run("select * from altered where key >= 600"));
  }

  /** They would be null. */
  @Test
  void columnsThatOnlyHiveStillHasAreRefused() throws Exception {
    WriteBuilder to = Placed.write(path("behind"), SCHEMA);
    write(to, 0, 50);
    DataSet.at(FileStores.local(), path("behind"))
        .alter(List.of(new ColumnChange.Rename("name", "title")), Map.of());
    share("behind");
    create("behind", "id bigint, Name string, x double, extra int", "");
    assertEquals(List.of("49\tNULL"), hive.run("select id, extra from behind where id > 48"));
    for (String query :
        Chosen.any(
            List.of(
                "select name from behind where id > 48",
                "select * from behind",
                "select id from behind where name is null",
                "select count(*) from behind a join behind b on a.id = b.id"
                    + " where b.name is null"),
            2)) {
      StringWriter all = new StringWriter();
      assertThrows(Exception.class, () -> hive.run(query), query)
          .printStackTrace(new PrintWriter(all));
      assertTrue(
          all.toString()
              .contains(
                  "column name of Hive's table is no column of the data set since snapshot 2"),
          all.toString());
    }
    hive.run("alter table behind change name title string");
    assertEquals(List.of("n0"), hive.run("select title from behind where id > 48"));
  }

  @Test
  void partitionsOfADataSetAreReadByDirectory() throws Exception {
    Schema schema = Schema.parse("id: int64, month: int32");
    for (int overwrite = 0; overwrite < 2; overwrite++) {
      WriteBuilder to = Placed.write(path("months"), schema).partitionBy("month");
      try (TableWriter out = (overwrite == 0 ? to : to.overwrite()).open()) {
        for (long k = 0; k < 50; k++) {
          out.write(k + overwrite, (int) (k % 5));
        }
        out.commit();
      }
    }
    share("months");
    create("months", "id bigint", "partitioned by (month int)");
    hive.run("msck repair table months");
    assertEquals(
        List.of("0\t10\t235", "1\t10\t245", "2\t10\t255", "3\t10\t265", "4\t10\t275"),
        hive.run("select month, count(*), sum(id) from months group by month order by month"));
    hive.run("insert into months partition (month = 3) values (1000)");
    hive.run("insert into months partition (month = 9) values (2000)");
    assertEquals(52, ids("months").size());
    assertEquals(
        List.of("1000\t3"), hive.run("select id, month from months where id > 60 and month < 5"));
    String refused = hive.failure("insert overwrite table months partition (month = 3) select 1");
    assertTrue(refused.contains("INSERT OVERWRITE is not possible on a data set"), refused);
    refused =
        hive.failure("insert overwrite table months partition (month) select 1, 3 from months");
    assertTrue(refused.contains("INSERT OVERWRITE is not possible on a data set"), refused);
    assertEquals(52, ids("months").size());
  }

  /** Such a table is unpartitioned in Hive, which reads the files of all partitions. */
  @Test
  void columnsOfDirectoriesAreColumnsOfATableWithoutPartitions() throws Exception {
    Schema schema = Schema.parse("id: int64, Month: int32, Day: date");
    try (TableWriter out = Placed.write(path("flat"), schema).partitionBy("Month", "Day").open()) {
      for (long k = 0; k < 50; k++) {
        out.write(k, k % 5 == 4 ? null : (int) (k % 5), LocalDate.of(2020, 1, 1 + (int) (k % 2)));
      }
      out.commit();
    }
    create("flat", "id bigint, month int, day date", "");
    for (String vectorized : Chosen.oneOf(List.of("true", "false"))) {
      hive.conf().set("hive.vectorized.execution.enabled", vectorized);
      assertEquals(
          List.of("0\t10\t225", "1\t10\t235", "2\t10\t245", "3\t10\t255", "NULL\t10\t265"),
          hive.run("select month, count(*), sum(id) from flat group by month order by month"));
      assertEquals(
          List.of("1\t1\t2020-01-02", "11\t1\t2020-01-02"),
          hive.run(
              "select id, month, day from flat where month = 1 and day > '2020-01-01' and id < 20"
                  + " order by id"));
      assertEquals(List.of("10"), hive.run("select count(*) from flat where month is null"));
    }
    hive.conf().unset("hive.vectorized.execution.enabled");
  }

  @Test
  void rowsBesideASnapshotAreWrittenAsItsReadersExpect() throws Exception {
    Schema schema = Schema.parse("Id: int64, At: timestamp, Day: date");
    Instant moment = Instant.parse("2021-06-01T12:00:00.5Z");
    try (TableWriter out = Placed.write(path("spelled"), schema).open()) {
      out.write(1L, moment, null);
      out.commit();
    }
    share("spelled");
    create("spelled", "id bigint, at timestamp, day date", "");
    hive.conf().set("hive.local.time.zone", "America/New_York");
    try {
      String clock = "2021-06-01 08:00:00.5";
      assertEquals(List.of("1\t" + clock + "\tNULL"), hive.run("select * from spelled"));
      assertEquals(List.of(clock), hive.run("select max(at) from spelled"));
      hive.run("insert into spelled values (2, '" + clock + "', '2021-06-02')");
      assertEquals(
          List.of("2"), hive.run("select count(*) from spelled where at = '" + clock + "'"));
    } finally {
      hive.conf().unset("hive.local.time.zone");
    }
    try (TableScan in = Placed.read(path("spelled")).open()) {
      List<Object[]> rows = in.rows().sorted((a, b) -> (int) ((Long) a[0] - (Long) b[0])).toList();
      assertEquals(List.of(1L, 2L), rows.stream().map(r -> r[0]).toList());
      assertEquals(List.of(moment, moment), rows.stream().map(r -> r[1]).toList());
      assertEquals(LocalDate.of(2021, 6, 2), rows.get(1)[2]);
    }
    create("too_wide", "id decimal(20,0), at timestamp, day date", "");
    hive.run("alter table too_wide set location '" + path("spelled") + "'");
    String refused = hive.failure("insert into too_wide values (1, null, null)");
    assertTrue(refused.contains("column Id is decimal(20,0) in the table, but int64"), refused);
  }

  /** The author of a log must not be able to choose the file systems of its readers. */
  @Test
  void propertiesOfALogAreNoSettingsOfHadoop() throws Exception {
    write(Placed.write(path("planted"), SCHEMA), 0, 100);
    Path newest = directory.resolve("planted/_placed/00000000000000000001.json");
    String line =
        Files.readAllLines(newest)
            .get(0)
            .replace(
                "\"properties\":{}",
                "\"properties\":{\"fs.defaultFS\":\"planted:///\","
                    + "\"fs.file.impl\":\"no.such.Class\",\"fs.file.impl.disable.cache\":\"true\"}");
    CRC32C crc = new CRC32C();
    crc.update(line.getBytes(StandardCharsets.UTF_8));
    Files.writeString(
        newest,
        String.format(Locale.ROOT, "%s\n{\"crc32c\":\"%08x\"}\n", line, (int) crc.getValue()));
    create("planted", "id bigint, name string, x double", "");
    assertEquals(List.of("100\t4950"), hive.run("select count(*), sum(id) from planted"));
    share("planted");
    hive.run("insert into planted values (100, 'n', 0)");
    assertEquals(List.of("100"), hive.run("select id from planted where id > 99"));
  }
}
