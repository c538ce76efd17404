package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.table.file.DataFile;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code target-file-size}: where files end, and how many tasks divide the rows. */
class TargetFileSizeTest extends SparkTestCase {
  private static final String SIZE = "target-file-size";
  private static final String PARALLELISM_FIRST =
      "spark.sql.adaptive.coalescePartitions.parallelismFirst";

  private static final long KIB = 1024;
  private static final int ROWS = 40_000;

  /** Of tests with the least size, which are about 20 pages and 7 files of it. */
  private static final int FEW_ROWS = 20_000;

  @BeforeEach
  void shuffles() {
    spark.conf().set("spark.sql.shuffle.partitions", "8");
  }

  @AfterEach
  void reset() {
    spark.conf().set("spark.sql.shuffle.partitions", "2");
    spark.conf().unset(PARALLELISM_FIRST);
  }

  /** About 30 bytes a row that no encoding makes smaller. */
  private static Dataset<Row> data(int from, int to) {
    return spark
        .range(from, to)
        .selectExpr(
            "id",
            "cast(id % 3 as int) as p",
            "xxhash64(id) as k",
            "unhex(md5(cast(id as string))) as v");
  }

  private String create(String name, String by, String properties) {
    String table = "placed.`" + path(name) + "`";
    sql(
        "create table "
            + table
            + " (id bigint, p int, k bigint, v binary) using placed"
            + (by.isEmpty() ? "" : " partitioned by (" + by + ")")
            + " tblproperties ('page-rows' = '1024', 'placement.row-group' = '1MiB', "
            + properties
            + ")");
    return table;
  }

  private List<DataFile> files(String name) throws Exception {
    return PlacedTables.files(spark, path(name));
  }

  private void assertSizes(String name, long target, String what) throws Exception {
    List<DataFile> files = files(name);
    long total = files.stream().mapToLong(DataFile::totalLength).sum();
    // A file ends after a page, here of 1,024 rows.
    long most = target + 60 * KIB;
    for (DataFile f : files) {
      assertTrue(f.totalLength() < most, what + ": " + f.totalLength());
    }
    assertTrue(files.size() >= total / most, what + ": " + files.size());
  }

