package io.placed.engines;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * Commands by which Spark has Hive delete or move files. Of tables with snapshots they keep all
 * files and past snapshots; of others they do what Hive does.
 */
final class HiveCommands {
  private final SparkSession spark;
  private final Path dir;

  HiveCommands(SparkSession spark, Path dir) {
    this.spark = spark;
    this.dir = dir;
  }

  void run() throws Exception {
    for (boolean external : new boolean[] {false, true}) {
      truncatedTable(external);
      truncatedPartitions(external);
    }
    droppedPartitions();
    droppedExternalPartitions();
    partitionsOfTwoColumns();
    partitionsInOtherPlaces();
    renamedPartitions();
    loadedFiles();
    bucketedTables();
    withoutSnapshots();
    cachedRows();
    otherCommands();
  }

  /** An external table lies in a directory of the test. */
  private void create(String table, String columns, boolean external) {
    spark.sql(
        "CREATE %s TABLE %s (%s) %s %s %s"
            .formatted(
                external ? "EXTERNAL" : "",
                table,
                "id BIGINT",
                columns.isEmpty() ? "" : "PARTITIONED BY (" + columns + ")",
                HiveSession.STORED,
                external ? "LOCATION '" + dir.resolve(table) + "'" : ""));
  }

  private Path place(String table, boolean external) {
    return external ? dir.resolve(table) : dir.resolve("warehouse").resolve(table);
  }

  /** Every file that was there is still there. */
  private static void requireKept(List<Path> files) {
    for (Path file : files) {
      HiveSession.require(Files.exists(file), file + " is gone");
    }
  }

  private static List<Path> files(Path table) throws IOException {
    try (var all = Files.walk(table)) {
      return all.filter(f -> Files.isRegularFile(f) && !f.endsWith("newest.json")).toList();
    }
  }

  private void truncatedTable(boolean external) throws Exception {
    String t = "emptied_" + external;
    create(t, "", external);
    spark.sql("INSERT INTO " + t + " VALUES (1), (2)");
    List<Path> before = files(place(t, external));
    spark.sql("TRUNCATE TABLE " + t);
    expect("[]", "SELECT * FROM " + t);
    requireKept(before);
    expect("[[2]]", "SELECT count(*) FROM " + t + " VERSION AS OF " + (snapshots(t) - 1));
    spark.sql("INSERT INTO " + t + " VALUES (3)");
    expect("[[3]]", "SELECT * FROM " + t);
  }

  private void truncatedPartitions(boolean external) throws Exception {
    String t = "emptied_in_" + external;
    create(t, "p INT, q STRING", external);
    spark.sql("INSERT INTO " + t + " VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 2, 'a'), (4, 2, null)");
    spark.sql("MSCK REPAIR TABLE " + t);
    List<Path> before = files(place(t, external));
    spark.sql("TRUNCATE TABLE " + t + " PARTITION (p = 1, q = 'b')");
    expect("[[1], [3], [4]]", "SELECT id FROM " + t + " ORDER BY id");
    spark.sql("TRUNCATE TABLE " + t + " PARTITION (q = 'a')");
    expect("[[4]]", "SELECT id FROM " + t);
    HiveSession.require(
        spark.sql("SHOW PARTITIONS " + t).count() == 4, "the metastore has the partitions");
    requireKept(before);
    spark.sql("TRUNCATE TABLE " + t);
    expect("[]", "SELECT id FROM " + t);
    requireKept(before);
    expect("[[4]]", "SELECT count(*) FROM " + t + " VERSION AS OF " + (snapshots(t) - 3));
  }

  private void droppedPartitions() throws Exception {
    create("dropped_in", "p INT", false);
    spark.sql("INSERT INTO dropped_in VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, null)");
    // Of some, the metastore does not know.
    for (int p : new int[] {1, 2, 9}) {
      spark.sql("ALTER TABLE dropped_in ADD PARTITION (p = " + p + ")");
    }
    List<Path> before = files(place("dropped_in", false));
    spark.sql("ALTER TABLE dropped_in DROP PARTITION (p = 1), PARTITION (p = 3)");
    expect("[[2], [4], [5]]", "SELECT id FROM dropped_in ORDER BY id");
    expect("[[p=2], [p=9]]", "SHOW PARTITIONS dropped_in");
    // A partition that the metastore alone has.
    spark.sql("ALTER TABLE dropped_in DROP PARTITION (p = 9)");
    expect("[[p=2]]", "SHOW PARTITIONS dropped_in");
    fails("ALTER TABLE dropped_in DROP PARTITION (p = 77)", "77");
    spark.sql("ALTER TABLE dropped_in DROP IF EXISTS PARTITION (p = 77)");
    spark.sql("MSCK REPAIR TABLE dropped_in");
    spark.sql("ALTER TABLE dropped_in DROP PARTITION (p = null)");
    expect("[[2], [4]]", "SELECT id FROM dropped_in ORDER BY id");
    requireKept(before);
    // Directories without rows are there for MSCK.
    spark.sql("ALTER TABLE dropped_in DROP IF EXISTS PARTITION (p = 2)");
    expect("[[4]]", "SELECT id FROM dropped_in");
    expect("[[5]]", "SELECT count(*) FROM dropped_in VERSION AS OF 1");
    spark.sql("INSERT INTO dropped_in VALUES (6, 1)");
    expect("[[4], [6]]", "SELECT id FROM dropped_in ORDER BY id");
  }

