package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.Chosen;
import io.placed.OneIn;
import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * For random tables and conditions, Hive reads and writes the same rows as with Placed's API and
 * ORC.
 */
@OneIn(2)
class RandomTableTest {
  private static final int ROWS = Chosen.rounds(1500, 4000);
  private static final int CONDITIONS = Chosen.rounds(4, 8);
  private static final int AT_A_TIME = 8;

  private static EmbeddedHive hive;
  @TempDir Path directory;

  @BeforeAll
  static void start() throws Exception {
    hive = EmbeddedHive.start(EmbeddedHive.Engine.TEZ);
    // Otherwise the scans of a UNION ALL become one, whose filter is true where any of theirs is.
    hive.conf().set("hive.optimize.shared.work", "false");
  }

  @AfterAll
  static void stop() throws Exception {
    hive.close();
  }

  @Test
  void rowsComeBackFromHiveAndConditionsMeanTheSameAsInOrc() throws Exception {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    System.out.println("RandomTableTest seed " + seed);
    RandomRows random = new RandomRows(seed);
    List<Object[]> rows = new ArrayList<>();
    for (int k = 0; k < ROWS; k++) {
      rows.add(random.row(false));
    }
    write("given", RandomRows.SCHEMA, rows);
    create("given", RandomRows.COLUMNS);
    create("copy", RandomRows.COLUMNS);
    hive.run("create table as_orc (" + RandomRows.COLUMNS + ") stored as orc");
    hive.runAll("insert into copy select * from given", "insert into as_orc select * from given");

    assertSame(shown(rows), text(read("copy")), "seed " + seed);
    List<String> orc = sorted(hive.run("select * from as_orc"));
    assertSame(orc, sorted(hive.run("select * from given")), "seed " + seed);
    assertSame(orc, sorted(hive.run("select * from copy")), "seed " + seed);

    List<String> conditions = new ArrayList<>(new RandomConditions(seed).conditions(CONDITIONS));
    // What Hive shows of a text may be less than what is stored.
    conditions.addAll(new RandomConditions(seed, "c", "v").simple(CONDITIONS));
    List<String> expected = counts("as_orc", conditions);
    assertSame(expected, counts("given", conditions), "seed " + seed);
    assertSame(expected, counts("copy", conditions), "seed " + seed);
    for (String condition : conditions.subList(0, CONDITIONS / 4)) {
      String query = " where " + condition;
      assertSame(
          sorted(hive.run("select i, s, d9, t, st.y, m from as_orc" + query)),
          sorted(hive.run("select i, s, d9, t, st.y, m from given" + query)),
          "seed " + seed + query);
    }
  }

  @Test
  void pointsInTimeComeBackToo() throws Exception {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    System.out.println("RandomTableTest seed " + seed);
    RandomRows random = new RandomRows(seed);
    List<Object[]> rows = new ArrayList<>();
    for (int k = 0; k < ROWS / 2; k++) {
      rows.add(random.row(true));
    }
    String columns = RandomRows.COLUMNS + ", tz timestamp with local time zone";
    write("points", RandomRows.WITH_POINTS, rows);
    create("points", columns);
    create("points_copy", columns);
    hive.run("insert into points_copy select * from points");
    assertSame(shown(rows), text(read("points_copy")), "seed " + seed);
  }

  /** Counts and other aggregates for each condition, several per query, vectorized. */
  private static List<String> counts(String table, List<String> conditions) {
    List<String> out = new ArrayList<>();
    for (int from = 0; from < conditions.size(); from += AT_A_TIME) {
      List<String> parts = new ArrayList<>();
      for (int k = from; k < Math.min(conditions.size(), from + AT_A_TIME); k++) {
        parts.add(
            String.format(
                Locale.ROOT,
                "select %d k, count(*) n, sum(bi) b, max(s) x, min(c) c, max(t) t from %s where %s",
                k,
                table,
                conditions.get(k)));
      }
      out.addAll(sorted(hive.run(String.join(" union all ", parts))));
    }
    return out;
  }

  private void create(String name, String columns) {
    hive.run(
        "create external table %s (%s) stored as placed location '%s' tblproperties"
                .formatted(name, columns, directory.resolve(name))
            + " ('placed.placement.row-group'='512 rows')");
  }

  /** Writes a file without snapshots, as if it was copied there. */
  private void write(String table, Schema schema, List<Object[]> rows) throws Exception {
    Files.createDirectories(directory.resolve(table));
    String file = directory.resolve(table).resolve("part.placed").toString();
    try (TableWriter out =
        Placed.write(file, schema).option("placement.row-group", "512 rows").open()) {
      for (Object[] row : rows) {
        out.write(row);
      }
      out.commit();
    }
  }

  private List<Object[]> read(String table) throws Exception {
    try (TableScan in = Placed.read(directory.resolve(table).toString()).open()) {
      return in.rows().toList();
    }
  }

  private static List<String> shown(List<Object[]> rows) {
    return text(rows.stream().map(RandomRows::shown).toList());
  }

  private static List<String> text(List<Object[]> rows) {
    return sorted(rows.stream().map(RandomTableTest::text).toList());
  }

  private static String text(Object value) {
    if (value instanceof Object[] parts) {
      return Arrays.stream(parts).map(RandomTableTest::text).toList().toString();
    } else if (value instanceof List<?> list) {
      return list.stream().map(RandomTableTest::text).toList().toString();
    } else if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(e -> text(e.getKey()) + "=" + text(e.getValue()))
          .sorted()
          .toList()
          .toString();
    }
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
  }

  /** Reports only the first difference, because thousands of rows would be unreadable. */
  private static void assertSame(List<String> expected, List<String> found, String message) {
    for (int k = 0; k < Math.min(expected.size(), found.size()); k++) {
      assertEquals(expected.get(k), found.get(k), message + ", line " + k);
    }
    assertEquals(expected.size(), found.size(), message);
  }

  private static List<String> sorted(List<String> lines) {
    return lines.stream().sorted().toList();
  }
}
