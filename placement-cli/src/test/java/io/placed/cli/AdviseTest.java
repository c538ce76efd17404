package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.Chosen;
import io.placed.OneIn;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.InputSource;

/** Advice on the command line. */
@OneIn(2)
class AdviseTest {
  private static final int ROWS = 300_000;

  /** Queries that pay for a sort by {@code k}, if they are asked often enough. */
  private static final String SELECTIVE = "find: read v where k [0.4 to 0.41] weight 1000\n";

  @TempDir static Path dir;
  private static Path table;

  @BeforeAll
  static void write() throws IOException {
    StringBuilder text = new StringBuilder("k,v,free\n");
    Random r = new Random(1);
    for (int i = 0; i < ROWS; i++) {
      text.append(r.nextInt(1_000_000)).append(',').append(r.nextLong()).append(',');
      text.append(r.nextInt()).append('\n');
    }
    table = dir.resolve("events");
    Cli.run("convert", Files.writeString(dir.resolve("in.csv"), text), table).ok();
  }

  private static Path workload(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text);
  }

  private static JsonObject advice(Object... options) {
    Object[] args = new Object[options.length + 5];
    args[0] = "advise";
    args[1] = table;
    args[2] = "--json";
    args[3] = "--device";
    args[4] = "hdd";
    System.arraycopy(options, 0, args, 5, options.length);
    JsonArray all = JsonParser.parseString(Cli.run(args).ok().out()).getAsJsonArray();
    assertEquals(1, all.size());
    return all.get(0).getAsJsonObject();
  }

  private static double bytes(JsonObject reads) {
    return reads.getAsJsonObject("bytes").get("mean").getAsDouble();
  }

  /** Bytes that the reader needs for the query of {@link #SELECTIVE}. */
  private static double needed(Path of) {
    String out =
        Cli.run("explain", of, "-c", "v", "--where", "k > 400000 and k <= 410000", "--json")
            .ok()
            .out();
    return JsonParser.parseString(out)
        .getAsJsonObject()
        .getAsJsonObject("predicted")
        .get("neededBytes")
        .getAsDouble();
  }

  @Test
  void theAdvisedPlacementReadsWhatWasPredicted() throws Exception {
    JsonObject advice = advice("--workload", workload("w.txt", SELECTIVE));
    assertTrue(advice.get("change").getAsBoolean(), advice::toString);
    String best = advice.get("best").getAsString();
    assertTrue(best.startsWith("reorder=sort(k)"), best);
    Path sorted = dir.resolve("sorted");
    Cli.run("rewrite", table, "--output", sorted, "--placement", best).ok();
    assertEquals("balanced", advice.getAsJsonObject("now").get("profile").getAsString());
    assertEquals(needed(table), bytes(advice.getAsJsonObject("before")), 0.02 * needed(table));
    assertEquals(needed(sorted), bytes(advice.getAsJsonObject("after")), 0.3 * needed(sorted));
    assertTrue(needed(sorted) < 0.2 * needed(table));
  }

  @Test
  void statementsOfAFileOfSqlAreTheWorkload() throws Exception {
    Path sql =
        workload(
            "w.sql",
            "-- name find\n-- weight 1000\n"
                + "SELECT sum(v) FROM events WHERE k > 400000 AND k <= 410000;\n"
                + "SELECT count(*) FROM elsewhere;\n");
    JsonObject advice = advice("--workload", sql);
    assertTrue(advice.get("best").getAsString().startsWith("reorder=sort(k)"), advice::toString);
    assertTrue(advice.get("workload").toString().contains("elsewhere"), advice::toString);
  }

  @Test
  void queriesThatNoOrderHelpsChangeNothing() throws Exception {
    Path all = workload("all.txt", "all: read * weight 1000\n");
    JsonObject advice = advice("--workload", all);
    assertFalse(advice.get("change").getAsBoolean(), advice::toString);
    assertEquals(0, advice.getAsJsonArray("statements").size());
    String text = Cli.run("advise", table, "--workload", all, "--device", "hdd").ok().out();
    assertTrue(text.contains("change nothing: "), text);
    assertFalse(text.contains("placed rewrite"), text);
  }

  /**
   * Two families of queries: the statements make the table and its copy, which say who reads it.
   */
  @Test
  void copiesAreWrittenByTheStatementsAndReadWhatWasPredicted() throws Exception {
    String other = "other: read v where free [0.4 to 0.41] weight 1000\n";
    Path both = workload("both.txt", SELECTIVE + other);
    JsonObject advice = advice("--workload", both, "--copies", "2");
    assertTrue(advice.get("change").getAsBoolean(), advice::toString);
    JsonObject copy = advice.getAsJsonArray("copies").get(0).getAsJsonObject();
    Path made = dir.resolve(copy.get("name").getAsString());
    for (JsonElement s : advice.getAsJsonArray("statements")) {
      String command = s.getAsString();
      if (command.startsWith("placed convert")) {
        Cli.run((Object[]) words(command)).ok();
      }
    }
    double written = copy.getAsJsonObject("cost").get("bytesWritten").getAsDouble();
    assertEquals(size(made), written, 0.1 * written);
    assertEquals(2, copy.getAsJsonArray("columns").size(), advice::toString);
    String text =
        Cli.run("advise", table, "--workload", both, "--device", "hdd", "--copies", "2").ok().out();
    assertTrue(text.contains("  copy         " + copy.get("name").getAsString()), text);
    assertTrue(text.contains("add a copy: it saves"), text);
    String json =
        Cli.run("advise", table, "--workload", both, "--device", "hdd", "--json").ok().out();
    assertTrue(json.contains("\"copies\":[]") || json.contains("\"copies\": []"), json);
  }

  private static double size(Path table) {
    String out = Cli.run("inspect", table, "--json").ok().out();
    return JsonParser.parseString(out)
        .getAsJsonArray()
        .get(0)
        .getAsJsonObject()
        .get("bytes")
        .getAsDouble();
  }

  /** The arguments of a command of the shell. */
  private static String[] words(String command) {
    List<String> out = new ArrayList<>();
    Matcher m = Pattern.compile("'([^']*)'|(\\S+)").matcher(command);
    while (m.find()) {
      out.add(m.group(1) == null ? m.group(2) : m.group(1));
    }
    return out.subList(1, out.size()).toArray(String[]::new);
  }

  @Test
  void aRewriteHasToPayWithinTheHorizon() throws Exception {
    Path once = workload("once.txt", SELECTIVE.replace("weight 1000", "weight 1"));
    JsonObject advice = advice("--workload", once, "--horizon", "1d");
    assertEquals("rewrite-does-not-pay", advice.get("rule").getAsString(), advice::toString);
  }

  @Test
  void textAndPageSayTheSame() throws Exception {
    Path page = dir.resolve("advice.html");
    Path queries = workload("page.txt", SELECTIVE.replace("find", "a-name") + "read free\n");
    Object[] command = {"advise", table, "--workload", queries, "--device", "hdd", "--html", page};
    String text = Cli.run(command).ok().out();
    assertTrue(text.contains("advice       rewrite: "), text);
    assertTrue(text.contains("placed rewrite '" + table + "' --placement 'reorder=sort(k)"), text);
    assertTrue(text.contains("a-name"), text);
    String html = Files.readString(page);
    assertTrue(html.contains("a-name") && html.contains("reorder=sort(k)"), html);
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html.replace("<!DOCTYPE html>", ""))));
    assertTrue(Cli.run(command).fails(1).err().contains("already exists"));
  }

  private static JsonObject of(Path file, Path workload) {
    Object[] command = {"advise", file, "--workload", workload, "--device", "hdd", "--json"};
    String out = Cli.run(command).ok().out();
    return JsonParser.parseString(out).getAsJsonArray().get(0).getAsJsonObject();
  }

  /** Runs a command as a shell does that knows words in single quotes. */
  private static void shell(String command) {
    List<Object> words = new ArrayList<>();
    Matcher word = Pattern.compile("'([^']*)'|(\\S+)").matcher(command);
    while (word.find()) {
      words.add(word.group(1) != null ? word.group(1) : word.group(2));
    }
    assertEquals("placed", words.remove(0));
    Cli.run(words.toArray()).ok();
  }

  static List<String> otherFormats() {
    return Chosen.oneOf(List.of("parquet", "orc"));
  }

  @ParameterizedTest
  @MethodSource("otherFormats")
  void filesOfOtherFormatsAreConvertedByTheStatement(String format) throws Exception {
    Path file = dir.resolve("others." + format);
    Cli.run("convert", table, file).ok();
    Path sql =
        workload(
            "others.sql",
            "-- name find\n-- weight 1000\n"
                + "SELECT sum(v) FROM others WHERE k > 400000 AND k <= 410000;\n");
    JsonObject advice = of(file, sql);
    assertTrue(advice.get("change").getAsBoolean(), advice::toString);
    assertTrue(advice.get("best").getAsString().startsWith("reorder=sort(k"), advice::toString);
    double predicted = bytes(advice.getAsJsonObject("after"));
    shell(advice.getAsJsonArray("statements").get(0).getAsString());
    Path moved = Files.createDirectories(dir.resolve("converted"));
    Path converted = moved.resolve("others." + format);
    Files.move(dir.resolve("others.advised." + format), converted);
    double counted = bytes(of(converted, sql).getAsJsonObject("before"));
    // A page of one or two more or less; ORC's reader reads half a MiB more than pages.
    assertEquals(counted, predicted, (format.equals("orc") ? 0.25 : 0.6) * counted);
    assertTrue(counted < 0.8 * bytes(advice.getAsJsonObject("before")), advice::toString);
    Cli.Result text = Cli.run("advise", converted, "--workload", sql, "--device", "hdd").ok();
    assertTrue(text.out().contains("change nothing"), text.out());
  }

  /** Records a scan of the query of {@link #SELECTIVE} that needed so many bytes. */
  private static Path history(Path of, double needed) throws IOException {
    String scan =
        String.format(
                Locale.ROOT,
                "{'table':'%s','snapshot':2,'at':1,'columns':['v','k'],"
                    + "'filter':[{'column':'k','ranges':[[0.4,0.41]]}],'rows':3000,'needed':%d,"
                    + "'read':%d,'requests':1,'millis':7}\n",
                of,
                (long) needed,
                (long) needed)
            .replace('\'', '"');
    Path directory = Files.createDirectories(dir.resolve("history"));
    Files.writeString(directory.resolve("history-x-0.jsonl"), scan + scan.substring(0, 20));
    return directory;
  }

  @Test
  void checksWhatAnAdviceHasPredicted() throws Exception {
    Path copy = dir.resolve("followed");
    Cli.run("rewrite", table, "--output", copy, "--placement", "reorder=none").ok();
    Path queries = workload("check.txt", SELECTIVE);
    Cli.run("advise", copy, "--workload", queries, "--device", "hdd", "--no-remember").ok();
    Path history = history(copy, 1000);
    Object[] check = {"advise", "--check", copy, "--workload", history};
    assertTrue(Cli.run(check).fails(2).err().contains("no advice is remembered"));
    String advice =
        Cli.run("advise", copy, "--workload", queries, "--device", "hdd", "--json").ok().out();
    JsonObject json = JsonParser.parseString(advice).getAsJsonArray().get(0).getAsJsonObject();
    Cli.run("rewrite", copy, "--placement", json.get("best").getAsString()).ok();
    history(copy, needed(copy));
    String text = Cli.run(check).ok().out();
    assertTrue(text.contains("1 scan of snapshots 2 to 2 are compared"), text);
    assertTrue(text.contains("1 incomplete lines of the history are left out"), text);
    Path page = dir.resolve("check.html");
    String found =
        Cli.run("advise", "--check", copy, "--workload", history, "--json", "--html", page)
            .ok()
            .out();
    JsonObject query =
        JsonParser.parseString(found)
            .getAsJsonArray()
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("queries")
            .get(0)
            .getAsJsonObject();
    assertEquals(needed(copy), query.get("bytes").getAsDouble(), 1);
    assertEquals(needed(copy), bytes(query, "predicted"), 0.3 * needed(copy));
    assertTrue(Files.readString(page).contains("<circle"));
    fails(
        2,
        "--check cannot be combined with --horizon",
        "--check",
        copy,
        "--workload",
        history,
        "--horizon",
        "1d");
  }

  private static double bytes(JsonObject query, String what) {
    return bytes(query.getAsJsonObject(what));
  }

  @Test
  void wrongArgumentsAreExplained() throws Exception {
    Path good = workload("good.txt", SELECTIVE);
    Path unknown = workload("unknown.txt", "read nothing where nobody\n");
    fails(2, "nothing", table, "--workload", unknown);
    fails(2, "objective must be time, bytes or cost", table, "--workload", good, "--objective=x");
    fails(2, "is not a duration", table, "--workload", good, "--horizon", "soon");
    fails(2, "number of copies must be 1 to 8", table, "--workload", good, "--copies", "0");
    fails(2, "--html must end in .html", table, "--workload", good, "--html", dir.resolve("x.svg"));
    fails(1, "no such file", dir.resolve("none"), "--workload", good);
    fails(1, "none.txt", table, "--workload", dir.resolve("none.txt"));
  }

  private static void fails(int code, String message, Object... options) {
    Object[] args = new Object[options.length + 1];
    args[0] = "advise";
    System.arraycopy(options, 0, args, 1, options.length);
    Cli.Result result = Cli.run(args).fails(code);
    assertTrue(result.err().contains(message), result.err());
  }
}
