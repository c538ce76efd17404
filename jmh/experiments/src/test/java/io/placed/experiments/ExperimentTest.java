package io.placed.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.Chosen;
import io.placed.OneIn;
import io.placed.experiments.command.Bench;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Experiments through the real command, at tiny scales. */
@OneIn(2)
class ExperimentTest {
  @TempDir static Path data;
  @TempDir Path directory;

  private record Said(int code, String out, String err) {}

  private static Said bench(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Bench.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
            .execute(arguments);
    return new Said(code, out.toString(), err.toString());
  }

  private Path results() {
    return directory.resolve("r.jsonl");
  }

  private Said run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("run"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--quick", "--runs", "1", "--data", data.toString()));
    all.addAll(List.of("--results", results().toString()));
    Said said = bench(all.toArray(String[]::new));
    return said;
  }

  private List<JsonObject> lines() throws IOException {
    return Files.readAllLines(results()).stream()
        .map(l -> JsonParser.parseString(l).getAsJsonObject())
        .filter(l -> l.has("cell"))
        .toList();
  }

  private static String value(JsonObject line, String knob) {
    JsonElement v = line.getAsJsonObject("cell").get(knob);
    return v == null ? null : v.getAsString();
  }

  private static double measure(JsonObject line, String name) {
    return line.getAsJsonObject("measures")
        .getAsJsonObject(name)
        .getAsJsonArray("runs")
        .get(0)
        .getAsDouble();
  }

  /** Numbers follow each other, and a knob means the same wherever it is. */
  @Test
  void theListIsWhole() {
    Map<String, String> meanings = new TreeMap<>();
    int number = 0;
    for (Experiment e : Experiments.all()) {
      assertEquals(++number, e.title().number());
      assertFalse(e.charts().isEmpty(), e.title().text());
      Set<String> names = new HashSet<>();
      for (Knob k : e.knobs()) {
        assertTrue(names.add(k.name()), e.title() + ": two knobs " + k.name());
        meanings.putIfAbsent(k.name(), k.kind().toString());
        assertEquals(meanings.get(k.name()), k.kind().toString(), k.name());
        k.full().forEach(k::require);
        k.quick().forEach(k::require);
      }
    }
    Said all = bench("list");
    assertEquals(0, all.code());
    assertEquals(44, number);
    assertTrue(all.out().contains("  43  All queries of TPC-H"), all.out());
    assertTrue(bench("list", "1").out().contains("--row-group"), "knobs are shown");
  }

  /**
   * The three containers need the same bytes, and cells that were measured are not measured again.
   */
  @Test
  void bytesOfColumnsAreCountedAndRunsGoOn() throws IOException {
    String[] command = {"1", "--scale", "0.003", "--row-group", "1", "--readahead", "512"};
    Said first = run(command);
    assertEquals(0, first.code(), first.toString());
    List<JsonObject> lines = lines();
    Set<String> formats = new HashSet<>();
    for (JsonObject line : lines) {
      if (line.get("status").getAsString().equals("NOT_MEASURED")) {
        // Readahead cannot be set everywhere; the result has the reason.
        assertTrue(line.get("reason").getAsString().contains("readahead"), line.toString());
        continue;
      }
      formats.add(value(line, "format"));
      double values = 6300 * 4 * 40;
      double needed = measure(line, "needed");
      assertTrue(needed >= values && needed < values * 1.2, line.toString());
      assertTrue(measure(line, "asked") >= values, line.toString());
    }
    assertTrue(
        formats.isEmpty() || formats.equals(Set.of("placed", "parquet", "orc")), "" + formats);

    // A line that was not finished is measured again, others are not.
    String text = Files.readString(results());
    Files.writeString(results(), text.substring(0, text.length() - 20));
    Said second = run(command);
    assertEquals(0, second.code(), second.toString());
    assertTrue(second.out().contains(lines.size() - 1 + " were there"), second.out());
    assertEquals(lines.size(), lines().size());
  }