  /** As in Hive, that is a change of the metastore. */
  private void droppedExternalPartitions() {
    create("unlisted", "p INT", true);
    spark.sql("INSERT INTO unlisted VALUES (1, 1), (2, 2)");
    spark.sql("MSCK REPAIR TABLE unlisted");
    spark.sql("ALTER TABLE unlisted DROP PARTITION (p = 1)");
    expect("[[p=2]]", "SHOW PARTITIONS unlisted");
    expect("[[1], [2]]", "SELECT id FROM unlisted ORDER BY id");
    spark.sql("ALTER TABLE unlisted PARTITION (p = 2) RENAME TO PARTITION (p = 3)");
    expect("[[p=3]]", "SHOW PARTITIONS unlisted");
    // The location says what the files' values were.
    expect("[[1,1], [2,3]]", "SELECT id, p FROM unlisted ORDER BY id");
  }

  private void partitionsOfTwoColumns() throws Exception {
    create("two_columns", "p INT, q STRING", false);
    spark.sql("INSERT INTO two_columns VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 2, 'a'), (4, 2, 'b')");
    spark.sql("ALTER TABLE two_columns ADD PARTITION (p = 1, q = 'a')");
    spark.sql("ALTER TABLE two_columns ADD PARTITION (p = 1, q = 'empty')");
    List<Path> before = files(place("two_columns", false));
    fails("ALTER TABLE two_columns DROP PARTITION (id = 1)", "is no partition column");
    fails("ALTER TABLE two_columns DROP PARTITION (p = 5)", "there is no partition");
    expect("[[4]]", "SELECT count(*) FROM two_columns");
    spark.sql("ALTER TABLE two_columns DROP IF EXISTS PARTITION (p = 5)");
    spark.sql("ALTER TABLE two_columns DROP PARTITION (P = '01'), PARTITION (p = 2, q = 'b')");
    expect("[[3,2,a]]", "SELECT * FROM two_columns");
    expect("[]", "SHOW PARTITIONS two_columns");
    requireKept(before);
    expect("[[4]]", "SELECT count(*) FROM two_columns VERSION AS OF 1");
  }

  private void partitionsInOtherPlaces() throws Exception {
    create("places", "p INT", false);
    spark.sql("INSERT INTO places VALUES (1, 1), (2, 2)");
    Path outside = write("other_places/p4", 4);
    Path inside = write("warehouse/places/odd", 5);
    spark.sql("ALTER TABLE places ADD PARTITION (p = 4) LOCATION '" + outside.getParent() + "'");
    spark.sql("ALTER TABLE places ADD PARTITION (p = 5) LOCATION '" + inside.getParent() + "'");
    expect("[[1,1], [2,2], [4,4], [5,5]]", "SELECT * FROM places ORDER BY id");
    fails("TRUNCATE TABLE places", "not where its values say");
    fails("TRUNCATE TABLE places PARTITION (p = 4)", "can be removed");
    fails("ALTER TABLE places DROP PARTITION (p = 5)", "can be removed");
    expect("[[1,1], [2,2], [4,4], [5,5]]", "SELECT * FROM places ORDER BY id");
    spark.sql("ALTER TABLE places DROP PARTITION (p = 4)");
    // The log does not say of the other file which partition its rows are in.
    fails("ALTER TABLE places DROP PARTITION (p = 1)", "use DELETE FROM default.places");
    fails("TRUNCATE TABLE places PARTITION (p = 2)", "use DELETE FROM default.places");
    expect("[[1,1], [2,2], [5,5]]", "SELECT * FROM places ORDER BY id");
    HiveSession.require(Files.exists(outside) && Files.exists(inside), "files are kept");
  }

