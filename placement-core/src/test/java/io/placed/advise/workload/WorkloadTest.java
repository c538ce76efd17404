package io.placed.advise.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.LocalFileStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadTest {
  private static final String TEXT =
      """
      # the report of every morning
      q1: read l_tax , `unit price` where l_shipdate weight 3 selectivity 0.98
        READ *   # everything

      where a, b, weight
      q-4.x: read selectivity selectivity 0 # a column of that name
      {"output": ["a b"], "filter": ["c"], "weight": 0.5, "name": "json"}
      {"output": "*"}
      q7: read a where b [0.25 to 0.5] [0.75 to 1], c millis 12.5
      {"output": "*", "filter": ["c", {"column": "b", "ranges": [[0.1, 0.1]]}], "millis": 3}
      q9: read a where b join by `k e y`, join weight 2
      {"output": ["a"], "group": ["group", "by"]}
      """;

  @Test
  void linesAreQueries() {
    Workload w = Workload.parse(TEXT);
    assertEquals(
        List.of(
            new Query("q1", List.of("l_tax", "unit price"), false, on("l_shipdate"), 3, 0.98, 0),
            new Query("query-2", List.of(), true, List.of(), 1, 1, 0),
            new Query("query-3", List.of(), false, on("a", "b", "weight"), 1, 1, 0),
            new Query("q-4.x", List.of("selectivity"), false, List.of(), 1, 0, 0),
            new Query("json", List.of("a b"), false, on("c"), 0.5, 1, 0),
            new Query("query-6", List.of(), true, List.of(), 1, 1, 0),
            new Query(
                "q7",
                List.of("a"),
                false,
                List.of(
                    new Condition("b", List.of(new RankRange(0.25, 0.5), new RankRange(0.75, 1))),
                    Condition.on("c")),
                1,
                1,
                12.5),
            new Query(
                "query-8",
                List.of(),
                true,
                List.of(Condition.on("c"), Condition.on("b", 0.1, 0.1)),
                1,
                1,
                3),
            new Query(
                "q9",
                List.of("a"),
                false,
                on("b"),
                Optional.of(new Shuffle(Shuffle.Kind.JOIN, List.of("k e y", "join"))),
                2,
                1,
                0),
            new Query(
                "query-10",
                List.of("a"),
                false,
                List.of(),
                Optional.of(new Shuffle(Shuffle.Kind.GROUP, List.of("group", "by"))),
                1,
                1,
                0)),
        w.queries());
    assertEquals(
        "q1: read l_tax, `unit price` where l_shipdate weight 3 selectivity 0.98",
        w.queries().get(0).toString());
  }

  private static List<Condition> on(String... columns) {
    return Arrays.stream(columns).map(Condition::on).toList();
  }

  private static Condition condition(String column, Random r) {
    List<RankRange> ranges = new ArrayList<>();
    for (int n = r.nextInt(3); n > 0; n--) {
      double from = r.nextDouble() * Math.pow(10, -r.nextInt(9));
      ranges.add(new RankRange(from, r.nextBoolean() ? from : from + (1 - from) * r.nextDouble()));
    }
    return new Condition(column, ranges);
  }

  @Test
  void bothFormsOfRandomWorkloadsReadBack() {
    long seed = System.nanoTime();
    Random r = new Random(seed);
    String alphabet = "abZ09_-.,:;()=`'\"# \té漢*";
    for (int i = 0; i < 2000; i++) {
      List<Query> queries = new ArrayList<>();
      for (int q = r.nextInt(4); q >= 0; q--) {
        List<List<String>> names = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
          List<String> some = new ArrayList<>();
          for (int n = r.nextInt(4); n > 0; n--) {
            StringBuilder name = new StringBuilder();
            do {
              name.append(alphabet.charAt(r.nextInt(alphabet.length())));
            } while (r.nextInt(3) > 0);
            if (!some.contains(name.toString())) {
              some.add(name.toString());
            }
          }
          names.add(some);
        }
        boolean all = names.get(0).isEmpty() && (names.get(1).isEmpty() || r.nextBoolean());
        double weight = r.nextBoolean() ? 1 : Math.exp(r.nextGaussian() * 5);
        double selectivity = r.nextBoolean() ? 1 : r.nextDouble() * Math.pow(10, -r.nextInt(9));
        List<Condition> filter = names.get(1).stream().map(n -> condition(n, r)).toList();
        double millis = r.nextBoolean() ? 0 : Math.exp(r.nextGaussian() * 5);
        Shuffle.Kind kind = r.nextBoolean() ? Shuffle.Kind.JOIN : Shuffle.Kind.GROUP;
        Optional<Shuffle> shuffle =
            names.get(2).isEmpty()
                ? Optional.empty()
                : Optional.of(new Shuffle(kind, names.get(2)));
        queries.add(
            new Query("q" + q, names.get(0), all, filter, shuffle, weight, selectivity, millis));
      }
      Workload w = new Workload(queries);
      assertEquals(w, Workload.parse(w.toString()), () -> "seed " + seed + "\n" + w);
      assertEquals(w, Workload.parse(w.toJsonLines()), () -> "seed " + seed + "\n" + w);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " | the workload has no queries",
        "# nothing | the workload has no queries",
        "a, b | 'read' or 'where' is missing",
        "read | a name is missing",
        "read a b | character 8 | found 'b'",
        "read a, | found the end",
        "read *, a | the end of the line is expected",
        "read `a | a name is missing",
        "read a, a | column a is given twice",
        "read a weight 0 | more than 0",
        "read a weight x | a number is missing",
        "read a selectivity 2 | selectivity must be 0 to 1, found 2",
        "read a selectivity 0.1 weight 2 | 'weight 2'",
        "q 1: read a | 'read' or 'where'",
        "{\"output\": []} | at least one column",
        "{\"outputs\": [\"a\"]} | 'outputs' is unknown",
        "{\"output\": \"a\"} | not a JSON object",
        "{\"output\": [1]} | a name must be a string, found 1",
        "{\"output\": [\"a\"], \"weight\": \"2\"} | weight must be a number, found \"2\"",
        "{\"output\": [\"a\"], \"name\": \"a b\"} | name of a query must",
        "{\"output\": [\"a\"]} x | not a JSON object",
        "{\"output\" | not a JSON object",
        "where a [0.5 to 0.4] | ranks must be 0 to 1 and ascending",
        "where a [0.5 to 1.5] | ranks must be 0 to 1 and ascending",
        "where a [0.5, 0.6] | 'to' is missing",
        "where a [0.5 to 0.6 | ']' is missing",
        "read a millis -1 | time must be 0 to",
        "read a join k | 'by' is missing",
        "read a join by k, k | column k of the join is given twice",
        "read a weight 2 group by k | found 'group by k'",
        "{\"output\": [\"a\"], \"group\": []} | a group needs at least one column",
        "{\"output\": [\"a\"], \"join\": [\"a\"], \"group\": [\"b\"]} | join and group cannot both",
        "{\"filter\": [{\"column\": \"a\"}]} | keys column and ranges",
        "{\"filter\": [{\"column\": \"a\", \"ranges\": [[1]]}]} | a range has two ends",
      })
  void errorsNameTheLineAndWhatIsAllowed(String row) {
    String[] parts = row.split("\\|");
    String line = parts[0].stripTrailing();
    boolean empty = line.isEmpty() || line.startsWith("#");
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Workload.parse(empty ? line : "read ok\n\n" + line));
    assertTrue(
        e.getMessage().startsWith(empty ? "placement.workload: " : "placement.workload, line 3"),
        e.getMessage());
    assertTrue(e.getMessage().contains("Allowed: lines such as 'q6: read"), e.getMessage());
    for (int i = 1; i < parts.length; i++) {
      assertTrue(e.getMessage().contains(parts[i].strip()), e.getMessage());
    }
  }

  @Test
  void filesAreNamedByErrors(@TempDir Path dir) throws IOException {
    Path file = dir.resolve("w.txt");
    Files.writeString(file, TEXT);
    LocalFileStore store = new LocalFileStore();
    assertEquals(Workload.parse(TEXT), Workload.load(store, file.toString()));
    Files.writeString(file, "read a\r\nreed b");
    var e =
        assertThrows(IllegalArgumentException.class, () -> Workload.load(store, file.toString()));
    assertTrue(e.getMessage().contains(file + ", line 2, character 1"), e.getMessage());
  }
}
