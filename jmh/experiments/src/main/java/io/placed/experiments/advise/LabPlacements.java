package io.placed.experiments.advise;

import io.placed.advise.Advice;
import io.placed.advise.workload.Condition;
import io.placed.encoding.Profile;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.RowGroups;
import io.placed.placement.SortKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** The placements that are written. */
final class LabPlacements {
  /** Every so many placements have small row groups. */
  private static final int SMALL_GROUPS = 4;

  /** Every so many random placements are written in the profile of the smallest files. */
  private static final int SMALL_FILES = 3;

  private static final long SMALL_GROUP_BYTES = 2L << 20;

  /** Columns of the Z-order that people choose by hand. */
  private static final int TOP = 3;

  private LabPlacements() {}

  static LabLayout ordered(Reordering by) {
    Placement p = Placement.DEFAULT;
    return LabLayout.of(new Placement(by, p.rowGroups(), p.columnGroups(), p.packing()));
  }

  /** What people choose without an adviser, by name. */
  static Map<String, LabLayout> baselines(LabWorkload workload) {
    List<String> columns = byUse(workload);
    List<String> top = columns.subList(0, Math.min(TOP, columns.size()));
    Map<String, LabLayout> out = new LinkedHashMap<>();
    out.put("no order", LabLayout.of(Placement.DEFAULT));
    out.put(
        "sort by the most filtered column",
        ordered(new Reordering.Sort(List.of(SortKey.asc(columns.get(0))))));
    out.put("Z-order of the top three", ordered(curve(Reordering.Curve.Kind.Z_ORDER, top)));
    return out;
  }

  private static Reordering.Curve curve(Reordering.Curve.Kind kind, List<String> columns) {
    return new Reordering.Curve(kind, columns, Reordering.Curve.DEFAULT_RANGES);
  }

  /** Filter columns by the weight of the conditions on them. */
  private static List<String> byUse(LabWorkload workload) {
    Map<String, Double> weights = new LinkedHashMap<>();
    for (LabQuery q : workload.seen()) {
      for (Condition c : q.query().filter()) {
        weights.merge(c.column(), q.query().weight(), Double::sum);
      }
    }
    List<String> out = new ArrayList<>(weights.keySet());
    out.sort(Comparator.comparing(c -> -weights.get(c)));
    return out;
  }

  /**
   * The advised layouts, their placements without partitions in the usual profile, baselines, trees
   * of the advice, and random sorts and curves.
   *
   * @param wanted how many, unless the first three kinds are more
   */
  static List<LabLayout> of(
      LabTable table, List<LabWorkload> workloads, List<Advice> advice, int wanted, Random random) {
    Set<LabLayout> out = new LinkedHashSet<>();
    advice.forEach(a -> out.add(LabLayout.advised(a)));
    advice.forEach(a -> out.add(LabLayout.of(a.best())));
    workloads.forEach(w -> out.addAll(baselines(w).values()));
    for (Advice a : advice) {
      a.candidates().stream()
          .filter(c -> c.exact() && c.reorder().startsWith("qd-tree"))
          .forEach(
              c -> out.add(LabLayout.of(Placement.DEFAULT.with(Reordering.SETTING, c.reorder()))));
    }
    List<String> columns = new ArrayList<>(table.filters());
    while (out.size() < wanted) {
      Collections.shuffle(columns, random);
      List<String> some = List.copyOf(columns.subList(0, 1 + random.nextInt(TOP)));
      Reordering by =
          switch (random.nextInt(3)) {
            case 0 -> new Reordering.Sort(some.stream().map(SortKey::asc).toList());
            case 1 -> curve(Reordering.Curve.Kind.Z_ORDER, some);
            default -> curve(Reordering.Curve.Kind.HILBERT, some);
          };
      LabLayout l = ordered(by);
      Placement p = l.placement();
      if (out.size() % SMALL_GROUPS == 0) {
        l =
            LabLayout.of(
                new Placement(
                    by, new RowGroups.OfBytes(SMALL_GROUP_BYTES), p.columnGroups(), p.packing()));
      }
      out.add(out.size() % SMALL_FILES == 0 ? l.with(Profile.COMPACT) : l);
    }
    return List.copyOf(out);
  }
}
