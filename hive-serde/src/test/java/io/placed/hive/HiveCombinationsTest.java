package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries of random tables with random histories give the same rows as a text table, for random
 * queries and settings. {@code -Dplaced.combinations=N} sets the number of queries, {@code
 * -Dplaced.combinations.seed} the seed (a number or {@code random}); {@code -Pcombinations} runs
 * 1,000 new ones. A failing case is shortened before it is shown.
 */
class HiveCombinationsTest {
  private static final int QUERIES_OF_A_TABLE = 20;
  private static final int MOST_STEPS = 6;

  /** Settings for queries of the text table, which give Hive's simplest plans. */
  private static final List<String> PLAIN =
      List.of(
          "hive.vectorized.execution.enabled=false",
          "hive.compute.query.using.stats=false",
          "hive.optimize.ppd=false");

  private static EmbeddedHive hive;
  @TempDir Path directory;

  private int tables;
  private int notComparable;
  private int differentInOrc;

  @BeforeAll
  static void start() throws Exception {
    hive = EmbeddedHive.start(EmbeddedHive.Engine.TEZ);
    hive.conf().set("hive.fetch.task.aggr", "true");
    // Makes the metastore create its table of these statistics, which ANALYZE takes for granted.
    hive.runAll(
        "create table described (x int) partitioned by (y int)",
        "alter table described add partition (y = 1)",
        "describe formatted described partition (y = 1) x",
        "drop table described");
  }

  @AfterAll
  static void stop() throws Exception {
    hive.close();
  }

  @Test
  void sameRowsAsInText() throws Exception {
    long seed = Long.getLong("placed.combinations.seed", System.nanoTime());
    int wanted = Integer.getInteger("placed.combinations", 30);
    System.out.println("HiveCombinationsTest seed " + seed);
    makeSmall();
    Random random = new Random(seed);
    // Two tables at least.
    int each = Math.min(QUERIES_OF_A_TABLE, Math.max(1, wanted / 2));
    for (int done = 0; done < wanted; done += each) {
      long tableSeed = random.nextLong();
      String fault = new Case(tableSeed).findFault(Math.min(each, wanted - done));
      if (fault != null) {
        throw new AssertionError(
            "seed "
                + seed
                + ", after at least "
                + done
                + " queries, table "
                + tableSeed
                + ":\n  "
                + fault);
      }
    }
    System.out.println(
        "HiveCombinationsTest: "
            + wanted
            + " queries on "
            + tables
            + " tables; "
            + notComparable
            + " fail on text, "
            + differentInOrc
            + " give the same other rows in ORC");
    hive.run("drop table " + CombinationQueries.SMALL);
    assertTrue(notComparable <= 5 + wanted / 10, notComparable + " queries fail on text");
    assertTrue(differentInOrc <= 5 + wanted / 20, differentInOrc + " are as wrong in ORC");
  }

  private void makeSmall() throws Exception {
    Path place = Files.createDirectories(directory.resolve(CombinationQueries.SMALL));
    List<String> lines = new ArrayList<>(List.of("\\N\u0001a", "7\u0001\\N", "7\u0001x=y"));
    for (int k = 0; k < 40; k++) {
      lines.add(k * k + "\u0001" + List.of("a", "b", "Zz", "50%", "q").get(k % 5));
    }
    Files.write(place.resolve("rows"), lines);
    hive.run(
        "create external table "
            + CombinationQueries.SMALL
            + " (k bigint, w string) row format delimited fields terminated by '\\001' stored as"
            + " textfile location '"
            + place
            + "'");
  }

  /** A table, its history, and the queries. */
  private final class Case {
    private final long seed;
    private final List<CombinationTable.Step> steps = new ArrayList<>();
    private CombinationTable other;

    Case(long seed) {
      this.seed = seed;
      Random random = Chosen.random(seed);
      CombinationTable.Kind[] kinds = CombinationTable.Kind.values();
      for (int k = random.nextInt(MOST_STEPS + 1); k > 0; k--) {
        CombinationTable.Kind kind = kinds[random.nextInt(kinds.length)];
        steps.add(new CombinationTable.Step(kind, random.nextLong()));
      }
    }

    /** Null if there is none. */
    String findFault(int queries) throws Exception {
      CombinationTable table = make(steps);
      try {
        Random random = Chosen.random(seed ^ 0x9E3779B97F4A7C15L);
        CombinationQueries source = new CombinationQueries(table.columns(), hasOther(), random);
        for (int k = 0; k < queries; k++) {
          CombinationQuery query = source.next();
          String fault = fault(table, query);
          if (fault != null) {
            return smaller(smaller(table, query), table.story() + "\n  " + query + "\n  " + fault);
          }
        }
        return null;
      } finally {
        table.drop();
        if (other != null) {
          other.drop();
        }
      }
    }

    /** Whether there is a second table, for joins of two. */
    private boolean hasOther() {
      return (seed & 3) == 1;
    }

