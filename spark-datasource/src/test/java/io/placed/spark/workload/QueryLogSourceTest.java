package io.placed.spark.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.workload.LoadedWorkload;
import io.placed.advise.workload.Workloads;
import io.placed.io.FileStores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Exported query histories, such as that of Hive. */
class QueryLogSourceTest extends WorkloadTestCase {
  private static final String SCAN =
      "select sum(l_quantity) from lineitem where l_shipdate < date '1994-01-01'";

  @BeforeEach
  void write() {
    tpch("lineitem", "placed");
  }

  private LoadedWorkload load(String name, String text) throws Exception {
    Path file = Files.writeString(Path.of(path(name)), text);
    return Workloads.load(
            FileStores.local(),
            file.toString(),
            List.of(placed("lineitem", path("lineitem.placed"))))
        .get(0);
  }

  private static void assertLoaded(LoadedWorkload loaded) {
    assertEquals(1, loaded.queries().size(), "" + loaded.queries());
    assertEquals(2, loaded.queries().get(0).weight(), "" + loaded.queries());
    assertEquals(300, loaded.queries().get(0).millis());
    assertRanges(
        "lineitem",
        loaded.queries().get(0).filter(),
        "l_shipdate",
        null,
        "l_shipdate < date '1994-01-01'");
    assertEquals(0.75, loaded.report().share(), 1e-9, "" + loaded.report().lines());
    List<String> lines = loaded.report().lines();
    assertTrue(lines.get(0).startsWith("75.0 % of the run time is understood"), "" + lines);
    assertTrue(
        lines.stream().anyMatch(l -> l.contains("25.0 % of the run time (1 queries)")), "" + lines);
  }

  @Test
  void jsonLines() throws Exception {
    assertLoaded(
        load(
            "log.jsonl",
            "{'query_id':'1','sql':'%s','total_time_ms':200,'query_state':'FINISHED'}\n"
                    .formatted(SCAN.replace("'", "\\u0027"))
                    .replace('\'', '"')
                + "{'sql':'%s;','total_time_ms':400}\n"
                    .formatted(SCAN.replace("'", "\\u0027"))
                    .replace('\'', '"')
                + "{\"sql\":\"select x from elsewhere\",\"total_time_ms\":200}\n"
                + "{\"sql\":\"select y from lineitem\",\"total_time_ms\":900,"
                + "\"query_state\":\"ERROR\"}\n"));
  }

  @Test
  void csvOfBeeline() throws Exception {
    assertLoaded(
        load(
            "log.csv",
            "query_history.query_id,query_history.sql,query_history.total_time_ms,"
                + "query_history.failure_reason\n"
                + "1,\""
                + SCAN.replace(" from", "\nfrom")
                + "\",200,NULL\n"
                + "2,\""
                + SCAN
                + "\",400,\n"
                + "3,\"select \"\"x\"\" from elsewhere\",200,\n"
                + "4,select y from lineitem,900,no such column\n"));
  }

  /** A log of a session that was advised by it. */
  @Test
  void theCallThatReadsTheLogIsNotCalledAgain() throws Exception {
    String call =
        "call placed.system.advise(table => '%s', workload => '%s')"
            .formatted(path("lineitem.placed"), path("own.jsonl"));
    LoadedWorkload loaded =
        load("own.jsonl", "{\"sql\":\"" + call + "\"}\n{\"sql\":\"select l_tax from lineitem\"}\n");
    assertEquals(1, loaded.queries().size(), "" + loaded.queries());
    String why = since("4.0") ? "found Call" : "CALL needs Spark 4.0";
    assertTrue(
        loaded.report().lines().stream().anyMatch(l -> l.contains(why)),
        "" + loaded.report().lines());
  }

  @Test
  void aFileThatIsCutIsUsedAsFarAsItGoes() throws Exception {
    String line = "{\"sql\":\"select l_tax from lineitem\"}\n";
    LoadedWorkload loaded = load("cut.jsonl", line + line.substring(0, 20));
    assertEquals(1, loaded.queries().size());
    assertTrue(
        loaded.report().lines().stream().anyMatch(l -> l.contains("lines without a statement")),
        "" + loaded.report().lines());
    String found = assertThrows(Exception.class, () -> load("none.csv", "a,b\n1,2\n")).getMessage();
    assertTrue(found.contains("none.csv"), found);
  }
}