  /** Known answers of SS-DB and TPC-H are found by every format in every layout. */
  @Test
  void answersAreThoseThatAreKnown() throws IOException {
    Said tpch = run("8", "--scale", "0.01", "--io", "0", "--row-group", "1");
    assertEquals(0, tpch.code(), tpch.toString());
    int answers = 0;
    for (JsonObject line : lines()) {
      if (line.get("status").getAsString().equals("MEASURED")) {
        answers++;
        double revenue = line.get("answer").getAsDouble();
        assertEquals(1193053.2253, revenue, 1e-3, line.toString());
      }
    }
    assertTrue(answers == 6 || answers == 0, "answers " + answers);
  }

  static List<String> comparisons() {
    return Chosen.any(
        List.of(
            "11 --scale 0.001 --type string",
            "18 --scale 0.001 --codec none --column double",
            "21 --scale 0.001 --codec none",
            "22 --scale 0.001 --codec zstd",
            "25 --scale 0.001 --selectivity 0.01",
            "29 --scale 0.001 --query Q4 --format placed-scalar,parquet-streaming",
            "30 --wide-columns 20",
            "32 --wide-columns 20",
            "36 --scale 0.001",
            "40 --scale 0.001",
            "44 --scale 0.001"),
        4);
  }

  /** Each of these compares every format with the generator's sums before it measures. */
  @ParameterizedTest
  @MethodSource("comparisons")
  void formatsAgree(String command) throws IOException {
    Said said = run(command.split(" "));
    assertEquals(0, said.code(), said.toString());
    boolean cold = List.of("18", "22").contains(command.substring(0, 2));
    for (JsonObject line : lines()) {
      String status = line.get("status").getAsString();
      assertTrue(status.equals("MEASURED") || cold, line.toString());
    }
  }

  /** Spark finds the known revenue in CSV and in Placed. */
  @Test
  void sparkFindsTheKnownRevenue() throws IOException {
    Said said = run("42", "--scale", "0.01", "--format", "csv,placed");
    assertEquals(0, said.code(), said.toString());
    assertEquals(2, lines().size());
  }

  /** A cell with another result fails, and its times are not recorded. */
  @Test
  void anotherAnswerIsAFailure() throws IOException {
    String[] command = {"30", "--wide-columns", "10", "--format", "orc"};
    assertEquals(0, run(command).code());
    String text = Files.readString(results());
    // As if another format had found eleven columns before.
    Files.writeString(
        results(),
        text.replace("\"format\":\"orc\"", "\"format\":\"arrow\"")
            .replace("\"answer\":\"10\"", "\"answer\":\"11\""));
    Said said = run(command);
    assertEquals(1, said.code(), said.toString());
    assertTrue(said.err().contains("found 10, expected 11"), said.err());
    JsonObject last = lines().get(1);
    assertEquals("FAILED", last.get("status").getAsString());
    assertTrue(last.getAsJsonObject("measures").isEmpty(), last.toString());
  }

  /** The report has a picture for each chart and the paper's statements. */
  @Test
  void theReportShowsPapersAndPictures() throws IOException {
    assertEquals(0, run("10", "--device", "paper").code());
    Path out = directory.resolve("report");
    Said report = bench("report", "--results", results().toString(), "-o", out.toString());
    assertEquals(0, report.code(), report.toString());
    String text = Files.readString(out.resolve("experiments.md"));
    assertTrue(text.contains("| doubles, row group 17.85 MiB | 50 % | 0.501 | agrees |"), text);
    assertTrue(text.contains("(experiment-10-1.svg)"), text);
    String picture = Files.readString(out.resolve("experiment-10-1.svg"));
    assertTrue(picture.startsWith("<svg") && picture.contains("row-group"), picture);
  }

  /** Invalid values are usage errors, raised before anything is measured. */
  @Test
  void wrongUsageIsNamed() {
    Said knob = run("10", "--io", "64");
    assertEquals(2, knob.code());
    assertTrue(knob.err().contains("--io"), knob.err());
    Said value = run("1", "--format", "csv");
    assertEquals(2, value.code());
    assertTrue(value.err().contains("one of placed, parquet, orc"), value.err());
    Said number = run("99");
    assertEquals(2, number.code());
    assertTrue(number.err().contains("no experiment 99"), number.err());
    Said none = bench("report", "--results", directory.resolve("no.jsonl").toString());
    assertEquals(1, none.code());
    assertTrue(none.err().contains("no.jsonl"), none.err());
  }
}
