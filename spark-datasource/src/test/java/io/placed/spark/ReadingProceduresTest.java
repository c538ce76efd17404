package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.explain.ScanExplainer;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** {@code CALL placed.system.map} and {@code explain}: pictures of what a query reads. */
class ReadingProceduresTest extends SparkTestCase {
  private static final int ROWS = 40_000;

  /** Two snapshots: rows by chance, and sorted by k. */
  private String sorted() {
    String path = path("sorted");
    spark
        .range(ROWS)
        .selectExpr("cast(rand(1) * 1000000 as int) as k", "id", "concat('w', id % 97) as word")
        .coalesce(1)
        .write()
        .format("placed")
        .option("page-rows", "1024")
        .save(path);
    sql("CALL placed.system.rewrite(table => '" + path + "', placement => 'reorder=sort(k)')");
    return path;
  }

  private static Row call(String procedure, String table, String more) {
    List<Row> rows =
        sql("CALL placed.system." + procedure + "(table => '" + table + "'" + more + ")")
            .collectAsList();
    assertEquals(1, rows.size());
    return rows.get(0);
  }

  private static String error(String procedure, String table, String more) {
    Throwable e = assertThrows(Exception.class, () -> call(procedure, table, more));
    StringBuilder all = new StringBuilder();
    for (Throwable t = e; t != null; t = t.getCause()) {
      all.append(t.getMessage()).append('\n');
    }
    return all.toString();
  }

  private static Document parse(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static JsonObject predicted(Row row) {
    return JsonParser.parseString(row.getAs("json")).getAsJsonObject().getAsJsonObject("predicted");
  }

  @Test
  void explainShowsWhatTheOrderSaves() throws Exception {
    String path = sorted();
    String query = ", columns => array('id'), where => 'k < 10000'";
    JsonObject now = predicted(call("explain", path, query));
    JsonObject before = predicted(call("explain", path, query + ", snapshot => 1"));
    assertEquals(before.get("pages").getAsLong(), before.get("pagesRead").getAsLong());
    assertTrue(now.get("pagesRead").getAsLong() < now.get("pages").getAsLong(), "" + now);
    assertTrue(
        now.get("neededBytes").getAsLong() < 0.6 * before.get("neededBytes").getAsLong(),
        now + " after " + before);
    // As the core plans it.
    DataSet dataSet = DataSet.at(FileStores.local(), path);
    Snapshot current = dataSet.current();
    long needed =
        new ScanExplainer(dataSet, current, List.of("id"), Predicate.parse("k < 10000"), null)
            .explain()
            .needed();
    assertEquals(needed, now.get("neededBytes").getAsLong());
  }

  @Test
  void explainPrintsTextAndAPage() throws Exception {
    String path = sorted();
    Row row = call("explain", path, ", where => \"word = 'w<1>'\", device => 'hdd'");
    String text = row.getAs("text");
    assertTrue(text.startsWith(path + ": SELECT * WHERE word = 'w<1>'\n"), text);
    assertTrue(text.contains("on seek=10ms; bandwidth=100MiB/s"), text);
    Document page = parse(row.getAs("html"));
    String shown = page.getDocumentElement().getTextContent();
    assertTrue(shown.contains("'w<1>'"), shown);
    assertTrue(shown.contains("in row groups"), shown);
    assertEquals(0, page.getElementsByTagName("script").getLength());
  }

  @Test
  void mapDrawsTheFilesOfASnapshot() throws Exception {
    String path = sorted();
    Row row = call("map", path, "");
    String text = row.getAs("text");
    assertTrue(text.startsWith("40,000 rows, 3 columns, "), text);
    assertTrue(text.contains("reorder=sort(k)"), text);
    assertFalse(text.contains("SELECT"), text);
    int rects = parse(row.getAs("html")).getElementsByTagName("rect").getLength();
    assertTrue(rects > 3 * ROWS / 16384, rects + " shapes");
    assertEquals("svg", parse(row.getAs("svg")).getDocumentElement().getTagName());
    String before = call("map", path, ", snapshot => 1").getAs("text");
    assertTrue(before.contains("reorder=none"), before);
    String query =
        call("map", path, ", columns => array('id'), where => 'k < 10000'").getAs("text");
    assertTrue(query.contains("SELECT id WHERE k < 10000\nreads 1 of 1 file, "), query);
  }

  @Test
  void namesOfTheCatalog() {
    String name = table();
    sql("CREATE TABLE " + name + " USING placed AS SELECT id, id % 5 AS five FROM range(1000)");
    String text = call("explain", name, ", columns => array('five')").getAs("text");
    assertTrue(text.contains("SELECT five\n"), text);
    String map = call("map", name, "").getAs("text");
    assertTrue(map.startsWith("1,000 rows, 2 columns, "), map);
    sql("DROP TABLE " + name);
  }

  @Test
  void wrongArguments() {
    String path = sorted();
    for (String procedure : List.of("map", "explain")) {
      String column = error(procedure, path, ", columns => array('nothing')");
      assertTrue(column.contains("nothing"), column);
      String none = error(procedure, path, ", columns => array('id', cast(NULL AS string))");
      assertTrue(none.contains("argument columns: an element is NULL"), none);
      String where = error(procedure, path, ", where => 'k <'");
      assertTrue(where.contains("k <"), where);
      String snapshot = error(procedure, path, ", snapshot => 7");
      assertTrue(snapshot.contains("snapshot 7 does not exist"), snapshot);
    }
  }
}
