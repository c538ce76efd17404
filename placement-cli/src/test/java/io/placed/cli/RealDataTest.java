package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.scan.FileReader;
import io.placed.scan.RowGroupInfo;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real tables are preserved by conversions to every format. */
class RealDataTest {
  @TempDir Path dir;

  @ParameterizedTest
  @CsvSource({
    "birdstrikes.csv, out.placed, none",
    "birdstrikes.csv, out.placed, 'sort(`Origin State`, `Cost Total $` desc)'",
    "birdstrikes.csv, table, 'sort(`Flight Date`)'",
    "birdstrikes.csv, out.parquet,",
    "birdstrikes.csv, out.csv.gz,",
    "weather.csv, out.placed, 'sort(temp)'",
    "weather.csv, table, none",
    "weather.csv, out.parquet,",
    "weather.csv, out.csv,",
    "flights.csv.gz, out.placed, 'sort(carrier, dep_time desc)'",
  })
  void comesBackEqualToItsSource(String name, String target, String reorder) throws IOException {
    Path source = source(name);
    Path output = dir.resolve(target);
    if (reorder == null) {
      Cli.run("convert", source, output).ok();
    } else {
      Cli.run("convert", source, output, "--reorder", reorder).ok();
    }

    Map<String, Integer> expected = multiset(text(source), types(source));
    Map<String, Integer> found = multiset(Cli.run("cat", output).ok().out(), types(output));
    assertEquals(expected.size(), found.size());
    assertEquals(expected, found);
  }

  @ParameterizedTest
  @CsvSource({"none, 512", "sort(carrier), 512", "none, 1024", "sort(dest), 1024"})
  void rowGroupsOfFlightsEndWithinFivePercentOfTheirSize(String reorder, int kib)
      throws IOException {
    Path table = dir.resolve("flights.placed");
    String rowGroup = kib + "KiB";
    Cli.run(
            "convert",
            source("flights.csv.gz"),
            table,
            "--reorder",
            reorder,
            "--row-group",
            rowGroup)
        .ok();
    LocalFileStore store = new LocalFileStore();
    try (FileReader file = FileReader.open(store.input(table.toString()), new IoCounters())) {
      List<Long> lengths = file.rowGroups().stream().map(RowGroupInfo::length).toList();
      for (long length : lengths.subList(0, lengths.size() - 1)) {
        assertEquals(kib * 1024.0, length, 0.05 * kib * 1024, lengths.toString());
      }
    }
  }

  private Path source(String name) throws IOException {
    Path shared = Path.of("../../shared/data").resolve(name);
    if (name.startsWith("flights")) {
      // Eight megabytes are too much for the source tree.
      assumeTrue(Files.exists(shared), () -> "left out: there is no " + shared.toAbsolutePath());
      return shared;
    }
    Path copy = dir.resolve(name);
    try (InputStream in = RealDataTest.class.getResourceAsStream("/data/" + name)) {
      Files.copy(in, copy);
    }
    return copy;
  }

  private static String text(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    if (bytes[0] == 0x1f) {
      bytes = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static List<String> types(Path table) {
    JsonArray columns =
        JsonParser.parseString(Cli.run("schema", table, "--json").ok().out()).getAsJsonArray();
    List<String> types = new ArrayList<>();
    for (JsonElement c : columns) {
      types.add(c.getAsJsonObject().get("type").getAsString());
    }
    return types;
  }

  /** The number of occurrences of each row; numbers are compared as numbers. */
  private static Map<String, Integer> multiset(String csv, List<String> types) {
    Map<String, Integer> out = new HashMap<>();
    List<List<String>> records = PlainCsv.parse(csv);
    out.put(String.join("\u0000", records.get(0)), 1);
    for (List<String> record : records.subList(1, records.size())) {
      StringBuilder row = new StringBuilder();
      for (int i = 0; i < types.size(); i++) {
        row.append(value(record.get(i), types.get(i))).append('\u0000');
      }
      out.merge(row.toString(), 1, Integer::sum);
    }
    return out;
  }

  private static String value(String text, String type) {
    if (type.equals("string")) {
      return text;
    }
    if (text.isEmpty() || text.equals("NA")) {
      return "missing";
    }
    return type.equals("double") ? Double.toString(Double.parseDouble(text)) : text;
  }
}
