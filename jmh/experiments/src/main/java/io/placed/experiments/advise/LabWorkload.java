package io.placed.experiments.advise;

import io.placed.advise.workload.Condition;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.Workload;
import io.placed.predicate.Predicate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random templates of queries. The adviser sees some runs of some templates.
 *
 * @param seen runs that the adviser sees
 * @param fresh runs of the same templates with other literals
 * @param heldOut runs of templates that it has not seen
 */
record LabWorkload(String name, List<LabQuery> seen, List<LabQuery> fresh, List<LabQuery> heldOut) {
  private static final int TEMPLATES = 6;
  private static final int HELD_OUT = 3;
  private static final int RUNS = 2;

  /** Columns that most conditions are on, at most. */
  private static final int MAX_HOT = 4;

  private static final double HOT_SHARE = 0.85;
  private static final int MAX_OUTPUT = 5;
  private static final double NARROWEST = 0.001;
  private static final double WIDEST = 0.4;

  /** How a condition is made. */
  private enum Kind {
    RANGE,
    POINT,
    FROM,
    TO
  }

  private record Filter(String column, Kind kind, double width) {}

  private record Template(String name, List<Filter> filters, List<String> output, double weight) {}

  /** The same workload for the same random numbers. */
  static LabWorkload of(String name, LabTable table, Random random) {
    List<String> all = new ArrayList<>(table.filters());
    Collections.shuffle(all, random);
    List<String> hot = all.subList(0, Math.min(all.size(), 1 + random.nextInt(MAX_HOT)));
    List<LabQuery> seen = new ArrayList<>();
    List<LabQuery> fresh = new ArrayList<>();
    List<LabQuery> heldOut = new ArrayList<>();
    for (int t = 0; t < TEMPLATES + HELD_OUT; t++) {
      Template template = template(name + "-t" + t, table, hot, all, random);
      for (int r = 0; r < RUNS; r++) {
        if (t < TEMPLATES) {
          // Runs of a template have its name.
          seen.add(query(template, "", table, random));
          fresh.add(query(template, "-f" + r, table, random));
        } else {
          heldOut.add(query(template, "-h" + r, table, random));
        }
      }
    }
    return new LabWorkload(name, seen, fresh, heldOut);
  }

  private static Template template(
      String name, LabTable table, List<String> hot, List<String> all, Random random) {
    List<Filter> filters = new ArrayList<>();
    List<String> free = new ArrayList<>(all);
    int n = 1 + random.nextInt(3);
    for (int k = 0; k < n; k++) {
      List<String> from = random.nextDouble() < HOT_SHARE ? hot : all;
      String column = from.get(random.nextInt(from.size()));
      if (free.remove(column)) {
        double width = NARROWEST * Math.pow(WIDEST / NARROWEST, random.nextDouble());
        filters.add(new Filter(column, Kind.values()[random.nextInt(Kind.values().length)], width));
      }
    }
    List<String> output = table.columns();
    Collections.shuffle(output, random);
    return new Template(
        name, filters, output.subList(0, 1 + random.nextInt(MAX_OUTPUT)), 1 + random.nextInt(5));
  }

  private static LabQuery query(Template t, String run, LabTable table, Random random) {
    List<Condition> conditions = new ArrayList<>();
    List<Predicate> filter = new ArrayList<>();
    for (Filter f : t.filters) {
      Object[] values = table.values(f.column);
      int n = values.length;
      int width = (int) (f.width * n);
      int from = random.nextInt(n - width);
      Object low = f.kind == Kind.TO ? null : values[from];
      Object high =
          switch (f.kind) {
            case RANGE -> values[from + width];
            case POINT -> low;
            case TO -> values[width];
            case FROM -> null;
          };
      if (f.kind == Kind.FROM) {
        low = values[n - 1 - width];
      }
      conditions.add(
          Condition.on(
              f.column,
              low == null ? 0 : (double) before(values, low, false) / n,
              high == null ? 1 : (double) before(values, high, true) / n));
      if (low != null) {
        filter.add(Predicate.ge(f.column, low));
      }
      if (high != null) {
        filter.add(Predicate.le(f.column, high));
      }
    }
    return new LabQuery(
        new Query(t.name + run, t.output, false, conditions, t.weight, 1, 0),
        Predicate.and(filter));
  }

  /** Number of values that are smaller, or not larger. */
  @SuppressWarnings("unchecked") // Values of one column compare with each other.
  private static int before(Object[] sorted, Object value, boolean equalToo) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = ((Comparable<Object>) sorted[middle]).compareTo(value);
      if (order < 0 || equalToo && order == 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** What the adviser sees. */
  Workload forAdviser() {
    return new Workload(seen.stream().map(LabQuery::query).toList());
  }

  /** The queries that are predicted and run. */
  List<LabQuery> asked() {
    List<LabQuery> out = new ArrayList<>(fresh);
    out.addAll(heldOut);
    return out;
  }
}
