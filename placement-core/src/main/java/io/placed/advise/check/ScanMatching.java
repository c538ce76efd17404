package io.placed.advise.check;

import io.placed.advise.workload.Condition;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.RankRange;
import io.placed.advise.workload.ScanRecord;
import io.placed.advise.workload.Shuffle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the query of an advice that a scan is a run of: the same columns, conditions on the same
 * columns that select about as many values, and of these the one with the closest values.
 */
final class ScanMatching {
  /** Shares of values that are taken to be the same: of small ones the difference, or the ratio. */
  private static final double SAME = 0.002;

  private static final double RATIO = 1.25;

  /** A query of the advice. */
  record Target(int template, PredictedRun run, Map<String, List<RankRange>> conditions) {}

  private final Map<String, List<Target>> byShape = new HashMap<>();

  /** By columns and conditions alone, for engines that do not say how rows are moved. */
  private final Map<String, List<Target>> byColumns = new HashMap<>();

  private final Map<String, Integer> columns;

  ScanMatching(RememberedAdvice advice) {
    columns = advice.columns();
    for (int t = 0; t < advice.templates().size(); t++) {
      for (PredictedRun run : advice.templates().get(t).runs()) {
        Query query = run.asked();
        Map<String, List<RankRange>> conditions = conditions(query.filter(), Map.of());
        Collection<String> output = query.all() ? columns.keySet() : query.output();
        Target target = new Target(t, run, conditions);
        String shape = shape(output, conditions, Map.of());
        byColumns.computeIfAbsent(shape, s -> new ArrayList<>()).add(target);
        byShape
            .computeIfAbsent(shape + moved(query.shuffle(), Map.of()), s -> new ArrayList<>())
            .add(target);
      }
    }
  }

  /** Whether the advice has a query with the columns of the scan. */
  boolean knows(ScanRecord scan) {
    return byColumns.containsKey(shape(scan));
  }

  /** The query; null if none has such conditions. */
  Target find(ScanRecord scan) {
    Map<String, List<RankRange>> asked = conditions(scan.filter(), scan.ids());
    Target best = null;
    double least = Double.MAX_VALUE;
    String shape = shape(scan);
    List<Target> alike = byShape.get(shape + moved(scan.shuffle(), scan.ids()));
    for (Target t : alike == null ? byColumns.getOrDefault(shape, List.of()) : alike) {
      double distance = distance(asked, t.conditions());
      if (distance < least) {
        best = t;
        least = distance;
      }
    }
    return best;
  }

  private String shape(ScanRecord scan) {
    return shape(scan.columns(), conditions(scan.filter(), scan.ids()), scan.ids());
  }

  private String shape(
      Collection<String> output,
      Map<String, List<RankRange>> conditions,
      Map<String, Integer> ids) {
    Set<String> read = new TreeSet<>();
    output.forEach(c -> read.add(key(c, ids)));
    read.removeAll(conditions.keySet());
    return read + " where " + new TreeSet<>(conditions.keySet());
  }

  private String moved(Optional<Shuffle> shuffle, Map<String, Integer> ids) {
    return shuffle
        .map(s -> " " + s.kind() + s.columns().stream().map(c -> key(c, ids)).toList())
        .orElse("");
  }

  private Map<String, List<RankRange>> conditions(
      List<Condition> filter, Map<String, Integer> ids) {
    Map<String, List<RankRange>> out = new HashMap<>();
    filter.forEach(c -> out.put(key(c.column(), ids), c.ranges()));
    return out;
  }

  /** A column outlives renames by its id; engines that know none have the names of the advice. */
  private String key(String column, Map<String, Integer> ids) {
    Integer id = ids.containsKey(column) ? ids.get(column) : columns.get(column);
    if (id == null) {
      for (Map.Entry<String, Integer> e : columns.entrySet()) {
        id = e.getKey().equalsIgnoreCase(column) ? e.getValue() : id;
      }
    }
    return id != null ? "#" + id : column.toLowerCase(Locale.ROOT);
  }

  /** The largest share of a column that only one of both selects; infinite if they differ. */
  private static double distance(
      Map<String, List<RankRange>> asked, Map<String, List<RankRange>> known) {
    double most = 0;
    for (String column : known.keySet()) {
      List<RankRange> a = asked.get(column);
      List<RankRange> b = known.get(column);
      if (a.isEmpty() != b.isEmpty()) {
        return Double.POSITIVE_INFINITY;
      }
      double wide = Math.max(share(a), share(b));
      double narrow = Math.min(share(a), share(b));
      if (wide > narrow + SAME && wide > RATIO * narrow) {
        return Double.POSITIVE_INFINITY;
      }
      double common = 0;
      for (RankRange x : a) {
        for (RankRange y : b) {
          common += Math.max(0, Math.min(x.to(), y.to()) - Math.max(x.from(), y.from()));
        }
      }
      most = Math.max(most, wide + narrow - 2 * common);
    }
    return most;
  }

  private static double share(List<RankRange> ranges) {
    return ranges.stream().mapToDouble(RankRange::share).sum();
  }
}
