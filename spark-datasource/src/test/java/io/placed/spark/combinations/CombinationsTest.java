package io.placed.spark.combinations;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.datasets.FoundEncodings;
import io.placed.io.FileStores;
import io.placed.spark.SparkTestCase;
import io.placed.table.DataSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.AnalysisException;
import org.junit.jupiter.api.Test;

/**
 * Queries of random tables with random histories give the same rows as their models in Parquet.
 * {@code -Dplaced.combinations=N} sets the number of queries, {@code -Dplaced.combinations.seed}
 * the seed, {@code -Dplaced.combinations.table} that of the only table, as a failure tells it;
 * {@code -Pcombinations} runs 10,000. A failing case is shortened before it is shown.
 */
class CombinationsTest extends SparkTestCase {
  private static final int QUERIES_OF_A_TABLE = 50;

  /** The same of a run of few queries, which has more tables so. */
  private static final int FEW_QUERIES_OF_A_TABLE = 25;

  private static final int MOST_STEPS = 7;

  /** Encodings and functions that few tables need not have. */
  private static final Set<String> SELDOM =
      Set.of(
          "dict",
          "split",
          "delta",
          "front",
          "DIFFERENCE",
          "MULTIPLE",
          "TIME_SUM",
          "TIME_DIFFERENCE");

  /** Queries of a run whose tables have them. */
  private static final int MANY = 5000;

  private int directories;
  private int tables;
  private int steps;
  private int refused;
  private int notComparable;
  private final FoundEncodings found = new FoundEncodings();

  @Test
  void sameRowsAsInParquet() throws Exception {
    long seed = seed();
    int wanted = Integer.getInteger("placed.combinations", 60);
    Long only = Long.getLong("placed.combinations.table");
    // A table of a report has as many as in a long run.
    int most = wanted < MANY && only == null ? FEW_QUERIES_OF_A_TABLE : QUERIES_OF_A_TABLE;
    System.out.println("CombinationsTest seed " + seed);
    Random random = new Random(seed);
    List<String> faults = new ArrayList<>();
    int done = 0;
    while (done < wanted) {
      int queries = Math.min(most, wanted - done);
      long drawn = done == 0 ? random.nextLong() & -16 : random.nextLong();
      long tableSeed = only == null ? drawn : only;
      String fault =
          Settings.with(spark, ofTable(tableSeed), () -> new Case(tableSeed, queries).findFault());
      done += queries;
      if (done % 1000 == 0) {
        System.out.println("CombinationsTest: " + done + " of " + wanted + " queries");
      }
      if (fault != null) {
        faults.add("after " + done + " queries, table " + tableSeed + ":\n" + fault);
        System.out.println("CombinationsTest: " + faults.get(faults.size() - 1));
        if (faults.size() >= Integer.getInteger("placed.combinations.faults", 1)) {
          break;
        }
      }
    }
    System.out.println(
        "CombinationsTest: "
            + done
            + " queries on "
            + tables
            + " tables; "
            + steps
            + " steps, of which "
            + refused
            + " were refused; "
            + notComparable
            + " queries fail in Parquet");
    Set<String> missing = found.missing(done < MANY ? SELDOM : Set.of());
    System.out.println("CombinationsTest: " + found + "; missing: " + missing);
    assertTrue(
        notComparable <= done / 10, notComparable + " of " + done + " queries fail in Parquet");
    if (!faults.isEmpty()) {
      throw new AssertionError("seed " + seed + "\n" + String.join("\n\n", faults));
    }
    assertTrue(done < 500 || missing.isEmpty(), "the tables do not have " + missing);
  }

