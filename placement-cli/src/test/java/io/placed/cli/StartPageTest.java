package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands and statements of {@code docs/start.md} in their order, with a directory of the
 * test in the place of {@code /data}. Blocks of {@code sh} install what a test already has and are
 * not run.
 */
class StartPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
  private static final String QUERIES = "-- /data/queries.sql\n";

  /** More rows than a task or a page has; the page's own table has ten times as many. */
  private static final int ROWS = 30_000;

  @TempDir Path dir;

  @BeforeEach
  void write() throws IOException {
    Path csv = Files.writeString(dir.resolve("flights.csv"), flights());
    Cli.run("convert", csv, dir.resolve("flights.parquet")).ok();
    String[] queries =
        blocks("").stream().filter(b -> b.startsWith(QUERIES)).toArray(String[]::new);
    assertEquals(1, queries.length);
    Files.writeString(dir.resolve("queries.sql"), here(queries[0]));
  }

  /** Made-up flights in the order of days, with the columns of the real ones that the page uses. */
  private static String flights() {
    Random random = new Random(1);
    String[] carriers = {"AA", "B6", "DL", "EV", "MQ", "UA", "WN"};
    String[] origins = {"EWR", "JFK", "LGA"};
    StringBuilder csv =
        new StringBuilder("month,day,dep_time,dep_delay,arr_delay,carrier,flight,origin,dest\n");
    for (int i = 0; i < ROWS; i++) {
      int delay = random.nextInt(200) - 20;
      boolean cancelled = random.nextInt(40) == 0;
      csv.append(1 + i * 12 / ROWS).append(',').append(1 + i % 28).append(',');
      csv.append(cancelled ? "NA,NA,NA" : random.nextInt(2400) + "," + delay + "," + (delay - 5));
      csv.append(',').append(carriers[random.nextInt(carriers.length)]).append(',');
      csv.append(random.nextInt(5000)).append(',').append(origins[random.nextInt(3)]).append(',');
      csv.append((char) ('A' + random.nextInt(26))).append("XX\n");
    }
    return csv.toString();
  }

  /** The blocks of a language, or with the empty text all of them. */
  private static List<String> blocks(String language) throws IOException {
    List<String> blocks = new ArrayList<>();
    Matcher m = BLOCK.matcher(Files.readString(Path.of("..", "docs", "start.md")));
    while (m.find()) {
      if (language.isEmpty() || language.equals(m.group(1))) {
        blocks.add(m.group(2));
      }
    }
    return blocks;
  }

  private String here(String text) {
    return text.replace("/data/", dir + "/");
  }

  @Test
  void everyBlockIsRunSomewhere() throws IOException {
    Matcher m = BLOCK.matcher(Files.readString(Path.of("..", "docs", "start.md")));
    while (m.find()) {
      assertTrue(List.of("", "sql", "python", "sh").contains(m.group(1)), m.group());
      if (m.group(1).isEmpty()) {
        assertTrue(m.group(2).startsWith("$ placed "), m.group());
      }
    }
  }

  @Test
  void commandsOfTheCommandLine() throws Exception {
    List<String> printed = new ArrayList<>();
    int commands = 0;
    for (String block : blocks("")) {
      for (String line : block.replace("\\\n", " ").split("\n")) {
        if (line.startsWith("$ ")) {
          commands++;
          String out = run(here(line.substring(2)));
          if (line.contains("| sha256sum")) {
            printed.add(out);
          }
        }
      }
    }
    assertTrue(commands >= 10, commands + " commands");
    if (!printed.isEmpty()) {
      assertEquals(List.of(printed.get(0), printed.get(0)), printed);
    }
    assertSameRows("flights", "flights-again.parquet");
    String layout = Cli.run("inspect", dir.resolve("flights")).ok().out();
    assertTrue(layout.contains("reorder=sort(carrier, dep_time)"), layout);
  }

  /** A command of ours, and perhaps a pipe to others. */
  private static String run(String command) throws Exception {
    int pipe = command.indexOf(" | ");
    List<String> words = new ArrayList<>();
    Matcher m = WORD.matcher(pipe < 0 ? command : command.substring(0, pipe));
    while (m.find()) {
      words.add(m.group(1) != null ? m.group(1) : m.group(2) != null ? m.group(2) : m.group(3));
    }
    assertEquals("placed", words.remove(0), command);
    String out = Cli.run(words.toArray()).ok().out();
    assertFalse(out.isEmpty(), command);
    if (pipe < 0) {
      return out;
    }
    Process shell = new ProcessBuilder("bash", "-c", command.substring(pipe + 3)).start();
    try (var in = shell.getOutputStream()) {
      in.write(out.getBytes(StandardCharsets.UTF_8));
    }
    String piped = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, shell.waitFor(), command);
    return piped;
  }

  @Test
  void statementsOfSparkSql() throws Exception {
    try (SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "localhost")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.warehouse.dir", dir.resolve("warehouse").toString())
            .getOrCreate()) {
      int statements = 0;
      for (String block : blocks("sql")) {
        if (block.startsWith(QUERIES)) {
          continue;
        }
        for (String statement : block.split(";\\s*\n")) {
          statements++;
          List<Row> rows = spark.sql(here(statement)).collectAsList();
          if (statement.contains("EXCEPT ALL")) {
            assertEquals(0, rows.get(0).getLong(0), statement);
          } else if (statement.contains("VERSION AS OF")) {
            assertEquals(ROWS, rows.get(0).getLong(0), statement);
          } else if (!statement.startsWith("CREATE")) {
            assertFalse(rows.isEmpty(), statement);
          }
        }
      }
      assertTrue(statements >= 10, statements + " statements");
    }
    assertSameRows("flights", "flights-again");
    String layout = Cli.run("inspect", dir.resolve("flights")).ok().out();
    assertTrue(layout.contains("reorder=sort(carrier, dep_time)"), layout);
  }

  private void assertSameRows(String... tables) {
    String[] expected = rows("flights.parquet");
    assertEquals(ROWS + 1, expected.length);
    for (String table : tables) {
      assertEquals(List.of(expected), List.of(rows(table)), table);
    }
  }

  private String[] rows(String table) {
    String[] lines = Cli.run("cat", dir.resolve(table)).ok().out().split("\n");
    Arrays.sort(lines);
    return lines;
  }
}
