package io.placed.write.derive;

import io.placed.encoding.derived.Derivation;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

  /** Limits of the search for maps, which compares whole pages. */
  private static final int MAP_BUDGET = 1500;

  private static final int MAX_MAPPED_COLUMNS = 256;

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
   * @param cheapParents whether a column and its parents must be smaller than the column alone
   * @return per column its derivation, null for most
   */
  public static Derivation[] find(
      Schema schema, Batch batch, int from, int count, boolean cheapParents) {
    Derivation[] found = new Derivation[schema.size()];
    if (!suffices(count)) {
      return found;
    }
    SampleColumn[] samples = samples(schema, batch, from, count);
    List<Candidate> candidates = new ArrayList<>();
    functions(samples, cheapParents, candidates);
    maps(schema, batch, from, count, samples, cheapParents, candidates);
    if (cheapParents) {
      candidates.removeIf(c -> c.parentBits() > c.savedBits());
    }
    int depth = cheapParents ? 1 : Derivation.MAX_DEPTH;
    Candidate[] taken = Selection.best(worthwhile(candidates), schema.size(), depth);
    for (int c = 0; c < taken.length; c++) {
      found[c] = taken[c] == null ? null : taken[c].derivation();
    }
    return found;
  }

  private static SampleColumn[] samples(Schema schema, Batch batch, int from, int count) {
    int[] starts = new int[count < RUNS * RUN_ROWS ? count / RUN_ROWS : RUNS];
    for (int r = 0; r < starts.length; r++) {
      starts[r] = from + (int) ((long) r * (count - RUN_ROWS) / Math.max(1, starts.length - 1));
    }
    SampleColumn[] samples = new SampleColumn[schema.size()];
    for (int c = 0; c < samples.length; c++) {
      samples[c] = SampleColumn.of(c, schema.field(c), batch.column(c), starts, RUN_ROWS);
    }
    return samples;
  }

  private static void functions(SampleColumn[] samples, boolean cheapParents, List<Candidate> out) {
    int pairReach = reach(PAIR_BUDGET / 2 / Math.max(1, samples.length));
    int tripleReach = reach((long) Math.sqrt(TRIPLE_BUDGET / 2.0 / Math.max(1, samples.length)));
    List<SampleColumn> block = new ArrayList<>();
    for (int c = 0; c < samples.length; c++) {
      if (samples[c] != null && samples[c].bits > 0) {
        block.add(samples[c]);
      }
      if (block.size() == BLOCK || c + 1 == samples.length) {
        Comparison comparison = new Comparison(block, cheapParents);
        // If two tie, the later column is more likely the computed one.
        for (int k = block.size() - 1; k >= 0; k--) {
          out.addAll(comparison.of(k, pairReach, tripleReach));
        }
        block.clear();
      }
    }
  }

  private static int reach(long columns) {
    return (int) Math.max(2, Math.min(BLOCK, columns));
  }

  private static void maps(
      Schema schema,
      Batch batch,
      int from,
      int count,
      SampleColumn[] samples,
      boolean cheapParents,
      List<Candidate> out) {
    int rows = MapSearch.rows(count, cheapParents);
    MapSearch search = new MapSearch(batch, rows, cheapParents, MAP_BUDGET);
    List<PageColumn> block = new ArrayList<>();
    int most = Math.min(samples.length, MAX_MAPPED_COLUMNS);
    for (int c = 0; c < most; c++) {
      PageColumn p =
          PageColumn.of(c, schema.field(c).name(), batch.column(c), from, rows, samples[c]);
      if (p != null && p.distinct > 1) {
        block.add(p);
      }
      if (block.size() == MapSearch.BLOCK || c + 1 == most) {
        search.search(block, out);
        block.clear();
      }
    }
  }

  /** Without alternatives that save much less than the best one of their column. */
  private static List<Candidate> worthwhile(List<Candidate> candidates) {
    Map<Integer, Double> best = new HashMap<>();
    candidates.forEach(c -> best.merge(c.child(), c.savedBits(), Math::max));
    return candidates.stream()
        .filter(c -> c.savedBits() >= best.get(c.child()) * MIN_SHARE)
        .toList();
  }
}
