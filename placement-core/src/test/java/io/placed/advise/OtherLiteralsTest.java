package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.advise.cost.Objective;
import io.placed.advise.workload.Workload;
import io.placed.io.LocalFileStore;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tree is made for literals: whether later runs have others decides what it is worth. */
@OneIn(2)
class OtherLiteralsTest {
  private static final int PAGE_ROWS = 1024;
  private static final int ROWS = 100_000;
  private static final int RUNS = 6;

  @TempDir Path directory;

  private final LocalFileStore store = new LocalFileStore();
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @BeforeEach
  void write() throws Exception {
    Schema schema = Schema.parse("a: int32, b: int32, v: int64");
    try (TableWriter out =
        Placed.write(directory.resolve("t").toString(), schema)
            .option("page-rows", Integer.toString(PAGE_ROWS))
            .open()) {
      for (int i = 0; i < ROWS; i++) {
        out.write(random.nextInt(1 << 20), random.nextInt(1 << 20), random.nextLong());
      }
      out.commit();
    }
  }

  /** Ranges of a and b of some runs. */
  private String[] ranges(int different) {
    String[] out = new String[RUNS];
    for (int r = 0; r < RUNS; r++) {
      double a = 0.9 * random.nextDouble();
      double b = 0.9 * random.nextDouble();
      out[r] =
          r >= different
              ? out[r % different]
              : String.format(Locale.ROOT, "a [%f to %f], b [%f to %f]", a, a + 0.03, b, b + 0.03);
    }
    return out;
  }

  /**
   * Predicted bytes of the tree.
   *
   * @param oneTemplate whether the runs are those of a template; else each is a query of its own
   */
  private double tree(String[] ranges, boolean oneTemplate) throws Exception {
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < RUNS; r++) {
      String name = oneTemplate ? "q" : "q" + r;
      text.append(name).append(": read v where ").append(ranges[r]).append('\n');
    }
    DataSet set = DataSet.at(any -> store, directory.resolve("t").toString());
    try (AdvisedTable table = new SmallPages(PlacedTable.open(set), PAGE_ROWS)) {
      AdvisorSettings settings =
          AdvisorSettings.defaults().withObjective(Objective.BYTES).withHorizon(1e6);
      return Advisor.of(table, Workload.parse(text.toString()), settings)
          .advise()
          .candidates()
          .stream()
          .filter(c -> c.exact() && c.reorder().startsWith("qd-tree"))
          .mapToDouble(Advice.Candidate::after)
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void recurringLiteralsLoseNothing() throws Exception {
    String[] ranges = ranges(2);
    double each = tree(ranges, false);
    // A page more or less: one of each of the three columns, which are random numbers.
    double page = PAGE_ROWS * (3.0 + 3.0 + 8.5);
    assertEquals(each, tree(ranges, true), page, "seed " + seed);
  }

  @Test
  void runsWithOtherLiteralsReadMoreOfATree() throws Exception {
    String[] ranges = ranges(RUNS);
    double each = tree(ranges, false);
    double template = tree(ranges, true);
    assertTrue(template > 1.5 * each, "seed " + seed + ": " + template + ", " + each);
  }
}
