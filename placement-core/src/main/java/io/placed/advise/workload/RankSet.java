package io.placed.advise.workload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which values of a column match: those with ranks in one of the ranges, and null or not.
 *
 * @param ranges ascending, disjoint
 */
record RankSet(List<RankRange> ranges, boolean nulls) {
  /** More ranges are joined, those with the smallest gaps first. */
  static final int MOST = 64;

  static final RankSet NOTHING = new RankSet(List.of(), false);
  static final RankSet NULLS = new RankSet(List.of(), true);
  static final RankSet VALUES = new RankSet(List.of(RankRange.ALL), false);

  RankSet {
    ranges = List.copyOf(ranges);
  }

  static RankSet of(double from, double to) {
    return new RankSet(List.of(new RankRange(from, Math.max(from, to))), false);
  }

  RankSet or(RankSet other) {
    List<RankRange> all = new ArrayList<>(ranges);
    all.addAll(other.ranges);
    return new RankSet(joined(all), nulls || other.nulls);
  }

  /** All ranges together. */
  static RankSet ofAll(List<RankRange> ranges) {
    return new RankSet(joined(ranges), false);
  }

  RankSet and(RankSet other) {
    List<RankRange> both = new ArrayList<>();
    for (RankRange a : ranges) {
      for (RankRange b : other.ranges) {
        double from = Math.max(a.from(), b.from());
        double to = Math.min(a.to(), b.to());
        if (from <= to) {
          both.add(new RankRange(from, to));
        }
      }
    }
    return new RankSet(joined(both), nulls && other.nulls);
  }

  private static List<RankRange> joined(List<RankRange> some) {
    List<RankRange> sorted = new ArrayList<>(some);
    sorted.sort(Comparator.comparingDouble(RankRange::from).thenComparingDouble(RankRange::to));
    List<RankRange> out = new ArrayList<>();
    for (RankRange r : sorted) {
      RankRange last = out.isEmpty() ? null : out.get(out.size() - 1);
      if (last != null && r.from() <= last.to()) {
        out.set(out.size() - 1, new RankRange(last.from(), Math.max(last.to(), r.to())));
      } else {
        out.add(r);
      }
    }
    return out.size() <= MOST ? out : withFewerGaps(out);
  }

  /** Keeps the widest gaps. */
  private static List<RankRange> withFewerGaps(List<RankRange> all) {
    Set<Integer> widest =
        IntStream.range(1, all.size())
            .boxed()
            .sorted(Comparator.comparingDouble(i -> all.get(i - 1).to() - all.get(i).from()))
            .limit(MOST - 1)
            .collect(Collectors.toSet());
    List<RankRange> out = new ArrayList<>();
    double from = all.get(0).from();
    for (int i = 1; i < all.size(); i++) {
      if (widest.contains(i)) {
        out.add(new RankRange(from, all.get(i - 1).to()));
        from = all.get(i).from();
      }
    }
    out.add(new RankRange(from, all.get(all.size() - 1).to()));
    return out;
  }

  /** The complement among the values that are not null. */
  RankSet inverse() {
    List<RankRange> out = new ArrayList<>();
    double from = 0;
    for (RankRange r : ranges) {
      if (r.from() > from) {
        out.add(new RankRange(from, r.from()));
      }
      from = Math.max(from, r.to());
    }
    if (from < 1) {
      out.add(new RankRange(from, 1));
    }
    return new RankSet(out, !nulls);
  }

  boolean isAllValues() {
    return ranges.size() == 1 && ranges.get(0).equals(RankRange.ALL);
  }
}
