package io.placed.advise.workload;

import io.placed.advise.workload.WorkloadReport.NotUnderstood;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Collects scans of a table as templates: scans of equal columns and conditions, apart from ranks,
 * are runs of one. Bounded in memory by the number of templates, of each of which some runs are
 * kept, chosen at random but always the same of the same scans.
 */
public final class WorkloadBuilder {
  /** Runs of a template whose ranks are kept. */
  static final int KEPT_RUNS = 16;

  /** More templates are not kept, but counted. */
  static final int MOST_TEMPLATES = 2000;

  private final Schema schema;
  private final boolean caseSensitive;
  private final Map<String, Template> templates = new LinkedHashMap<>();
  private final Map<String, double[]> notUnderstood = new LinkedHashMap<>();
  private double weight;
  private double millis;

  /**
   * @param schema of the table now
   */
  public WorkloadBuilder(Schema schema, boolean caseSensitive) {
    this.schema = schema;
    this.caseSensitive = caseSensitive;
  }

  /**
   * Adds a scan.
   *
   * @param name of its query, or null; with a name only scans of equal names are one template
   * @param columns read, in any order
   * @param shuffle by which columns the engine brings the rows together
   * @param ids field ids by name, as far as they are known; see {@link ScanRecord#ids}
   * @param runs weight of the scan
   * @param time milliseconds of a run, 0 if unknown
   */
  public void add(
      String name,
      Collection<String> columns,
      List<Condition> filter,
      Optional<Shuffle> shuffle,
      Map<String, Integer> ids,
      double runs,
      double time) {
    Names names = new Names(ids);
    Map<String, Condition> conditions = new TreeMap<>();
    for (Condition c : filter) {
      String column = names.of(c.column());
      conditions.put(column, new Condition(column, c.ranges()));
    }
    Set<String> output = new LinkedHashSet<>();
    columns.forEach(c -> output.add(names.of(c)));
    Optional<Shuffle> by =
        shuffle.map(
            s ->
                new Shuffle(
                    s.kind(), s.columns().stream().map(names::of).distinct().toList(), s.with()));
    by.ifPresent(s -> output.addAll(s.columns()));
    output.removeAll(conditions.keySet());
    if (!names.unknown.isEmpty()) {
      notUnderstood("columns that the table does not have: " + names.unknown, runs, time * runs);
      return;
    }
    if (output.isEmpty() && conditions.isEmpty()) {
      return; // Counts rows, which no placement makes faster.
    }
    List<String> ordered = schema.fields().stream().map(Field::name).toList();
    Shape shape =
        new Shape(
            ordered.stream().filter(output::contains).toList(),
            ordered.stream().filter(conditions::containsKey).toList(),
            by);
    String key = (name == null ? "" : name) + "\n" + shape;
    Template template = templates.get(key);
    if (template == null && templates.size() == MOST_TEMPLATES) {
      notUnderstood("templates after the first " + MOST_TEMPLATES, runs, time * runs);
      return;
    }
    if (template == null) {
      template = new Template(name == null ? shape.name() : unused(name), shape);
      templates.put(key, template);
    }
    weight += runs;
    millis += time * runs;
    template.add(shape.filter().stream().map(conditions::get).toList(), runs, time);
  }

  /** A name that no other template has: several scans of one query have several shapes. */
  private String unused(String name) {
    String candidate = name;
    for (int n = 2; isUsed(candidate); n++) {
      candidate = name + "." + n;
    }
    return candidate;
  }

  private boolean isUsed(String name) {
    return templates.values().stream().anyMatch(t -> t.name.equals(name));
  }

  /** Adds a scan of a history. */
  public void add(ScanRecord r) {
    add(null, r.columns(), r.filter(), r.shuffle(), r.ids(), 1, r.millis());
  }

  /**
   * Counts queries that cannot be part of the workload.
   *
   * @param time milliseconds of all of them
   */
  public void notUnderstood(String reason, double runs, double time) {
    double[] sums = notUnderstood.computeIfAbsent(reason, r -> new double[2]);
    sums[0] += runs;
    sums[1] += time;
  }

  /** The templates in the order in which their first runs were added. */
  public LoadedWorkload build() {
    List<Query> queries = new ArrayList<>();
    templates.values().forEach(t -> queries.addAll(t.queries()));
    List<NotUnderstood> missing = new ArrayList<>();
    notUnderstood.forEach((reason, s) -> missing.add(new NotUnderstood(reason, s[0], s[1])));
    missing.sort(
        (a, b) ->
            a.millis() == b.millis()
                ? Double.compare(b.weight(), a.weight())
                : Double.compare(b.millis(), a.millis()));
    return new LoadedWorkload(queries, new WorkloadReport(weight, millis, missing));
  }

  /** Finds the current names of columns. */
  private final class Names {
    private final Map<String, Integer> ids;
    private final List<String> unknown = new ArrayList<>();

    Names(Map<String, Integer> ids) {
      this.ids = ids;
    }

    String of(String column) {
      Integer id = ids.get(column);
      for (Field f : schema.fields()) {
        if (id != null ? f.id() == id : f.name().equals(column)) {
          return f.name();
        }
      }
      if (id == null && !caseSensitive) {
        for (Field f : schema.fields()) {
          if (f.name().equalsIgnoreCase(column)) {
            return f.name();
          }
        }
      }
      if (!unknown.contains(column)) {
        unknown.add(column);
      }
      return column;
    }
  }

  private record Shape(List<String> output, List<String> filter, Optional<Shuffle> shuffle) {
    /** A name that depends on nothing else than the shape, as histories of before name it. */
    String name() {
      long hash = 0xcbf29ce484222325L; // FNV-1a
      String text = "Shape[output=" + output + ", filter=" + filter + "]";
      for (char c : (text + shuffle.map(Shuffle::toString).orElse("")).toCharArray()) {
        hash = (hash ^ c) * 0x100000001b3L;
      }
      return "scan-" + Long.toHexString(hash | Long.MIN_VALUE).substring(4);
    }
  }

  private static final class Template {
    private final String name;
    private final Shape shape;
    private final List<List<Condition>> kept = new ArrayList<>();
    private long seen;
    private double weight;
    private double millis;

    Template(String name, Shape shape) {
      this.name = name;
      this.shape = shape;
    }

    void add(List<Condition> conditions, double runs, double time) {
      weight += runs;
      millis += time * runs;
      seen++;
      if (kept.size() < KEPT_RUNS) {
        kept.add(conditions);
        return;
      }
      // Reservoir sampling, with a generator that depends on the number of the run.
      long at = Math.floorMod(mix(seen), seen);
      if (at < KEPT_RUNS) {
        kept.set((int) at, conditions);
      }
    }

    /** The finalizer of SplitMix64. */
    private static long mix(long z) {
      long a = z * 0x9E3779B97F4A7C15L;
      a = (a ^ a >>> 30) * 0xBF58476D1CE4E5B9L;
      a = (a ^ a >>> 27) * 0x94D049BB133111EBL;
      return a ^ a >>> 31;
    }

    List<Query> queries() {
      Map<List<Condition>, Integer> runs = new LinkedHashMap<>();
      kept.forEach(c -> runs.merge(c, 1, Integer::sum));
      double mean = millis / weight;
      List<Query> out = new ArrayList<>();
      runs.forEach(
          (conditions, n) ->
              out.add(
                  new Query(
                      name,
                      shape.output(),
                      false,
                      conditions,
                      shape.shuffle(),
                      weight * n / kept.size(),
                      1,
                      mean)));
      return out;
    }
  }
}
