package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.advise.cost.Objective;
import io.placed.advise.cost.ShuffleTime;
import io.placed.advise.workload.Query;
import io.placed.io.FileStores;
import io.placed.placement.Device;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that are joined get buckets of one key, or none. */
@OneIn(2)
class JoinedTablesTest {
  private static final int ROWS = 20_000;

  private static final Schema SCHEMA = Schema.parse("a: int64, b: int64, kind: int32, v: double");

  /** Rows, keys and partitioning by name. */
  private static final Map<String, List<Object>> WRITTEN = new HashMap<>();

  /** Tables that several tests have are written once. */
  @TempDir static Path directory;

  private static void write(String name, int rows, int keys) throws IOException {
    write(name, rows, keys, "");
  }

  private static void write(String name, int rows, int keys, String partitioning)
      throws IOException {
    if (WRITTEN.containsKey(name)) {
      assertEquals(WRITTEN.get(name), List.of(rows, keys, partitioning), name);
      return;
    }
    String path = directory.resolve(name).toString();
    Random random = new Random(name.hashCode());
    try (TableWriter out =
        Placed.write(path, SCHEMA).partitionedBy(partitioning).option("page-rows", "1024").open()) {
      for (int i = 0; i < rows; i++) {
        out.write(
            (long) random.nextInt(keys),
            (long) random.nextInt(keys),
            random.nextInt(8),
            random.nextDouble());
      }
      out.commit();
    }
    WRITTEN.put(name, List.of(rows, keys, partitioning));
  }

  private static AdvisorSettings settings() {
    return AdvisorSettings.defaults()
        .withDevice(Device.parse("seek=300ns; bandwidth=200GiB/s"))
        .withHorizon(1e6);
  }

  private List<Advice> advise(AdvisorSettings settings, List<String> tables, String... lines)
      throws IOException {
    return JoinedTables.advise(load(tables, lines), settings, QueriedTable::advise);
  }

  /** Tables with a text for each; by lines {@code table | query}. */
  private List<QueriedTable> load(List<String> tables, String... lines) throws IOException {
    List<QueriedTable> asked = new ArrayList<>();
    for (String table : tables) {
      StringBuilder text = new StringBuilder();
      for (String line : lines) {
        if (line.startsWith(table + " | ")) {
          text.append(line.substring(line.indexOf('|') + 1)).append('\n');
        }
      }
      Path workload = Files.writeString(directory.resolve(table + ".txt"), text);
      asked.addAll(
          QueriedTable.load(
              FileStores.local(),
              workload.toString(),
              List.of(QueriedTable.Named.at(directory.resolve(table).toString()))));
    }
    return asked;
  }

  private static List<String> partitions(List<Advice> advices) {
    return advices.stream().map(a -> a.then().partitioning()).toList();
  }

  /** The middle table is joined with both others by different keys: that of more rows wins. */
  @Test
  void theKeyOfMoreRowsIsThatOfAllTablesOfTheJoin() throws Exception {
    write("large", 2 * ROWS, ROWS);
    write("middle", ROWS, ROWS);
    write("small", ROWS / 4, ROWS);
    String[] workload = {
      "large | q1: read v join by a with middle (A)",
      "middle | q1: read v join by a with large (a)",
      "middle | q2: read v join by b with small (b)",
      "small | q2: read v join by b with middle (b)"
    };
    List<Advice> found = advise(settings(), List.of("large", "middle", "small"), workload);
    assertEquals(List.of("bucket(4, a)", "bucket(4, a)", ""), partitions(found), "" + found);
    assertTrue(found.get(2).templates().get(0).after().shuffleSeconds() == 0, "" + found.get(2));
    String note = found.get(0).notes().get(found.get(0).notes().size() - 1);
    assertTrue(note.endsWith("follow the advice on middle (A), too"), note);
    workload[2] = workload[2] + " weight 10";
    workload[3] = workload[3] + " weight 10";
    found = advise(settings(), List.of("large", "middle", "small"), workload);
    assertEquals(List.of("", "bucket(4, b)", "bucket(4, b)"), partitions(found), "" + found);
    // Without the largest one its key is taken to suit.
    found = advise(settings(), List.of("middle"), workload);
    assertEquals(List.of("bucket(4, b)"), partitions(found), "" + found);
    note = found.get(0).notes().get(found.get(0).notes().size() - 1);
    assertTrue(note.contains("there is no advice on small (b) here"), note);
    found = advise(settings().withObjective(Objective.BYTES), List.of("large", "small"), workload);
    assertEquals(List.of("", ""), partitions(found), "" + found);
  }

