package io.placed.experiments.coldstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.OneIn;
import io.placed.experiments.command.Bench;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ColdStart through the real command, with processes of its own. */
@OneIn(2)
class ColdStartTest {
  @TempDir Path data;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int bench(String... arguments) {
    return Bench.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
        .execute(arguments);
  }

  @Test
  void bothFormatsHaveTheirRunsAndAProfile() {
    int code =
        bench(
            "ColdStart",
            "--workloads",
            "java-sums",
            "--forks",
            "1",
            "--runs",
            "3",
            "--scale",
            "0.01",
            "--profile",
            "--json",
            "--data",
            data.toString());
    assertEquals(0, code, err.toString());
    JsonArray reports = JsonParser.parseString(out.toString()).getAsJsonArray();
    assertEquals(1, reports.size());
    JsonObject report = reports.get(0).getAsJsonObject();
    for (String format : ColdProcess.FORMATS) {
      JsonObject times = report.getAsJsonObject("milliseconds").getAsJsonObject(format);
      assertEquals(Set.of("run 1", "runs 2 to 3"), times.keySet());
      assertTrue(times.getAsJsonArray("run 1").get(0).getAsDouble() > 0);
      JsonObject first =
          report.getAsJsonObject("profiles").getAsJsonObject(format).getAsJsonObject("run 1");
      assertTrue(first.get("classes loaded (number)").getAsDouble() > 0, report.toString());
      assertTrue(first.get("compiler: C1").getAsDouble() > 0, report.toString());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--workloads, naps, workload 'naps' is not one of java-sums",
    "--formats, csv, format 'csv' is not one of parquet",
    "--formats, parquet, the workload command-line reads placed files only",
    "--forks, 0, --forks and --runs are at least 1"
  })
  void wrongOptionsAreRefused(String option, String value, String message) {
    assertEquals(2, bench("ColdStart", option, value));
    assertTrue(err.toString().contains(message), err.toString());
  }

  @Test
  void otherAnswersAreAnError() {
    ColdReport report = new ColdReport(Workload.JAVA_SUMS, ColdProcess.FORMATS, 1);
    report.add("parquet", List.of(new TimedRun("1", 0, 1, "5 1.0")));
    report.add("placed", List.of(new TimedRun("1", 0, 1, "5 1.0000000000001")));
    IllegalStateException wrong =
        assertThrows(
            IllegalStateException.class,
            () -> report.add("placed", List.of(new TimedRun("1", 0, 1, "5 1.1"))));
    assertTrue(wrong.getMessage().contains("placed answers 5 1.1"), wrong.getMessage());
  }
}