  /** Whether statements and queries filter scans at run time by all columns, or by partitions. */
  private static Map<String, String> ofTable(long seed) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("spark.sql.defaultColumn.allowedProviders", "parquet,placed");
    settings.put(
        "spark.placed.runtimeFilter.minBytes", new Random(seed).nextInt(3) == 0 ? "0" : "32m");
    return settings;
  }

  private static long seed() {
    String given = System.getProperty("placed.combinations.seed", "random");
    return given.equals("random") ? System.nanoTime() : Long.parseLong(given);
  }

  /** A table, its history, and the queries. */
  private final class Case {
    private final long seed;
    private final int queries;
    private final boolean inCatalog;
    private final List<Step> steps = new ArrayList<>();

    Case(long seed, int queries) {
      this.seed = seed;
      this.queries = queries;
      Random random = Chosen.random(seed);
      inCatalog = random.nextInt(3) == 0;
      for (int k = 1 + random.nextInt(MOST_STEPS); k > 0; k--) {
        steps.add(Step.random(random));
      }
    }

    /** Null if there is none. */
    String findFault() throws Exception {
      try (Run run = new Run(steps)) {
        if (run.fault != null) {
          return smaller(null, run.fault);
        }
        Random random = Chosen.random(seed ^ 0x9E3779B97F4A7C15L);
        RandomQueries source = new RandomQueries(run.table, random);
        found.add(DataSet.at(FileStores.local(), run.table.path));
        for (int k = 0; k < queries; k++) {
          Query query = source.next();
          String fault = run.check.fault(query);
          if (fault != null) {
            return smaller(smaller(run, query), fault);
          }
        }
        tables++;
        CombinationsTest.this.steps += run.steps;
        refused += run.refused;
        notComparable += run.check.notComparable();
        return null;
      }
    }

    /** Removes parts of the query as long as it still fails. */
    private Query smaller(Run run, Query query) throws Exception {
      Query found = query;
      boolean smaller = true;
      while (smaller) {
        smaller = false;
        for (Query q : found.smaller()) {
          if (run.faultOf(q) != null) {
            found = q;
            smaller = true;
            break;
          }
        }
      }
      return found;
    }

    /** Removes steps as long as the case still fails, and describes it. */
    private String smaller(Query query, String firstFault) throws Exception {
      List<Step> left = new ArrayList<>(steps);
      for (int k = left.size() - 1; k >= 0; k--) {
        List<Step> fewer = new ArrayList<>(left);
        fewer.remove(k);
        try (Run run = new Run(fewer)) {
          if (run.faultOf(query) != null) {
            left = fewer;
          }
        }
      }
      try (Run run = new Run(left)) {
        String fault = run.faultOf(query);
        return "  "
            + String.join("\n  ", run.story)
            + (query == null
                ? ""
                : "\n  " + query.reading() + "\n  " + query.settings() + "\n  " + query.sql())
            + "\n  "
            + (fault == null ? "only once: " + firstFault : fault);
      }
    }

    /** A table after some of the steps. */
    private final class Run implements AutoCloseable {
      private final List<String> story = new ArrayList<>();
      private final ModelTable table;
      private final QueryCheck check;
      private String fault;
      private int steps;
      private int refused;

      Run(List<Step> steps) throws Exception {
        Path place = directory.resolve("case" + directories++);
        table = new ModelTable(spark, place, inCatalog ? table() : null);
        check = new QueryCheck(table);
        try {
          story.add(Creation.create(table, seed));
          found.add(DataSet.at(FileStores.local(), table.path));
          boolean streams = new Random(seed).nextInt(3) > 0;
          ModelStream stream = streams ? new ModelStream(table, seed) : null;
          for (Step step : steps) {
            // Behind a vacuum there may be nothing that a stream can go on with.
            boolean late = step.kind() == Step.Kind.VACUUM;
            if (stream != null && (late || new Random(step.seed()).nextInt(3) == 0)) {
              read(stream);
            }
            apply(step);
          }
          if (stream != null) {
            read(stream);
          }
          if (fault != null) {
            return;
          }
          check.prepare(seed);
          fault = table.orderFault();
          fault = fault == null ? ModelChanges.add(table, new Random(seed)) : fault;
        } catch (Exception e) {
          fault = "a step fails: " + message(e).strip();
        }
      }

      private void read(ModelStream stream) throws Exception {
        if (fault == null) {
          fault = stream.fault();
          story.add("stream");
        }
      }

      private void apply(Step step) throws Exception {
        try {
          String done = Steps.apply(table, step);
          if (done != null) {
            steps++;
            story.add(done);
          }
        } catch (Exception e) {
          if (!isRefused(step.kind(), e)) {
            story.add(step + " …");
            throw e;
          }
          refused++;
          story.add(step.kind() + " is refused");
        }
      }

      /** Whether the failure is an operation that steps of the kind may ask for in vain. */
      private boolean isRefused(Step.Kind kind, Exception e) {
        String text = message(e);
        return refusals(kind).stream().anyMatch(text::contains);
      }

      private static List<String> refusals(Step.Kind kind) {
        String foreign = "columns cannot be renamed or dropped while the table has foreign files";
        String property = "cannot be renamed or dropped: the properties of the table contain";
        String placement = "cannot be dropped: the placement of the table contains";
        return switch (kind) {
          case RENAME, SWAP_NAMES -> List.of(foreign, property);
          // Where no name was used before, ADD_AGAIN drops a column first.
          case DROP, ADD_AGAIN, ALTER_DURING_WRITE -> List.of(foreign, property, placement);
          case SET_PARTITIONING ->
              List.of("cannot become a partition column, which files do not store");
          case ROLLBACK -> List.of("and create the table in the catalog again");
          // By a condition that the scan cannot evaluate.
          case REPLACE_WHERE ->
              List.of(
                  "does not support overwrite by expression",
                  "cannot translate expression to source filter");
          default -> List.of();
        };
      }

      /**
       * @param query null = check the steps
       */
      String faultOf(Query query) throws Exception {
        if (query == null) {
          return fault;
        }
        try {
          return fault != null ? null : check.fault(query);
        } catch (AnalysisException e) {
          return null; // without the removed parts it is not a valid query, on Parquet neither
        }
      }

      @Override
      public void close() {
        if (inCatalog) {
          sql("drop table if exists " + table.name);
        }
      }
    }
  }
}
