package io.placed.advise;

import io.placed.advise.cost.KeptRows;
import io.placed.advise.cost.PageFormat;
import io.placed.advise.cost.PageQuery;
import io.placed.advise.cost.WrittenPages;
import io.placed.encoding.Profile;
import io.placed.placement.Reordering;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Writes the kept rows of finalists under profiles, once each, and runs the queries on them. */
final class PageMeasuring {
  private final Rewriting rewriting;
  private final Profile profile;
  private final int pageRows;
  private final int skippedRows;
  private final String directory;
  private final List<PageQuery> queries;
  private final Map<Finalist, KeptRows> kept = new HashMap<>();
  private final Map<Profile, Map<Finalist, WrittenPages>> written = new HashMap<>();

  /**
   * @param profile of the table
   * @param pageRows rows of a page
   * @param skippedRows rows that readers skip together
   * @param directory for files; null = {@code java.io.tmpdir}
   * @param queries that are run on the pages
   */
  PageMeasuring(
      Rewriting rewriting,
      Profile profile,
      int pageRows,
      int skippedRows,
      String directory,
      List<PageQuery> queries) {
    this.rewriting = rewriting;
    this.profile = profile;
    this.pageRows = pageRows;
    this.skippedRows = skippedRows;
    this.directory = directory;
    this.queries = queries;
  }

  /** Rows of an order, which may be measured. */
  void keep(Finalist of, KeptRows rows) {
    if (rows.size() > 0) {
      kept.put(of, rows);
    }
  }

  /** Rows that readers skip together. */
  int skippedRows() {
    return skippedRows;
  }

  /** The profile of the table. */
  Profile profile() {
    return profile;
  }

  /**
   * Measures orders under the profile of the table, the last one first: it is that of the table.
   *
   * @param out whether the time is up
   */
  void measure(List<Finalist> all, BooleanSupplier out, AdvisorProgress progress)
      throws IOException {
    for (int k = 0; k < all.size() && !out.getAsBoolean(); k++) {
      progress.at(AdvisorProgress.Stage.SIZES, k, all.size());
      measure(all.get((k + all.size() - 1) % all.size()), profile());
    }
    smooth(profile());
  }

  /**
   * The pages of an order, which are written if they were not yet; null if no rows were kept, or no
   * order was measured under the profile of the table.
   */
  WrittenPages of(Finalist of, Profile as) throws IOException {
    Map<Finalist, WrittenPages> known = written.getOrDefault(as, Map.of());
    boolean some = written.containsKey(profile);
    if (!known.containsKey(of) && some && kept.containsKey(of) && as != profile) {
      measure(of, as);
      smooth(as);
    }
    return written.getOrDefault(as, Map.of()).get(of);
  }

  private void measure(Finalist f, Profile as) throws IOException {
    KeptRows rows = kept.get(f);
    if (rows == null) {
      return;
    }
    // Rows of several partitions must not be sorted together.
    boolean sort = !f.isArrival() && f.partitioning().isEmpty();
    Reordering by = sort ? f.reordering() : Reordering.NONE;
    Map<Finalist, WrittenPages> of = written.computeIfAbsent(as, p -> new HashMap<>());
    PageFormat format = rewriting.pages(pageRows, as);
    of.put(f, WrittenPages.measure(rows, by, format, directory, queries, of.isEmpty()));
  }

  private void smooth(Profile as) {
    Map<Finalist, WrittenPages> of = written.get(as);
    if (of != null) {
      List<Finalist> order = new ArrayList<>(of.keySet());
      List<WrittenPages> smooth =
          WrittenPages.smoothed(order.stream().map(of::get).toList(), queries);
      for (int k = 0; k < order.size(); k++) {
        of.put(order.get(k), smooth.get(k));
      }
    }
  }
}