  @Test
  void filesEndAtTheSize() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Dataset<Row> rows = data(0, FEW_ROWS).repartition(2).cache();
    rows.createOrReplaceTempView("new_rows");
    for (String by : new String[] {"", "p", "bucket(2, k)"}) {
      for (String reorder : new String[] {"none", "sort(k)", "hilbert(k, id)"}) {
        if (!by.isEmpty() && random.nextInt(3) > 0) {
          continue;
        }
        String mode = List.of("none", "hash", "range").get(random.nextInt(3));
        String name = (by + reorder).replaceAll("[^a-z]", "");
        String what = "seed " + seed + ", " + by + ", " + reorder + ", " + mode;
        String packing = random.nextInt(3) == 0 ? ", 'placement.packing' = 'files(2)'" : "";
        String t =
            create(
                name,
                by,
                "'placement.reorder' = '"
                    + reorder
                    + "', 'write.distribution-mode' = '"
                    + mode
                    + "', 'target-file-size' = '64KiB'"
                    + packing);
        sql("insert into " + t + " select * from new_rows");
        assertSizes(name, 64 * KIB, what);
        assertTrue(files(name).size() > (by.isEmpty() ? 4 : 5), what);
        assertEquals(rows(rows), rows(read(path(name))), what);
        sql("update " + t + " set p = p + 1 where id % 2 = 0");
        assertSizes(name, 64 * KIB, what);
        Dataset<Row> changed = rows.selectExpr("id", "if(id % 2 = 0, p + 1, p) as p", "k", "v");
        assertEquals(rows(changed), rows(read(path(name))), what);
        sql("alter table " + t + " set tblproperties ('target-file-size' = '0')");
        sql("insert overwrite " + t + " select * from new_rows");
        int most = mode.equals("range") || !reorder.equals("none") ? 24 : 6;
        assertTrue(files(name).size() <= most, what + ": " + files(name).size());
        assertEquals(rows(rows), rows(read(path(name))), what);
      }
    }
  }

  /** Files of one task have consecutive ranges of its order. */
  @Test
  void sortedFilesDoNotOverlap() throws Exception {
    data(0, FEW_ROWS)
        .coalesce(1)
        .write()
        .format("placed")
        .option(SIZE, 64 * KIB)
        .option("page-rows", 1024)
        .option("placement.reorder", "sort(k; per-task)")
        .save(path("t"));
    assertSizes("t", 64 * KIB, "");
    List<long[]> ranges =
        files("t").stream()
            .map(f -> f.statistics().get("k"))
            .map(s -> new long[] {(Long) s.min(), (Long) s.max()})
            .sorted((a, b) -> Long.compare(a[0], b[0]))
            .toList();
    assertTrue(ranges.size() > 3, "" + ranges.size());
    for (int i = 1; i < ranges.size(); i++) {
      assertTrue(ranges.get(i - 1)[1] <= ranges.get(i)[0], "" + i);
    }
    assertEquals(rows(data(0, FEW_ROWS)), rows(read(path("t"))));
  }

  /** Row changes and streams obey the table's size, too. */
  @Test
  void rowChangesAndStreams() throws Exception {
    String t = create("t", "", "'target-file-size' = '64KiB'");
    data(0, ROWS / 2).coalesce(1).write().format("placed").mode("append").save(path("t"));
    sql("update " + t + " set k = id where id % 2 = 1");
    data(ROWS / 4, ROWS).createOrReplaceTempView("source");
    sql(
        "merge into "
            + t
            + " t using source s on t.id = s.id when matched then update set v = s.v"
            + " when not matched then insert *");
    assertSizes("t", 64 * KIB, "row changes");
    assertEquals(ROWS, read(path("t")).count());
    data(0, ROWS).coalesce(1).write().format("placed").save(path("from"));
    create("to", "", "'target-file-size' = '64KiB'");
    spark
        .readStream()
        .format("placed")
        .load(path("from"))
        .writeStream()
        .format("placed")
        .option("checkpointLocation", path("checkpoint"))
        .trigger(org.apache.spark.sql.streaming.Trigger.AvailableNow())
        .start(path("to"))
        .awaitTermination();
    assertSizes("to", 64 * KIB, "stream");
    assertEquals(rows(data(0, ROWS)), rows(read(path("to"))));
  }

  /** Adaptive execution joins what is shuffled to tasks of about that size. */
  @Test
  void tasksAreOfThatSize() throws Exception {
    // Otherwise adaptive execution leaves as many tasks as can run at a time.
    spark.conf().set(PARALLELISM_FIRST, "false");
    long few = rangesWith("100MiB");
    long many = rangesWith("64KiB");
    assertEquals(1, few);
    // Of 1 MiB each, which is the least that Spark makes.
    assertTrue(many >= 2, "" + many);
  }

  private long rangesWith(String size) throws Exception {
    data(0, ROWS)
        .repartition(4)
        .write()
        .format("placed")
        .option(SIZE, size)
        .option("write.distribution-mode", "range")
        .option("placement.reorder", "sort(k)")
        .save(path("r" + size));
    assertEquals(rows(data(0, ROWS)), rows(read(path("r" + size))));
    return dataFiles(path("r" + size));
  }

  @Test
  void wrongSizes() {
    for (String wrong : new String[] {"1KiB", "2TiB", "large", "-1", "5 apples"}) {
      String message =
          message(
              assertThrows(
                  Exception.class,
                  () ->
                      data(0, 9).write().format("placed").option(SIZE, wrong).save(path("wrong"))));
      assertTrue(message.contains(SIZE) && message.contains(wrong), message);
    }
    data(0, 9).write().format("placed").save(path("t"));
    String message =
        message(
            assertThrows(
                Exception.class,
                () -> spark.read().format("placed").option(SIZE, "1MiB").load(path("t")).count()));
    assertTrue(message.contains(SIZE), message);
  }
}
