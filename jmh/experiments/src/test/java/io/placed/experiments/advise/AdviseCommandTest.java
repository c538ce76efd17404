package io.placed.experiments.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.OneIn;
import io.placed.experiments.command.Bench;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The laboratory of the adviser through the real command, with a tiny table. */
@OneIn(2)
class AdviseCommandTest {
  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int bench(String... args) {
    return Bench.commandLine(new PrintWriter(out, true), new PrintWriter(err, true)).execute(args);
  }

  @Test
  void predictsWhatIsCounted() throws IOException {
    Path data = directory.resolve("data");
    int code =
        bench(
            "run",
            "advise",
            "--tables=lineitem",
            "--scale=0.01",
            "--placements=5",
            "--workloads=1",
            "--uniform=1",
            "--runs=1",
            "--data=" + data,
            "--out=" + directory);
    assertEquals(0, code, err.toString());
    assertTrue(out.toString().contains("| queries of | number |"), out.toString());
    JsonObject json =
        JsonParser.parseString(Files.readString(directory.resolve("advise.json")))
            .getAsJsonObject();
    int placements = json.get("placements").getAsInt();
    assertTrue(placements >= 5, json.toString());
    JsonObject all = json.getAsJsonObject("errors").getAsJsonObject("all");
    // 6 templates and 3 held out, 2 runs each.
    int queries = all.get("queries").getAsInt();
    // Layouts with partitions are written, but not predicted.
    assertTrue(
        queries >= 5 * 18 && queries <= placements * 18 && queries % 18 == 0, json.toString());
    // Tables of 59 pages are predicted worse than those of the full run, whose median is 1 to 2 %.
    assertTrue(all.get("bytesErrorMedian").getAsDouble() <= 0.1, json.toString());
    assertEquals(1, json.get("unchanged").getAsDouble());
    List<String> lines = Files.readAllLines(directory.resolve("advise.jsonl"));
    assertEquals(queries, lines.size());
    String svg = Files.readString(directory.resolve("advise.svg"));
    // A path for each point, of which there are 90 or more; grid and axes are lines.
    assertTrue(svg.split("<path").length > 60, svg.substring(0, 500));
    try (var left = Files.list(data)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void wrongOptionsAreRefused() {
    assertEquals(2, bench("run", "advise", "--rows=10"));
    assertTrue(err.toString().contains("--rows is at least 1000"), err.toString());
    assertEquals(2, bench("run", "advise", "--device=floppy"));
    assertTrue(err.toString().contains("--device: placement.device"), err.toString());
    assertEquals(2, bench("run"));
    assertTrue(err.toString().contains("Missing required parameter: 'NUMBER'"), err.toString());
  }
}
