package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.scan.FileReader;
import io.placed.table.DataSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;

/** Searches for column groups and their order run on the driver, before a write is planned. */
class ColumnGroupsTest extends SparkTestCase {
  private static final LocalFileStore STORE = new LocalFileStore();

  private Dataset<Row> rows() {
    return spark
        .range(20_000)
        .selectExpr(
            "id % 3 as day",
            "hash(id) as a",
            "repeat(cast(hash(id) as string), 20) as wide",
            "hash(id, 1) as b",
            "hash(id, 2) as c");
  }

  private String workload(String text) throws Exception {
    return Files.writeString(directory.resolve("w.txt"), text).toString();
  }

  private static List<String> placements(String path) throws Exception {
    DataSet table = DataSet.at(p -> STORE, path);
    List<String> out = new java.util.ArrayList<>();
    out.add(table.current().placement().columnGroups().toString());
    for (var f : table.current().files()) {
      try (FileReader file = FileReader.open(table.input(f), new IoCounters())) {
        String groups = file.placement().columnGroups().toString();
        if (!out.contains(groups)) {
          out.add(groups);
        }
      }
    }
    return out;
  }

  @Test
  void whatIsWrittenAndStoredIsTheAnswer() throws Exception {
    String path = path("t");
    String workload = workload("q: read B where a, day weight 5\nread c");
    rows()
        .write()
        .format("placed")
        .option("placement.row-group", "1024 rows")
        .option("placement.column-groups", "hillclimb stride 1 order rainbow")
        .option("placement.workload", workload)
        .partitionBy("day")
        .save(path);
    assertEquals(List.of("(a, b) stride 1"), placements(path));
    assertEquals(0, rows().exceptAll(read(path)).count());
    assertEquals(0, read(path).exceptAll(rows()).count());

    // Sizes are those of the existing files, with the row groups of the table.
    rows()
        .write()
        .format("placed")
        .mode(SaveMode.Append)
        .option("placement.column-groups", "none order rainbow")
        .option("placement.workload", workload)
        .partitionBy("day")
        .save(path);
    assertTrue(placements(path).contains("none order (a, b, c)"), placements(path).toString());
    assertEquals(40_000, read(path).count());
  }

  @Test
  void whatCannotBeAnsweredIsAnErrorBeforeAnythingIsWritten() throws Exception {
    String unknown = workload("q9: read nope");
    assertRefused("trojan", unknown, "placement.workload, query q9: column nope does not exist");
    assertRefused("trojan", null, "resolved from a workload before writing, but none is given");
    assertRefused("none", unknown, "placement.workload is given, but");
    assertRefused("trojan", path("nowhere.txt"), "nowhere.txt");
    String bad = workload("reed a");
    assertRefused("trojan", bad, "line 1, character 1: found 'reed a'");
  }

  private void assertRefused(String groups, String workload, String expected) {
    String path = path("refused");
    var writer = rows().write().format("placed").option("placement.column-groups", groups);
    if (workload != null) {
      writer.option("placement.workload", workload);
    }
    Exception e = assertThrows(Exception.class, () -> writer.save(path));
    assertTrue(message(e).contains(expected), message(e));
    assertTrue(!Files.exists(Path.of(path)));
  }
}
