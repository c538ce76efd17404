package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.LocalFileStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
      """;

  @Test
  void linesAreQueries() {
    Workload w = Workload.parse(TEXT);
    assertEquals(
        List.of(
            new Query("q1", List.of("l_tax", "unit price"), false, List.of("l_shipdate"), 3, 0.98),
            new Query("query-2", List.of(), true, List.of(), 1, 1),
            new Query("query-3", List.of(), false, List.of("a", "b", "weight"), 1, 1),
            new Query("q-4.x", List.of("selectivity"), false, List.of(), 1, 0),
            new Query("json", List.of("a b"), false, List.of("c"), 0.5, 1),
            new Query("query-6", List.of(), true, List.of(), 1, 1)),
        w.queries());
    assertEquals(
        "q1: read l_tax, `unit price` where l_shipdate weight 3 selectivity 0.98",
        w.queries().get(0).toString());
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
        for (int k = 0; k < 2; k++) {
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
        queries.add(new Query("q" + q, names.get(0), all, names.get(1), weight, selectivity));
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
        "read | a column name is missing",
        "read a b | character 8 | found 'b'",
        "read a, | found the end",
        "read *, a | the end of the line is expected",
        "read `a | a column name is missing",
        "read a, a | column a is given twice",
        "read a weight 0 | more than 0",
        "read a weight x | a number is missing",
        "read a selectivity 2 | selectivity must be 0 to 1, found 2",
        "read a selectivity 0.1 weight 2 | 'weight 2'",
        "q 1: read a | 'read' or 'where'",
        "{\"output\": []} | at least one column",
        "{\"outputs\": [\"a\"]} | 'outputs' is unknown",
        "{\"output\": \"a\"} | not a JSON object",
        "{\"output\": [1]} | a column name must be a string, found 1",
        "{\"output\": [\"a\"], \"weight\": \"2\"} | weight must be a number, found \"2\"",
        "{\"output\": [\"a\"], \"name\": \"a b\"} | name of a query must",
        "{\"output\": [\"a\"]} x | not a JSON object",
        "{\"output\" | not a JSON object",
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
