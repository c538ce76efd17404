package io.placed.spark.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.advise.check.AdviceMemory;
import io.placed.advise.cost.Calibration;
import io.placed.advise.cost.Predicted;
import io.placed.io.FileStores;
import io.placed.table.DataSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** From the scans of a session to advice, to a rewrite, to the same scans, and back. */
class CheckAdviceTest extends WorkloadTestCase {
  private static final int ROWS = 300_000;

  /** The literals of {@link #ask}; a rank has digits or a point before them. */
  private static final Pattern LITERAL = Pattern.compile("(?<![0-9.])[4-6][0-9]0123(?![0-9])");

  private String table;

  @AfterEach
  void stop() {
    spark.conf().unset(HistoryListener.SETTING);
  }

  private void write() {
    table = path("events");
    spark
        .range(ROWS)
        .selectExpr(
            "cast(rand(1) * 1000000 as int) as k",
            "cast(rand(2) * 1e13 as bigint) as v",
            "cast(rand(3) * 1e13 as bigint) as w")
        .coalesce(1)
        .write()
        .format("placed")
        .save(table);
  }

  /** The queries of a workload: other literals each time. */
  private void ask(int from) {
    String name = "placed.`" + table + "`";
    for (int i = 0; i < 3; i++) {
      int k = from + 30_000 * i;
      String range = " WHERE k >= " + k + " AND k < ";
      sql("SELECT sum(v) FROM " + name + range + (k + 20_000)).collectAsList();
      sql("SELECT sum(v + w) FROM " + name + range + (k + 100_000)).collectAsList();
    }
  }

  private static List<Row> call(String procedure, String arguments) throws Exception {
    drain();
    HistoryListener.await();
    return sql("CALL placed.system." + procedure + "(" + arguments + ")").collectAsList();
  }

  private static <T> T at(Row row, String column) {
    return row.getAs(column);
  }

  private static double number(Row row, String column) {
    return ((Number) row.getAs(column)).doubleValue();
  }

  @Test
  void predictionsAreCheckedAndTheirErrorsWidenTheNextBars() throws Exception {
    write();
    String history = path("history");
    spark.conf().set(HistoryListener.SETTING, history);
    ask(400_123);
    String of = "table => '" + table + "'";
    String asked = of + ", device => 'hdd', period => '1s', objective => 'bytes'";
    assertTrue(fails(of).contains("no advice is remembered, so there is nothing to check"));
    Row advice = call("advise", asked).get(0);
    assertTrue(CheckAdviceTest.<Boolean>at(advice, "change"), "" + advice);
    assertTrue(fails(of).contains("none of the 1 remembered advices was followed"));
    for (String statement : advice.<String>getList(advice.fieldIndex("statements"))) {
      sql(statement);
    }
    assertTrue(fails(of).contains("the history has no scan of the table since"));

    ask(500_123);
    List<Row> rows = call("check_advice", of);
    assertEquals(3, rows.size(), "" + rows);
    assertEquals(6L, CheckAdviceTest.<Long>at(rows.get(0), "scans"));
    assertEquals(at(advice, "placement").toString(), at(rows.get(0), "placement"));
    double largest = 0;
    for (Row row : rows.subList(1, 3)) {
      assertEquals(3L, CheckAdviceTest.<Long>at(row, "scans"));
      double log = Math.log(number(row, "bytes_counted") / number(row, "bytes_predicted"));
      largest = Math.max(largest, Math.abs(log));
      // A range ends in one page of some twenty more or less.
      assertTrue(Math.abs(log) < Math.log(1.6), "" + row);
      assertEquals(Math.expm1(log), number(row, "bytes_error"), 1e-3);
      assertNotNull(at(row, "ms_predicted"));
      assertTrue(number(row, "ms_measured") > 0);
    }
    Calibration kept = AdviceMemory.of(DataSet.at(FileStores.local(), table)).calibration();
    assertEquals(2, kept.comparisons());
    assertEquals(largest, kept.bytes() * Predicted.Z90, 1e-3);
    try (var files = Files.list(Path.of(table, "_placed", "advice"))) {
      for (Path file : files.toList()) {
        boolean literal = LITERAL.matcher(Files.readString(file)).find();
        assertFalse(literal, file + " has a literal");
      }
    }

    Row next = call("advise", asked + ", remember => 'false'").get(1);
    double bar = Math.log(number(next, "bytes_after_high") / number(next, "bytes_after"));
    assertTrue(bar >= largest - 1e-3, bar + " is less than " + largest);
    Row report = call("check_advice_report", of).get(0);
    assertTrue(at(report, "text").toString().contains("next bars"), "" + report);
    JsonObject json = JsonParser.parseString(at(report, "json")).getAsJsonObject();
    JsonArray queries = json.getAsJsonArray("queries");
    assertEquals(2, queries.size());
    assertTrue(at(report, "html").toString().contains("<circle"));
  }

  @Test
  void optimizeSaysWhenTheWorkloadHasMovedAway() throws Exception {
    write();
    String of = "table => '" + table + "'";
    assertNull(at(call("optimize", of).get(0), "advise"));
    String alter = "ALTER TABLE placed.`" + table + "` SET TBLPROPERTIES ";
    String invalid = message(assertThrows(Exception.class, () -> sql(alter + "('advise'='yes')")));
    assertTrue(invalid.contains("property advise must be watch or off, found 'yes'"), invalid);
    sql(alter + "('advise'='watch')");
    String none = at(call("optimize", of).get(0), "advise");
    assertTrue(none.contains("no history is known"), none);
    String history = path("history");
    spark.conf().set(HistoryListener.SETTING, history);
    ask(200_123);
    String fits = at(call("optimize", of).get(0), "advise");
    assertTrue(fits.startsWith("advise=watch: ") && fits.contains("6 scans"), fits);
    spark.conf().unset(HistoryListener.SETTING);
    sql(alter + "('advise.history'='" + history + "')");
    assertTrue(at(call("optimize", of).get(0), "advise").toString().contains("6 scans"));
  }

  private static String fails(String arguments) {
    return message(assertThrows(Exception.class, () -> call("check_advice", arguments)));
  }

  @Test
  void wrongArgumentsAreExplained() throws Exception {
    write();
    String of = "table => '" + table + "'";
    assertTrue(fails(of).contains("spark.placed.history is not set"));
    Path workload = Files.writeString(Path.of(path("w.txt")), "read v where k [0.1 to 0.2]\n");
    String wrong = fails(of + ", workload => '" + workload + "'");
    assertTrue(wrong.contains("a history of scans is needed"), wrong);
    String remember =
        message(
            assertThrows(
                Exception.class,
                () ->
                    call("advise", of + ", workload => '" + workload + "', remember => 'maybe'")));
    assertTrue(remember.contains("argument remember must be true or false, found 'maybe'"));
  }
}
