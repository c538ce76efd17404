package io.placed.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.OneIn;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every benchmark runs, and what the engines find agrees; how fast it runs does not matter. */
@OneIn(2)
class SmokeTest {
  @TempDir static Path directory;

  @Test
  void scansOfEveryEngineAgree() throws Exception {
    // In this process: a JVM for each engine would take a minute.
    String out = bench("StoreSalesScan", "--smoke", "--forks", "0", "--loops", "simple");
    assertTrue(out.contains("| placed |"), out);
    assertTrue(out.contains("| orc zstd |"), out);
    for (String end : List.of(".json", ".md", ".svg")) {
      assertTrue(Files.size(directory.resolve("out").resolve("StoreSalesScan" + end)) > 0, end);
    }
  }

  @Test
  void forksHaveWhatTheyNeed() throws Exception {
    String out =
        bench("ProjectOneColumn", "--smoke", "--engines", "placed", "--loops", "wide", "--json");
    assertTrue(out.contains("\"forks\""), out);
  }

  static List<String> benchmarks() {
    return Chosen.any(
        List.of(
            "ProjectOneColumn",
            "FilterRange",
            "FilterLookup",
            "FilterSelective",
            "FilterMost",
            "FilterString",
            "WideTableOpen",
            "WriteTable"),
        3);
  }

  @ParameterizedTest
  @MethodSource("benchmarks")
  void enginesAgree(String benchmark) throws Exception {
    String out = bench(benchmark, "--smoke", "--forks", "0");
    assertTrue(out.contains("| placed |"), out);
  }

  @Test
  void stringsDatesAndDecimalsAreSummedToo() throws Exception {
    bench(
        "StoreSalesScan",
        "--smoke",
        "--forks",
        "0",
        "--loops",
        "simple",
        "--table",
        "lineitem:decimal",
        "--engines",
        "placed,(Spark),orc");
  }

  @Test
  void sizesOfGeneratedTablesAndFilesAreShown() throws Exception {
    Path csv = directory.resolve("some.csv");
    Files.writeString(csv, "a,b,c\n1,x,2020-01-01\n2,NA,2020-01-02\n");
    String generated = String.join(",", Chosen.oneOf(List.of("store_sales:decimal", "item")));
    String out = bench("Sizes", "--smoke", "--tables", generated + "," + csv);
    assertTrue(out.contains("| some | 2 | 3 |"), out);
  }

  @Test
  void everyKernelRuns() throws Exception {
    // Opening and decoding a page, and one width or two: the other methods share their setup.
    String include = "(openAndDecode|Unpack.*)$";
    String out = bench("Micro", "--smoke", "--forks", "0", "--include", include);
    assertTrue(out.contains("EncodingBenchmark.openAndDecode"), out);
    assertTrue(out.contains("UnpackBenchmark.unpackInts"), out);
  }

  @Test
  void unknownNamesAreWrongUsage() {
    StringWriter err = new StringWriter();
    int code =
        BenchmarksCommand.commandLine(new PrintWriter(new StringWriter()), new PrintWriter(err))
            .execute("Nothing");
    assertEquals(2, code);
    assertTrue(err.toString().contains("StoreSalesScan"), err.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Micro --tables lineitem --seconds 1 | does not use --tables; it uses --forks,",
        "StoreSalesScan --include Unpack | does not use --include; it uses --tables,",
        "WriteTable --loops wide | does not use --loops",
        "Sizes --forks 2 --heap 1g | does not use --forks, --heap; it uses --tables, --scale,",
        "WideTableOpen --scale 2 | does not use --scale",
        "Sizes --tables a.csv,b.csv.gz --scale 2 | does not use --scale",
        "Micro --both --no-vector-api | --both includes --no-vector-api",
        "--json TableMetadata | 'TableMetadata' does not use --json of benchmarks",
      })
  void optionsThatTheBenchmarkDoesNotUseAreRefused(String arguments, String expected) {
    StringWriter err = new StringWriter();
    int code =
        BenchmarksCommand.commandLine(new PrintWriter(new StringWriter()), new PrintWriter(err))
            .execute(arguments.split(" "));
    assertEquals(2, code);
    assertTrue(err.toString().contains(expected), err.toString());
  }

  private static String bench(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    if (!all.contains("Micro")) {
      all.addAll(List.of("--data", directory.resolve("data").toString()));
    }
    all.addAll(List.of("--out", directory.resolve("out").toString()));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        BenchmarksCommand.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
            .execute(all.toArray(String[]::new));
    assertEquals(0, code, err::toString);
    return out.toString();
  }
}
