package io.placed.write.derive;

import io.placed.encoding.derived.Derivation;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds top-level columns that are, or nearly are, functions of others, on a sample of one page. To
 * bound the work only neighbours are compared if there are many columns.
 */
public final class RelationFinder {
  private static final int MIN_ROWS = 256;
  private static final int RUNS = 16;
  private static final int RUN_ROWS = 64;

  /** Columns are compared within blocks of this size, which bounds the memory of the samples. */
  private static final int BLOCK = 512;

  /** Limits of the pairs and triples of columns to be compared. */
  private static final long PAIR_BUDGET = 200_000;

  private static final long TRIPLE_BUDGET = 1_000_000;

  /** Alternatives are dropped that save less than this fraction of the column's best one. */
  private static final double MIN_SHARE = 0.7;

  private RelationFinder() {}

  /** Whether a page has enough rows to represent the file. */
  public static boolean suffices(int rows) {
    return rows >= MIN_ROWS;
  }

  /**
   * Searches rows [from, from + count) of the batch.
   *
   * @return per column its derivation, null for most
   */
  public static Derivation[] find(Schema schema, Batch batch, int from, int count) {
    Derivation[] found = new Derivation[schema.size()];
    if (!suffices(count)) {
      return found;
    }
    int[] starts = new int[count < RUNS * RUN_ROWS ? count / RUN_ROWS : RUNS];
    for (int r = 0; r < starts.length; r++) {
      starts[r] = from + (int) ((long) r * (count - RUN_ROWS) / Math.max(1, starts.length - 1));
    }
    int pairReach = reach(PAIR_BUDGET / 2 / Math.max(1, schema.size()));
    int tripleReach = reach((long) Math.sqrt(TRIPLE_BUDGET / 2.0 / Math.max(1, schema.size())));
    List<SampleColumn> block = new ArrayList<>();
    for (int c = 0; c < schema.size(); c++) {
      SampleColumn s = SampleColumn.of(c, schema.field(c), batch.column(c), starts, RUN_ROWS);
      if (s != null && s.bits > 0) {
        block.add(s);
      }
      if (block.size() == BLOCK || c + 1 == schema.size()) {
        findIn(block, pairReach, tripleReach, found);
        block.clear();
      }
    }
    return found;
  }

  private static int reach(long columns) {
    return (int) Math.max(2, Math.min(BLOCK, columns));
  }

  private static void findIn(
      List<SampleColumn> columns, int pairReach, int tripleReach, Derivation[] found) {
    List<Candidate> candidates = new ArrayList<>();
    Comparison comparison = new Comparison(columns);
    // If two tie, the later column is more likely the computed one.
    for (int c = columns.size() - 1; c >= 0; c--) {
      List<Candidate> own = comparison.of(c, pairReach, tripleReach);
      double best = own.stream().mapToDouble(Candidate::savedBits).max().orElse(0);
      own.stream().filter(k -> k.savedBits() >= best * MIN_SHARE).forEach(candidates::add);
    }
    Candidate[] taken = Selection.best(candidates, columns.size());
    for (int c = 0; c < taken.length; c++) {
      if (taken[c] != null) {
        found[columns.get(c).ordinal] = taken[c].derivation();
      }
    }
  }
}
