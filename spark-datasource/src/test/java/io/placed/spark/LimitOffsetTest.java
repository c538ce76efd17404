package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** LIMIT and OFFSET, which one task evaluates by row numbers. */
class LimitOffsetTest extends SparkTestCase {
  private static final int ROWS = 20_000;

  /** Columns from the file's batches, and columns that are constant for many rows. */
  private static final List<String> COLUMNS =
      List.of(
          "t.id",
          "t.p",
          "t.q",
          "t.r",
          "t.day",
          "added",
          "later",
          "few",
          "st",
          "ar",
          "_metadata.file_name",
          "_metadata.row_index",
          "_metadata",
          "_metadata.file_block_start");

  /** Consecutive pages give the whole table, each row once with its own values. */
  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#trueOrFalse")
  void piecesTogetherAreTheTable(boolean codegen) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String t = table();
    spark.conf().set("spark.sql.defaultColumn.allowedProviders", "parquet,placed");
    sql(
        "create table %s (id bigint, few string, st struct<a: string, b: bigint>, ar array<string>,"
                .formatted(t)
            + " p int, q string, r decimal(9,2), day date) using placed"
            + String.format(
                Locale.ROOT,
                " partitioned by (p, q, r, day) tblproperties ('placement.row-group' = '%d rows')",
                random.nextBoolean() ? 3000 : 9000));
    sql(
        String.format(
            Locale.ROOT,
            """
            insert into %s select id, 'value ' || id %% 7, named_struct('a', 'x' || id %% 5, 'b', id),
              array('e' || id %% 3, 'f'),
              if(id < 13000, 7, cast(null as int)), if(id < 13000, 'seven', 'a/b'), 1.5, date'2020-02-29'
            from range(%d)
            """,
            t,
            ROWS - 10));
    sql(
        "alter table "
            + t
            + " add columns (added int default 42, later array<string> default array('d'))");
    sql(
        String.format(
            Locale.ROOT,
            """
            insert into %s (id, p, q, r, day, few, added, later%s)
            select id, 8, null, 2.25, date'1969-01-01', 'few', -1, array()%s from range(%d, %d)
            """,
            t,
            since("4.1") ? "" : ", st, ar",
            since("4.1") ? "" : ", null, null",
            ROWS - 10,
            ROWS));
    spark.conf().set("spark.sql.codegen.wholeStage", String.valueOf(codegen));
    try {
      for (int q = few(5, 12); q > 0; q--) {
        List<String> some = new ArrayList<>(COLUMNS);
        Collections.shuffle(some, random);
        some = some.subList(0, 1 + random.nextInt(4));
        String select = "select %s from %s t".formatted(String.join(", ", some), t);
        List<String> pieces = new ArrayList<>();
        for (int offset = 0; offset < ROWS + 10; ) {
          int limit =
              switch (random.nextInt(4)) {
                case 0 -> 4096 - offset % 4096;
                case 1 -> 1 + random.nextInt(20);
                default -> 1 + random.nextInt(12_000);
              };
          Dataset<Row> piece = sql(select + " limit " + limit + " offset " + offset);
          assertFalse(piece.queryExecution().executedPlan().toString().contains("Limit "), select);
          pieces.addAll(rows(piece));
          offset += limit;
          assertEquals(Math.min(offset, ROWS), pieces.size(), () -> "seed " + seed + " " + select);
        }
        Collections.sort(pieces);
        assertEquals(rows(sql(select)), pieces, () -> "seed " + seed + " " + select);
      }
    } finally {
      interpret();
      spark.conf().unset("spark.sql.defaultColumn.allowedProviders");
    }
  }

  @Test
  void constantColumnsOfOnePartition() {
    sql("select id, 7 p from range(20000)")
        .coalesce(1)
        .write()
        .format("placed")
        .partitionBy("p")
        .save(path("t"));
    String t = "placed.`" + path("t") + "`";
    for (String select : new String[] {"id, p", "p", "p, _metadata.file_size"}) {
      for (String end : new String[] {"limit 20 offset 4090", "limit 9000 offset 10", "limit 0"}) {
        Dataset<Row> found = sql("select " + select + " from " + t + " " + end);
        String expected = end.equals("limit 0") ? "[]" : "[7]";
        List<Object> values =
            found.select("p").distinct().collectAsList().stream()
                .<Object>map(r -> r.get(0))
                .toList();
        assertEquals(expected, values.toString(), select + " " + end);
      }
    }
    assertEquals(List.of(), rows(sql("select p from " + t + " limit 5 offset 20000")));
    assertEquals(List.of(), rows(sql("select p from " + t + " limit 5 offset 1000000")));
  }

  /** Rows of a file that fails while it is read are replaced by rows of others. */
  @Test
  void damagedFilesLeaveRoomForOthers() throws Exception {
    for (int k = 0; k < 2; k++) {
      sql(String.format(
              Locale.ROOT, "select id, 7 p from range(%d, %d)", k * 10_000, k * 10_000 + 10_000))
          .coalesce(1)
          .write()
          .format("placed")
          .partitionBy("p")
          .mode("append")
          .option("placement.row-group", "2000 rows")
          .save(path("t"));
    }
    List<Path> files;
    try (var all = Files.walk(Path.of(path("t")))) {
      files =
          all.filter(f -> f.toString().endsWith(".placed") && !f.toString().contains("_placed"))
              .sorted()
              .toList();
    }
    assertEquals(2, files.size());
    byte[] bytes = Files.readAllBytes(files.get(0));
    long middle =
        read(path("t"))
            .where(
                "_metadata.row_group = 2 and _metadata.file_name = '"
                    + files.get(0).getFileName()
                    + "'")
            .selectExpr("_metadata.file_block_start + _metadata.file_block_length div 2")
            .first()
            .getLong(0);
    for (int k = -20; k < 20; k++) {
      bytes[(int) middle + k] ^= 0x55;
    }
    Files.write(files.get(0), bytes);
    Dataset<Row> lenient =
        spark.read().format("placed").option("ignoreCorruptFiles", true).load(path("t"));
    lenient.createOrReplaceTempView("damaged");
    List<String> whole = rows(lenient);
    assertTrue(whole.size() >= 10_000 && whole.size() < 20_000, "" + whole.size());
    for (int[] r :
        new int[][] {{5, 0}, {3000, 3000}, {12_000, 0}, {9000, 5000}, {20_000, 1}, {7, 19_999}}) {
      List<String> found = rows(sql("select * from damaged limit " + r[0] + " offset " + r[1]));
      assertEquals(
          Math.max(0, Math.min(whole.size() - r[1], r[0])), found.size(), r[0] + " " + r[1]);
      assertTrue(whole.containsAll(found));
    }
    // Bounds that a file's damaged rows gave do not count for others.
    List<Long> ids = new ArrayList<>();
    lenient.select("id").collectAsList().forEach(r -> ids.add(r.getLong(0)));
    for (boolean descending : new boolean[] {false, true}) {
      ids.sort(descending ? Comparator.reverseOrder() : Comparator.naturalOrder());
      for (int n : new int[] {1, 10, 3000, 11_000}) {
        String query =
            "select id from damaged order by id" + (descending ? " desc" : "") + " limit " + n;
        List<Long> found = new ArrayList<>();
        sql(query).collectAsList().forEach(r -> found.add(r.getLong(0)));
        assertEquals(ids.subList(0, Math.min(n, ids.size())), found, query);
      }
    }
  }
}
