package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.placement.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands on tables whose columns are in several files. */
class PackingCommandsTest {
  @TempDir Path dir;
  private Path csv;
  private List<String> expected;

  @BeforeEach
  void writeInput() throws IOException {
    StringBuilder text = new StringBuilder("k,word,x\n");
    for (int i = 0; i < 3000; i++) {
      text.append(i).append(",w").append(i % 7).append(',').append(i / 8.0).append('\n');
    }
    csv = Files.writeString(dir.resolve("in.csv"), text);
    Path plain = dir.resolve("plain.placed");
    Cli.run("convert", csv, plain).ok();
    expected = rows(plain);
  }

  static Stream<String> placements() {
    return Stream.concat(
        Placement.presetNames().stream(),
        Stream.of(
            "cf; row-group=700 rows",
            "cfile; row-group=700 rows",
            "row-group=700 rows; packing=files(2)",
            "column-groups=all stride 1; packing=copies(one-row-group; (k,x) stride 1; none)"));
  }

  private static List<String> rows(Path table) {
    return Cli.run("cat", table).ok().out().lines().toList();
  }

  @ParameterizedTest
  @MethodSource("placements")
  void convertRewriteVerifyInspect(String placement) throws IOException {
    for (String name : List.of("t", "t.placed")) {
      Path table = dir.resolve("d").resolve(name);
      Cli.run("convert", csv, table, "--placement", placement).ok();
      requireSound(table);
      Cli.run("rewrite", table, "--placement", "cf; row-group=1000 rows").ok();
      requireSound(table);
      Cli.run("rewrite", table, "--placement", placement).ok();
      requireSound(table);
      Cli.run("convert", csv, table, "--placement", placement, "--overwrite").ok();
      requireSound(table);
    }
    Path single = dir.resolve("d/t.placed");
    Cli.run("convert", csv, single, "--placement", "default", "--overwrite").ok();
    try (Stream<Path> left = Files.list(dir.resolve("d"))) {
      assertEquals(2, left.count(), "the data set, and one file without siblings");
    }
  }

  private void requireSound(Path table) {
    assertEquals(expected, rows(table));
    Cli.run("verify", table).ok();
    Cli.run("inspect", table).ok();
    Cli.run("inspect", table, "--json").ok();
    Cli.run("stats", table).ok();
  }

  @Test
  void aMissingSiblingIsNamed() throws IOException {
    Path table = dir.resolve("d/t.placed");
    Cli.run("convert", csv, table, "--placement", "cf").ok();
    Path sibling;
    try (Stream<Path> all = Files.list(table.getParent())) {
      sibling = all.filter(f -> f.getFileName().toString().startsWith("_")).findAny().orElseThrow();
    }
    Files.delete(sibling);
    for (String command : List.of("verify", "cat")) {
      Cli.Result result = Cli.run(command, table);
      assertTrue(result.code() != 0);
      String text = result.out() + result.err();
      assertTrue(text.contains(sibling.getFileName().toString()), text);
      assertTrue(text.contains("does not exist"), text);
    }
  }
}
