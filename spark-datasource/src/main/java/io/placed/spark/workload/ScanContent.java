package io.placed.spark.workload;

import io.placed.advise.workload.Condition;
import io.placed.advise.workload.FilterRanks;
import io.placed.advise.workload.QuantileSource;
import io.placed.advise.workload.ScanRecord;
import io.placed.advise.workload.Shuffle;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.spark.internal.plan.PlannedScan;
import io.placed.spark.internal.plan.RowMoves;
import io.placed.spark.read.PlannedRead;
import io.placed.spark.read.ScanPlan;
import io.placed.spark.read.translate.FilterTranslator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which table a scan reads, and what of it. The only place that understands scans; histories, files
 * of SQL and event logs get the same from it.
 *
 * @param path of the table
 * @param snapshot id, 0 if the table has none
 * @param columns that are read, those of the filters included
 * @param filters on columns, with literals: never stored
 * @param unknown columns of other conditions
 * @param shuffle by which columns rows are brought together
 * @param ids field ids of the columns, if the table has them
 */
record ScanContent(
    String path,
    long snapshot,
    List<String> columns,
    List<Predicate> filters,
    Set<String> unknown,
    Optional<Shuffle> shuffle,
    Map<String, Integer> ids) {

  /** What a scan of a plan reads. */
  record Known(PlannedScan scan, ScanContent content) {}

  /** The scans of a plan whose source is known, and has a path. */
  static List<Known> of(List<PlannedScan> plan, boolean caseSensitive) {
    List<Known> known = new ArrayList<>();
    Map<RowMoves, ScanContent> byMoves = new IdentityHashMap<>();
    for (PlannedScan scan : plan) {
      Optional<ScanContent> content = read(scan, caseSensitive);
      content.ifPresent(c -> known.add(new Known(scan, c)));
      content.ifPresent(c -> byMoves.put(scan.moves(), c));
    }
    known.replaceAll(k -> new Known(k.scan, k.content.moved(k.scan.moves(), byMoves)));
    return known;
  }

  /**
   * The same scan, whose rows are brought together; by columns of the table, not of metadata.
   *
   * @param others the scans of the plan
   */
  ScanContent moved(RowMoves moves, Map<RowMoves, ScanContent> others) {
    Optional<Shuffle> by =
        moves
            .shuffle(
                (scan, keys) ->
                    Optional.ofNullable(others.get(scan))
                        .filter(other -> other.columns.containsAll(keys))
                        .map(other -> new Shuffle.Side(ScanRecord.path(other.path), keys)))
            .filter(s -> columns.containsAll(s.columns()));
    return new ScanContent(path, snapshot, columns, filters, unknown, by, ids);
  }

  private static Optional<ScanContent> read(PlannedScan scan, boolean caseSensitive) {
    if (scan.source() instanceof PlannedRead placed) {
      ScanPlan plan = placed.plan();
      return plan.source().isEmpty()
          ? Optional.empty()
          : Optional.of(ofPlaced(plan, scan.runtime()));
    } else if (scan.source() != null) {
      return PlanText.v2(scan.description(), scan.runtime());
    }
    return scan.paths().isEmpty() ? Optional.empty() : Optional.of(ofFiles(scan, caseSensitive));
  }

  private static ScanContent ofPlaced(ScanPlan plan, List<String> runtime) {
    List<Predicate> filters = new ArrayList<>(plan.partitionFilters());
    filters.addAll(plan.dataFilters());
    Schema named = plan.source().namedSchema();
    Set<String> columns = new LinkedHashSet<>();
    for (String c : plan.output().fieldNames()) {
      if (named.indexOf(c) >= 0) { // not metadata of files
        columns.add(c);
      }
    }
    filters.forEach(f -> columns.addAll(f.columns()));
    columns.addAll(runtime);
    Map<String, Integer> ids = new LinkedHashMap<>();
    for (String c : columns) {
      int at = named.indexOf(c);
      if (at >= 0 && plan.source().snapshot().id() > 0) {
        ids.put(c, named.field(at).id());
      }
    }
    return new ScanContent(
        plan.source().paths().get(0),
        plan.source().snapshot().id(),
        List.copyOf(columns),
        filters,
        new LinkedHashSet<>(runtime),
        Optional.empty(),
        ids);
  }

  private static ScanContent ofFiles(PlannedScan scan, boolean caseSensitive) {
    FilterTranslator translator = new FilterTranslator(scan.schema(), caseSensitive);
    List<Predicate> filters = new ArrayList<>();
    Set<String> unknown = new LinkedHashSet<>(scan.runtime());
    for (PlannedScan.Filter f : scan.filters()) {
      Optional<Predicate> known =
          f.predicate() == null ? Optional.empty() : translator.translate(f.predicate());
      known.ifPresent(filters::add);
      if (known.isEmpty()) {
        unknown.addAll(f.columns());
      }
    }
    Set<String> columns = new LinkedHashSet<>(Arrays.asList(scan.read().fieldNames()));
    filters.forEach(f -> columns.addAll(f.columns()));
    columns.addAll(unknown);
    columns.retainAll(Set.of(scan.schema().fieldNames()));
    unknown.retainAll(columns);
    return new ScanContent(
        scan.paths().get(0), 0, List.copyOf(columns), filters, unknown, Optional.empty(), Map.of());
  }

  /** The conditions with ranks instead of literals. */
  List<Condition> conditions(QuantileSource quantiles) {
    List<Condition> out =
        new ArrayList<>(new FilterRanks(quantiles).conditions(Predicate.and(filters)));
    for (String column : unknown) {
      if (out.stream().noneMatch(c -> c.column().equals(column))) {
        out.add(Condition.on(column));
      }
    }
    return out;
  }
}