  /** A table that is divided is not divided again: the other one gets as many buckets. */
  @Test
  void bucketsThatATableHasAreThoseOfTheOther() throws Exception {
    write("large", 2 * ROWS, ROWS);
    write("divided", ROWS, ROWS, "bucket(8, b)");
    List<Advice> found =
        advise(
            settings(),
            List.of("large", "divided"),
            "large | q1: read v join by a with divided (b)",
            "divided | q1: read v join by b with large (a)");
    assertEquals(List.of("bucket(8, a)", "bucket(8, b)"), partitions(found), "" + found);
    assertTrue(found.get(0).notes().stream().noneMatch(n -> n.contains("follow")), "" + found);
    assertTrue(found.get(1).notes().stream().anyMatch(n -> n.contains("large (a)")), "" + found);
  }

  /** More combinations than can be compared: the keys of the most time are. */
  @Test
  void manyTables() throws Exception {
    List<String> names = new ArrayList<>();
    List<String> workload = new ArrayList<>();
    for (int t = 0; t < 20; t++) {
      names.add("t" + t);
      write("t" + t, 500, 500);
      int other = t ^ 1;
      workload.add("t" + t + " | q1: read v join by a with t" + other + " (a)");
      workload.add("t" + t + " | q2: read v join by b with t" + other + " (b) weight 2");
    }
    List<QueriedTable> asked = load(names, workload.toArray(String[]::new));
    List<Query> served = new ArrayList<>();
    JoinedTables.Adviser adviser =
        (t, s) -> {
          t.queries().queries().stream().filter(q -> q.shuffle().isPresent()).forEach(served::add);
          if (t.table().name().equals("t19")) {
            throw new IllegalArgumentException("all tables have their queries");
          }
          return null;
        };
    assertThrows(
        IllegalArgumentException.class, () -> JoinedTables.advise(asked, settings(), adviser));
    assertEquals(16, served.size(), "" + served);
    assertTrue(served.stream().allMatch(q -> q.name().equals("q2")), "" + served);
  }

  /** A key with few values divides no table, so the other table of the join has no use for it. */
  @Test
  void aTableThatCannotBeDividedLeavesTheOtherWithoutBuckets() throws Exception {
    write("large", 2 * ROWS, ROWS);
    write("kinds", ROWS, 8);
    String[] workload = {
      "large | q1: read v join by a with kinds (kind)",
      "kinds | q1: read v join by kind with large (a)",
      "large | q2: read v, kind group by b weight 0.1"
    };
    List<Advice> found = advise(settings(), List.of("large", "kinds"), workload);
    assertEquals(List.of("bucket(4, b)", ""), partitions(found), "" + found);
  }

  /** What is chosen for all is given up for all if it does not pay for one table. */
  @Test
  void aTableThatDeclinesItsKeyIsLeftOutByTheOthers() throws Exception {
    write("large", 2 * ROWS, ROWS);
    write("middle", ROWS, ROWS);
    String[] workload = {
      "large | q1: read v join by a with middle (a)", "middle | q1: read v join by a with large (a)"
    };
    List<Advice> found =
        JoinedTables.advise(
            load(List.of("large", "middle"), workload),
            settings(),
            (t, s) -> t.advise(t.table().name().equals("middle") ? s.withHorizon(1e-9) : s));
    assertEquals("", found.get(0).then().partitioning(), "" + found);
    assertEquals(0, found.get(0).before().shuffleSeconds(), "" + found.get(0));
    assertFalse(found.get(1).decision().change(), "" + found.get(1));
  }

  /**
   * Measured times are those of whole queries. That of the smaller table gains little by what its
   * own rows take, but it has to change for all that the join takes.
   */
  @Test
  void theTimeOfAllTablesOfAJoinCounts() throws Exception {
    write("larger", 4 * ROWS, ROWS);
    write("small", ROWS / 4, ROWS);
    String[] workload = {
      "larger | q1: read v join by a with small (a) millis 150",
      "small | q1: read v join by a with larger (a) millis 150",
    };
    List<Advice> found = advise(settings(), List.of("larger", "small"), workload);
    assertEquals(List.of("bucket(4, a)", "bucket(4, a)"), partitions(found), "" + found);
    assertTrue(found.get(1).decision().change(), "" + found.get(1));
    double moved = ShuffleTime.moveSeconds(4.25 * ROWS, 2) + ShuffleTime.sortSeconds(4.25 * ROWS);
    found.forEach(a -> assertEquals(moved, a.before().shuffleSeconds(), 1e-9, "" + a));
    // Alone it gains too little.
    found = advise(settings(), List.of("small"), workload);
    assertFalse(found.get(0).decision().change(), "" + found.get(0));
  }

  /** Rows of a table that is joined with itself meet those of the same buckets. */
  @Test
  void aTableIsJoinedWithItself() throws Exception {
    write("large", 2 * ROWS, ROWS);
    List<Advice> found =
        advise(settings(), List.of("large"), "large | q: read v join by a with large (a)");
    assertEquals(List.of("bucket(4, a)"), partitions(found), "" + found);
    found = advise(settings(), List.of("large"), "large | q: read v join by a with large (b)");
    assertEquals(List.of(""), partitions(found), "" + found);
  }
}
