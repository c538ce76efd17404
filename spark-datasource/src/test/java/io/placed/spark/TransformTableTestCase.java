package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.io.FileStores;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;

/** A table that is partitioned by transforms, by path or in the session's catalog. */
abstract class TransformTableTestCase extends SparkTestCase {
  static final String COLUMNS = "id bigint, name string, ts timestamp, region string";

  String table;
  String location;

  /** 600 rows of 1969 and 1970, some of which are null. */
  static Dataset<Row> data(int from, int to) {
    return spark
        .range(from, to)
        .selectExpr(
            "id",
            "if(id % 7 = 0, null, concat('name ', id % 30)) as name",
            "if(id % 11 = 0, null, timestamp_seconds((id % 9 - 4) * 43200 + id)) as ts",
            "if(id % 5 = 0, null, concat('r', id % 3)) as region");
  }

  @BeforeEach
  void names() {
    data(0, 600).createOrReplaceTempView("source");
  }

  void named(String kind) {
    location = path("t");
    table = kind.equals("path") ? "placed.`" + location + "`" : table();
    location = kind.equals("path") ? location : location(table);
  }

  static String location(String table) {
    return spark.conf().get("spark.sql.warehouse.dir").replaceFirst("^file:/*", "/") + "/" + table;
  }

  Snapshot snapshot() throws Exception {
    return DataSet.at(FileStores.local(), location).current();
  }

  static void same(String expected, String found) {
    assertEquals(rows(sql(expected)), rows(sql(found)));
  }

  void create(String kind, String by) {
    named(kind);
    sql("create table " + table + " (" + COLUMNS + ") using placed partitioned by (" + by + ")");
  }

  Set<String> directories() throws Exception {
    return snapshot().files().stream()
        .map(f -> Path.of(f.path()).getParent() + "")
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