  private void renamedPartitions() throws Exception {
    create("renamed", "p INT", false);
    spark.sql("INSERT INTO renamed VALUES (1, 1)");
    spark.sql("MSCK REPAIR TABLE renamed");
    List<Path> before = files(place("renamed", false));
    fails("ALTER TABLE renamed PARTITION (p = 1) RENAME TO PARTITION (p = 2)", "Use UPDATE");
    requireKept(before);
    expect("[[p=1]]", "SHOW PARTITIONS renamed");
    // As the message says.
    spark.sql("UPDATE renamed SET p = 2 WHERE p = 1");
    spark.sql("ALTER TABLE renamed DROP PARTITION (p = 1)");
    expect("[[1,2]]", "SELECT * FROM renamed");
  }

  private void loadedFiles() throws Exception {
    for (boolean parts : new boolean[] {false, true}) {
      String t = "loaded_" + parts;
      String partition = parts ? " PARTITION (p = 1)" : "";
      create(t, parts ? "p INT" : "", false);
      spark.sql("INSERT INTO " + t + partition + " VALUES (1)");
      List<Path> before = files(place(t, false));
      Path file = write("loads/" + t, 8);
      String load = "LOAD DATA INPATH '" + file + "' %s INTO TABLE " + t + partition;
      fails(load.formatted("OVERWRITE"), "Use INSERT OVERWRITE");
      requireKept(before);
      spark.sql("ALTER TABLE " + t + " SET TBLPROPERTIES ('placed.foreign-files' = 'false')");
      spark.sql("INSERT INTO " + t + partition + " VALUES (2)");
      fails(load.formatted(""), "placed.foreign-files");
      HiveSession.require(Files.exists(file), "nothing was moved");
      spark.sql("ALTER TABLE " + t + " SET TBLPROPERTIES ('placed.foreign-files' = 'true')");
      spark.sql("INSERT INTO " + t + partition + " VALUES (3)");
      requireFilesThatFit(t, partition);
      spark.sql(load.formatted(""));
      expect("[[1], [2], [3], [8]]", "SELECT id FROM " + t + " ORDER BY id");
      requireKept(before);
    }
  }

  /** The rules are those of Hive's LOAD, and of add-files. */
  private void requireFilesThatFit(String t, String partition) throws Exception {
    Path stage = dir.resolve("stages/" + t);
    Path file = write(stage.toString(), 9);
    String load = "LOAD DATA INPATH '" + stage + "' INTO TABLE " + t + partition;
    Path commit = Files.move(file, stage.resolve("0123456789abcdef0123456789abcdef-0.placed"));
    fails(load, "is named like a file of a commit");
    Path dat = Files.move(commit, stage.resolve("part.dat"));
    fails(load, "nobody looks for rows in a file of this name");
    fails(load.replace("INPATH '" + stage, "LOCAL INPATH '" + stage + "/p*"), "part.dat");
    Files.delete(dat);
    Path wrong = stage.resolve("wrong.placed");
    try (TableWriter out = Placed.write(wrong.toString(), Schema.parse("id: string")).open()) {
      out.write("x");
      out.commit();
    }
    fails(load, "column id is string in the file");
    HiveSession.require(Files.exists(wrong), "nothing was moved");
    Files.delete(wrong);
  }

  /** Hive takes their files for buckets. */
  private void bucketedTables() throws Exception {
    spark.sql(
        "CREATE TABLE in_buckets (id BIGINT) CLUSTERED BY (id) INTO 4 BUCKETS "
            + HiveSession.STORED);
    write("warehouse/in_buckets", 1);
    expect("[[1]]", "SELECT * FROM in_buckets");
    for (String write :
        List.of(
            "INSERT INTO in_buckets VALUES (2)",
            "INSERT OVERWRITE in_buckets VALUES (2)",
            "DELETE FROM in_buckets WHERE id = 1")) {
      fails(write, "in_buckets: is CLUSTERED BY");
    }
    expect("[[1]]", "SELECT * FROM in_buckets");
    HiveSession.require(
        !Files.exists(dir.resolve("warehouse/in_buckets/_placed")), "no snapshot was made");
  }

