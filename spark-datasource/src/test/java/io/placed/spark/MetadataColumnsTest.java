package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Metadata columns: the same as in Spark's own formats, and additional ones. */
class MetadataColumnsTest extends SparkTestCase {

  private String write(String format) {
    String path = path(format);
    spark
        .range(0, 10_000, 1, 1)
        .selectExpr("id", "id % 10 as v", "cast(id % 2 as int) as p")
        .write()
        .format(format)
        .partitionBy("p")
        .save(path);
    return path;
  }

  @Test
  void likeParquet() {
    String placed = path("placed");
    spark
        .range(0, 10_000, 1, 1)
        .selectExpr("id", "id % 10 as v", "cast(id % 2 as int) as p")
        .write()
        .format("placed")
        .option("placement.row-group", "1024 rows")
        .partitionBy("p")
        .save(placed);
    String parquet = write("parquet");
    String[] queries = {
      "select id, _metadata.row_index from %s",
      "select id, _metadata.row_index i from %s where v = 3",
      "select p, count(distinct _metadata.file_name), max(_metadata.row_index) from %s group by p",
      "select count(*) from %s where mod(_metadata.row_index, 2) = 1 and id < 100",
      "select id from %s where _metadata.row_index between 1020 and 1030",
      "select p, regexp_replace(_metadata.file_path, '(parquet|placed)/p=(.).*', '$2') from %s"
          + " where id < 3",
      "select regexp_replace(input_file_name(), '(parquet|placed)/p=(.).*', '$2') from %s"
          + " where id < 3",
      "select min(_metadata.file_modification_time) > timestamp'2026-01-01' from %s",
    };
    for (String q : queries) {
      assertEquals(
          rows(sql(q.formatted("parquet.`" + parquet + "`"))),
          rows(sql(q.formatted("placed.`" + placed + "`"))),
          q);
    }
    Row size =
        sql("select distinct _metadata.file_path, _metadata.file_size from placed.`"
                + placed
                + "` where p = 1")
            .first();
    assertEquals(
        new File(size.getString(0).replaceFirst("^file:/*", "/")).length(), size.getLong(1));
  }

  @Test
  void rowGroupsAndBlocks() {
    String path = path("t");
    spark
        .range(0, 10_000, 1, 1)
        .write()
        .format("placed")
        .option("placement.row-group", "2048 rows")
        .option("placement.packing", "one-row-group(block=64KiB)")
        .save(path);
    List<Row> groups =
        sql("select _metadata.row_group g, min(_metadata.row_index), count(*),"
                + " min(_metadata.file_block_start), max(_metadata.file_block_length),"
                + " min(_metadata.block) from placed.`"
                + path
                + "` group by g order by g")
            .collectAsList();
    assertEquals(5, groups.size());
    for (int g = 0; g < 5; g++) {
      Row r = groups.get(g);
      assertEquals(g, r.getInt(0));
      assertEquals(2048L * g, r.getLong(1));
      assertEquals(g < 4 ? 2048 : 10_000 - 4 * 2048, r.getLong(2));
      assertTrue(g == 0 || r.getLong(3) > groups.get(g - 1).getLong(3), groups.toString());
      assertEquals(g, r.getInt(5));
    }
    assertEquals(
        List.of("(10000)"),
        rows(sql("select count(_metadata.file_name) from placed.`" + path + "`")));
  }

  @Test
  void aColumnOfTheTableComesFirst() {
    String path = path("t");
    sql("select 7 as _metadata, 'f' as f").write().format("placed").save(path);
    assertEquals(List.of("(7)"), rows(sql("select _metadata from placed.`" + path + "`")));
    assertEquals(List.of("(7, f)"), rows(read(path)));
  }

  /** Column {@code id} counts the rows, so it is the id that each row must have. */
  @Test
  void idsAndVersionsOfRows() {
    String path = path("t");
    for (int i = 0; i < 3; i++) {
      spark
          .range(i * 9_000L, (i + 1) * 9_000L, 1, 1)
          .selectExpr("id", "id % 10 as v", "cast(id / 9000 as int) as p")
          .write()
          .format("placed")
          .option("placement.row-group", "2048 rows")
          .partitionBy("p")
          .mode("append")
          .save(path);
    }
    String t = "placed.`" + path + "`";
    sql("alter table " + t + " set tblproperties ('placed.deletes.max-share' = '1')");
    sql("delete from " + t + " where v = 3 or id between 5000 and 9999");
    assertEquals(List.of(), rows(sql("select id, _row_id from " + t + " where id <> _row_id")));
    String[][] queries = {
      {"select _row_id from %s where v = 5", "select id from %s where v = 5"},
      {
        "select _row_id from %s where _row_id in (7, 9000, 26999)",
        "select id from %s where id in (7, 26999)"
      },
      {
        "select sum(_row_id), max(_row_id), count(_row_id) from %s",
        "select sum(id), max(id), count(id) from %s"
      },
      {"select count(*) from %s where _row_id >= 9000", "select count(*) from %s where id >= 9000"},
      {
        "select p, _row_id from %s order by _row_id desc limit 5",
        "select p, id from %s order by id desc limit 5"
      },
      {"select _row_id, _row_version - 1 from %s where p = 2", "select id, p from %s where p = 2"},
      {
        "select _row_version, count(*) from %s group by 1",
        "select p + 1, count(*) from %s group by 1"
      },
      {"select a._row_id from %s a join %<s b on a._row_id = b.id", "select id from %s"},
      {"select _row_id + _metadata.row_index * 0 from %s", "select id from %s"},
    };
    for (String[] q : queries) {
      assertEquals(rows(sql(q[1].formatted(t))), rows(sql(q[0].formatted(t))), q[0]);
    }
    assertEquals(
        3, sql("select id, _row_id from " + t + " limit 3").filter("id = _row_id").count());
    assertEquals(
        3,
        sql("select id, _row_id from " + t + " limit 3 offset 8000")
            .filter("id = _row_id")
            .count());
    assertEquals(
        List.of("(0, 1)", "(9000, 2)", "(18000, 3)").stream().sorted().toList(),
        rows(sql("select first_row_id, added_snapshot_id from " + t + ".files")));
    assertEquals(3, read(path).columns().length);
    sql("delete from " + t + " where _row_id = 26998");
    sql("update " + t + " set v = 77 where _row_id = 26997");
    assertEquals(
        List.of("(26996, 6)", "(26997, 77)", "(26999, 9)"),
        rows(sql("select id, v from " + t + " where id > 26995")));
    sql("create table mine using placed location '" + path("own") + "' as select 'x' as _row_id");
    assertEquals(List.of("(x, 1)"), rows(sql("select _row_id, _row_version from mine")));
    sql("drop table mine");
  }
}
