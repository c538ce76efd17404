package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Temporary views of DataFrames, which Spark keeps as plans, and of statements, which it keeps as
 * texts, of all that can be read of a table.
 */
class TemporaryViewsTest extends SparkTestCase {
  private String table;

  /** What is read, in a table of two commits with a row each. */
  private Map<String, Supplier<Dataset<Row>>> reads() {
    Map<String, Supplier<Dataset<Row>>> reads = new LinkedHashMap<>();
    List.of(
            "select id, name from %s",
            "select name from %s where id > 1",
            "select count(*), max(name) from %s",
            "select id, name from %s version as of 2",
            "select id, name from %s tablesample (100 percent)",
            "select id, _metadata.file_name is null from %s")
        .forEach(text -> statement(reads, text));
    if (since("4.2")) {
      statement(reads, "select id, name, _change_type from %s changes from version 2 to version 3");
      statement(
          reads,
          "select c.id, t.name from %1$s changes from version 1 to version 2 c join %1$s t"
              + " on t.id = c.id");
    }
    if (since("4.0")) { // Spark 3.5 refuses it.
      reads.put("snapshot", () -> spark.read().option("snapshot", 2).table(table));
    }
    if (table.startsWith("placed.")) {
      reads.put(
          "readChanges",
          () ->
              spark
                  .read()
                  .format("placed")
                  .option("readChanges", "true")
                  .option("endingSnapshot", "2")
                  .load(table.substring(8, table.length() - 1))
                  .select("id", "name", "_change_type"));
    } else {
      statement(reads, "select snapshot_id from %s.snapshots where snapshot_id < 3");
      statement(reads, "select record_count from %s.files version as of 2");
    }
    return reads;
  }

  private void statement(Map<String, Supplier<Dataset<Row>>> reads, String text) {
    reads.put(text, () -> sql(text.formatted(table)));
  }

  @ParameterizedTest
  @MethodSource("pathOrCatalog")
  void viewsShowWhatTheirQueriesDo(String kind) {
    table = kind.equals("catalog") ? table() : "placed.`" + path("t") + "`";
    sql("create table " + table + " (id int, name string) using placed");
    if (kind.equals("catalog")) {
      // The snapshots have the numbers of those of a path, which begins with one without rows.
      sql("insert into " + table + " select 0, '' where false");
    }
    sql("insert into " + table + " values (1, 'a')");
    sql("insert into " + table + " values (2, 'b')");
    Map<String, Supplier<Dataset<Row>>> reads = reads();
    Map<String, Dataset<Row>> frames = new LinkedHashMap<>();
    reads.forEach(
        (text, read) -> {
          String view = "v" + frames.size();
          frames.put(text, read.get());
          frames.get(text).createOrReplaceTempView(view);
          if (text.startsWith("select")) {
            sql("create or replace temporary view text_" + view + " as " + text.formatted(table));
          }
        });
    Map<String, List<String>> first = new LinkedHashMap<>();
    frames.forEach((text, frame) -> first.put(text, rows(frame)));
    for (String step :
        List.of(
            "select 1",
            "insert into %s values (3, 'c')",
            "alter table %s add column more int",
            "delete from %s where id = 1")) {
      sql(step.formatted(table));
      int i = 0;
      for (Map.Entry<String, Supplier<Dataset<Row>>> read : reads.entrySet()) {
        String text = read.getKey();
        String what = kind + ", after " + step + ": " + text;
        List<String> now = rows(read.getValue().get());
        // Before 4.1 plans of views have the tables as they were.
        assertEquals(since("4.1") ? now : first.get(text), rows(sql("select * from v" + i)), what);
        if (text.startsWith("select")) {
          assertEquals(now, rows(sql("select * from text_v" + i)), what);
        }
        assertEquals(first.get(text), rows(frames.get(text)), what);
        i++;
      }
    }
    for (int i = 0; i < reads.size(); i++) {
      spark.catalog().dropTempView("v" + i);
      spark.catalog().dropTempView("text_v" + i);
    }
  }
}