  /** Hive's tables as they are without us. */
  private void withoutSnapshots() throws Exception {
    create("plain_rows", "", false);
    write("warehouse/plain_rows", 1);
    expect("[[1]]", "SELECT * FROM plain_rows");
    Path loaded = write("loads/plain", 2);
    spark.sql("LOAD DATA INPATH '" + loaded + "' OVERWRITE INTO TABLE plain_rows");
    expect("[[2]]", "SELECT * FROM plain_rows");
    spark.sql("TRUNCATE TABLE plain_rows");
    expect("[]", "SELECT * FROM plain_rows");
    create("plain_parts", "p INT", false);
    for (int p = 1; p < 5; p++) {
      write("warehouse/plain_parts/p=" + p, p);
    }
    spark.sql("MSCK REPAIR TABLE plain_parts");
    spark.sql("TRUNCATE TABLE plain_parts PARTITION (p = 1)");
    spark.sql("ALTER TABLE plain_parts DROP PARTITION (p = 2)");
    spark.sql("ALTER TABLE plain_parts PARTITION (p = 3) RENAME TO PARTITION (p = 7)");
    expect("[[3,7], [4,4]]", "SELECT * FROM plain_parts ORDER BY id");
    expect("[[p=1], [p=4], [p=7]]", "SHOW PARTITIONS plain_parts");
    HiveSession.require(!Files.exists(dir.resolve("warehouse/plain_parts/p=2")), "p=2 is deleted");
    HiveSession.require(!Files.exists(dir.resolve("warehouse/plain_parts/_placed")), "no snapshot");
    create("plain_external", "", true);
    write("plain_external", 1);
    fails("TRUNCATE TABLE plain_external", "TRUNCATE");
  }

  private void cachedRows() {
    create("cached_rows", "p INT", false);
    spark.sql("INSERT INTO cached_rows VALUES (1, 1), (2, 2), (3, 3)");
    spark.sql("CACHE TABLE cached_rows");
    expect("[[3]]", "SELECT count(*) FROM cached_rows");
    spark.sql("ALTER TABLE cached_rows DROP PARTITION (p = 1)");
    expect("[[2], [3]]", "SELECT id FROM cached_rows ORDER BY id");
    spark.sql("TRUNCATE TABLE cached_rows PARTITION (p = 2)");
    expect("[[3]]", "SELECT id FROM cached_rows");
    spark.sql("TRUNCATE TABLE cached_rows");
    expect("[]", "SELECT id FROM cached_rows");
    spark.sql("INSERT INTO cached_rows VALUES (4, 4)");
    expect("[[4]]", "SELECT id FROM cached_rows");
    spark.sql("UNCACHE TABLE cached_rows");
  }

  /** Those that move nothing work as ever. */
  private void otherCommands() {
    create("others", "p INT", false);
    spark.sql("INSERT INTO others VALUES (1, 1), (2, 2)");
    spark.sql("ALTER TABLE others ADD PARTITION (p = 1)");
    expect("[[p=1]]", "SHOW PARTITIONS others");
    spark.sql("MSCK REPAIR TABLE others");
    expect("[[p=1], [p=2]]", "SHOW PARTITIONS others");
    spark.sql("ANALYZE TABLE others COMPUTE STATISTICS");
    spark.sql("ANALYZE TABLE others PARTITION (p) COMPUTE STATISTICS");
    spark.sql("ANALYZE TABLE others COMPUTE STATISTICS FOR COLUMNS id");
    spark.sql("ALTER TABLE others ADD PARTITION (p = 3)");
    spark.sql("MSCK REPAIR TABLE others SYNC PARTITIONS");
    expect("[[1,1], [2,2]]", "SELECT * FROM others ORDER BY id");
    spark.sql("ALTER TABLE others RENAME TO moved_others");
    expect("[[1,1], [2,2]]", "SELECT * FROM moved_others ORDER BY id");
    spark.sql("DROP TABLE moved_others");
    HiveSession.require(!Files.exists(place("moved_others", false)), "files of a managed table");
  }

  private long snapshots(String table) {
    return spark
        .sql("SELECT max(snapshot_id) FROM " + table + ".snapshots")
        .collectAsList()
        .get(0)
        .getLong(0);
  }

  private Path write(String directory, long id) throws Exception {
    Path file = Files.createDirectories(dir.resolve(directory)).resolve("f" + id + ".placed");
    try (TableWriter out = Placed.write(file.toString(), Schema.parse("id: int64")).open()) {
      out.write(id);
      out.commit();
    }
    return file;
  }

  private void fails(String statement, String words) {
    StringBuilder message = new StringBuilder();
    try {
      spark.sql(statement);
    } catch (Exception e) {
      for (Throwable t = e; t != null; t = t.getCause()) {
        message.append(t.getMessage()).append('\n');
      }
      HiveSession.require(message.toString().contains(words), statement + ": " + message);
      return;
    }
    throw new AssertionError(statement + " was run");
  }

  private void expect(String rows, String query) {
    HiveSession.expect(spark, rows, query);
  }
}
