package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the commands and statements of {@code docs/start.md} and of the guides in their order, with
 * a directory of the test in the place of {@code /data}. Blocks of {@code sh} install what a test
 * already has and are not run; those of Python are run by the tests of the Python package.
 */
class GuidePagesTest {
  private static final String START = "start.md";

  static Stream<String> pages() {
    return Stream.of(START, "choose.md", "time-travel.md", "upkeep.md", "moving.md", "tuning.md");
  }

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
        blocks(START, "").stream().filter(b -> b.startsWith(QUERIES)).toArray(String[]::new);
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
  private static List<String> blocks(String page, String language) throws IOException {
    List<String> blocks = new ArrayList<>();
    Matcher m = BLOCK.matcher(Files.readString(Path.of("..", "docs", page)));
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

  @ParameterizedTest
  @MethodSource("pages")
  void everyBlockIsRunSomewhere(String page) throws IOException {
    Matcher m = BLOCK.matcher(Files.readString(Path.of("..", "docs", page)));
    while (m.find()) {
      assertTrue(List.of("", "sql", "python", "sh").contains(m.group(1)), m.group());
      if (m.group(1).isEmpty()) {
        assertTrue(m.group(2).startsWith("$ placed "), m.group());
      }
    }
  }

  @Test
  void commandsOfTheStartPage() throws Exception {
    assertTrue(runCommands(START) >= 15);
    assertSameRows("flights", "flights-again.parquet");
    String layout = Cli.run("inspect", dir.resolve("flights")).ok().out();
    assertTrue(layout.contains("reorder=sort(carrier, dep_time)"), layout);
  }

  @ParameterizedTest
  @CsvSource({
    "choose.md, sorted",
    "time-travel.md, flights",
    "upkeep.md, flights",
    "moving.md, out.parquet",
    "tuning.md, flights",
  })
  void commandsOfTheGuides(String page, String table) throws Exception {
    assertTrue(runCommands(page) >= 4);
    assertSameRows(table);
  }

  private int runCommands(String page) throws IOException {
    int commands = 0;
    for (String block : blocks(page, "")) {
      String[] lines = block.replace("\\\n", " ").split("\n");
      for (int i = 0; i < lines.length; i++) {
        if (lines[i].startsWith("$ ")) {
          commands++;
          boolean differs = i + 1 < lines.length && lines[i + 1].endsWith(" differ");
          run(here(lines[i].substring(2)), differs ? 1 : 0);
        }
      }
    }
    return commands;
  }

  private static void run(String command, int code) {
    List<String> words = new ArrayList<>();
    Matcher m = WORD.matcher(command);
    while (m.find()) {
      words.add(m.group(1) != null ? m.group(1) : m.group(2) != null ? m.group(2) : m.group(3));
    }
    assertEquals("placed", words.remove(0), command);
    Cli.Result result = Cli.run(words.toArray());
    assertEquals(code, result.code(), command + ": " + result.err());
    assertFalse(result.out().isEmpty(), command);
  }

  @Test
  void statementsOfTheStartPage() throws Exception {
    assertTrue(runStatements(START) >= 13);
    assertSameRows("flights", "flights-again");
    String layout = Cli.run("inspect", dir.resolve("flights")).ok().out();
    assertTrue(layout.contains("reorder=sort(carrier, dep_time)"), layout);
  }

  @ParameterizedTest
  @CsvSource({
    "choose.md, trips",
    "time-travel.md, trips",
    "upkeep.md, trips",
    "moving.md, out-again",
    "tuning.md, trips",
  })
  void statementsOfTheGuides(String page, String table) throws Exception {
    assertTrue(runStatements(page) >= 2);
    assertSameRows(table);
  }

  private int runStatements(String page) throws Exception {
    int statements = 0;
    try (SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "localhost")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.warehouse.dir", dir.resolve("warehouse").toString())
            .getOrCreate()) {
      for (String block : blocks(page, "sql")) {
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
          } else if (statement.startsWith("SELECT") || statement.contains("advise")) {
            assertFalse(rows.isEmpty(), statement);
          }
        }
      }
    }
    return statements;
  }

  /** In whatever order the rows and columns are. */
  private void assertSameRows(String... tables) {
    for (String table : tables) {
      String said = Cli.run("diff", dir.resolve("flights.parquet"), dir.resolve(table)).ok().out();
      assertTrue(said.contains(String.format(Locale.ROOT, "%,d rows", ROWS)), said);
    }
  }
}
