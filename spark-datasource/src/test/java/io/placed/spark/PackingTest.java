package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.placement.Placement;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every preset and packing through Spark. */
class PackingTest extends SparkTestCase {
  static Stream<String> placements() {
    return Stream.concat(
        Placement.presetNames().stream(),
        Stream.of(
            "cfile; row-group=1024 rows",
            "row-group=20KiB; packing=files(3; block=64KiB)",
            "column-groups=all stride 1; packing=copies(one-row-group; (id,x) stride 1; none)"));
  }

  private static Dataset<Row> data(int rows) {
    return spark
        .range(0, rows, 1, 2)
        .selectExpr(
            "id",
            "id % 2 as p",
            "cast(id * 7 % 1000 as string) as s",
            "sqrt(id) as x",
            "array(id, id + 1) as l");
  }

  @ParameterizedTest
  @MethodSource("placements")
  void rowsComeBack(String placement) throws Exception {
    String path = path("t");
    Dataset<Row> data = data(6000);
    data.write().format("placed").option("placement", placement).partitionBy("p").save(path);
    assertEquals(rows(data), rows(read(path).select("id", "p", "s", "x", "l")));
    assertEquals(
        rows(data.where("x > 70").select("s")), rows(read(path).where("x > 70").select("s")));
    data(100).write().format("placed").option("placement", placement).mode("append").save(path);
    assertEquals(6100, read(path).count());
    requireBytes(path);
    data(50).write().format("placed").option("placement", placement).mode("overwrite").save(path);
    assertEquals(rows(data(50)), rows(read(path).select("id", "p", "s", "x", "l")));
  }

  /** The snapshot's sizes include all files. */
  private static void requireBytes(String path) throws Exception {
    Snapshot snapshot = DataSet.at(FileStores.local(), path).current();
    long files = 0;
    long bytes = 0;
    for (DataFile f : snapshot.files()) {
      files += 1 + f.siblings().size();
      bytes += Files.size(Path.of(path, f.path()));
      for (String s : f.siblingPaths()) {
        bytes += Files.size(Path.of(path, s));
      }
    }
    assertEquals(files, dataFiles(path));
    assertEquals(bytes, snapshot.bytes());
  }

  /** Row groups of one file are divided among tasks, for every packing. */
  @Test
  void filesAreSplit() {
    String path = path("t");
    data(20_000)
        .coalesce(1)
        .write()
        .format("placed")
        .option("placement", "cfile; row-group=1024 rows")
        .save(path);
    String before = spark.conf().get("spark.sql.files.maxPartitionBytes");
    try {
      spark.conf().set("spark.sql.files.maxPartitionBytes", "20000");
      spark.conf().set("spark.sql.files.openCostInBytes", "1000");
      Dataset<Row> read = read(path);
      assertTrue(read.rdd().getNumPartitions() > 3);
      assertEquals(20_000, read.select("x").distinct().count());
    } finally {
      spark.conf().set("spark.sql.files.maxPartitionBytes", before);
      spark.conf().unset("spark.sql.files.openCostInBytes");
    }
  }

  @Test
  void aFailedWriteLeavesNoFiles() throws Exception {
    String path = path("t");
    data(10).write().format("placed").option("placement", "cf").save(path);
    long files = dataFiles(path);
    for (String placement : List.of("cf; row-group=100 rows", "cfile; row-group=100 rows")) {
      assertThrows(
          Exception.class,
          () ->
              spark
                  // A single task: another one would still be stopping after the write has failed.
                  .range(0, 3000, 1, 1)
                  .selectExpr(
                      "id",
                      "0L as p",
                      "if(id = 2900, raise_error('no'), 'x') as s",
                      "1.5D as x",
                      "array(id) as l")
                  .write()
                  .format("placed")
                  .option("placement", placement)
                  .mode("append")
                  .save(path));
      assertEquals(files, dataFiles(path));
    }
    assertEquals(10, read(path).count());
  }
}