    private CombinationTable make(List<CombinationTable.Step> some) throws Exception {
      if (hasOther() && other == null) {
        other = new CombinationTable(hive, directory, "combination" + tables++, seed + 1);
        other.makeTwin();
      }
      CombinationTable table =
          new CombinationTable(hive, directory, "combination" + tables++, seed);
      CombinationTable.Step last = null;
      try {
        for (CombinationTable.Step step : some) {
          last = step;
          table.apply(step);
        }
        table.makeTwin();
      } catch (Exception | AssertionError e) {
        throw new AssertionError("table " + seed + ", " + last + "\n  " + table.story(), e);
      }
      return table;
    }

    private CombinationQuery smaller(CombinationTable table, CombinationQuery query) {
      CombinationQuery found = query;
      boolean isSmaller = true;
      while (isSmaller) {
        isSmaller = false;
        for (CombinationQuery q : found.smaller()) {
          if (fault(table, q) != null) {
            found = q;
            isSmaller = true;
            break;
          }
        }
      }
      return found;
    }

    /** Removes steps as long as the case still fails, and describes it. */
    private String smaller(CombinationQuery query, String first) throws Exception {
      List<CombinationTable.Step> left = new ArrayList<>(steps);
      for (int k = left.size() - 1; k >= 0; k--) {
        List<CombinationTable.Step> fewer = new ArrayList<>(left);
        fewer.remove(k);
        CombinationTable table = make(fewer);
        if (fault(table, query) != null) {
          left = fewer;
        }
        table.drop();
      }
      CombinationTable table = make(left);
      String fault = fault(table, query);
      table.drop();
      return fault == null
          ? "only once: " + first
          : table.story() + "\n  " + query + "\n  " + fault;
    }

    /**
     * Null if there is none, or if it is Hive's own: the query fails on text, or ORC gives the same
     * rows, or fails, too.
     */
    private String fault(CombinationTable table, CombinationQuery query) {
      List<String> expected;
      try {
        expected =
            hive.runWith(PLAIN, query.sql(table.twin, other == null ? null : other.twin, false));
      } catch (IllegalStateException e) {
        notComparable++;
        return null;
      }
      Result found = Result.of(query, table.name, other == null ? null : other.name);
      String fault = found.fault(query, expected);
      if (fault != null
          && found.isAlike(
              query,
              Result.of(query, table.orcTwin(), other == null ? null : other.orcTwin()),
              expected)) {
        if (!table.hasNullTextPartition()) {
          differentInOrc++;
        }
        return null;
      }
      return fault;
    }
  }

  /**
   * What a query returns.
   *
   * @param failure null if it does not fail
   */
  private record Result(List<String> rows, String failure) {
    static Result of(CombinationQuery query, String table, String other) {
      try {
        return new Result(hive.runWith(query.settings(), query.sql(table, other, true)), null);
      } catch (IllegalStateException e) {
        return new Result(List.of(), e.getMessage());
      }
    }

    String fault(CombinationQuery query, List<String> expected) {
      if (failure != null) {
        return "fails: " + failure;
      }
      return query.limit() >= 0
          ? partFault(expected, rows, query.limit())
          : difference(expected, rows, query.isOrdered());
    }

    /** Whether another format has the same fault; which rows a LIMIT returns is not determined. */
    boolean isAlike(CombinationQuery query, Result other, List<String> expected) {
      if (failure != null || other.failure != null || query.limit() >= 0) {
        return (failure == null) == (other.failure == null) && other.fault(query, expected) != null;
      }
      return difference(rows, other.rows, query.isOrdered()) == null;
    }
  }

  /** Any rows are correct, as long as their number is. */
  private static String partFault(List<String> all, List<String> found, int limit) {
    if (found.size() != Math.min(limit, all.size())) {
      return found.size() + " rows instead of " + Math.min(limit, all.size());
    }
    List<String> more = without(found, all);
    return more.isEmpty() ? null : "rows that there are not: " + some(more);
  }

  private static String difference(List<String> expected, List<String> found, boolean isOrdered) {
    List<String> missing = without(expected, found);
    List<String> more = without(found, expected);
    if (!missing.isEmpty() || !more.isEmpty()) {
      return "missing " + some(missing) + "\n  instead " + some(more);
    }
    return isOrdered && !expected.equals(found)
        ? "order: expected " + some(expected) + "\n  found " + some(found)
        : null;
  }

  private static List<String> without(List<String> rows, List<String> others) {
    List<String> sorted = others.stream().sorted().toList();
    List<String> left = new ArrayList<>();
    int at = 0;
    for (String row : rows.stream().sorted().toList()) {
      while (at < sorted.size() && sorted.get(at).compareTo(row) < 0) {
        at++;
      }
      if (at < sorted.size() && sorted.get(at).equals(row)) {
        at++;
      } else {
        left.add(row);
      }
    }
    return left;
  }

  private static String some(List<String> rows) {
    return rows.size() + " rows " + rows.subList(0, Math.min(8, rows.size()));
  }
}
