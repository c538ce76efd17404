package io.placed.advise.workload;

import io.placed.predicate.ColumnPredicate;
import io.placed.predicate.ColumnPredicate.Comparison;
import io.placed.predicate.ColumnPredicate.EqualNullSafe;
import io.placed.predicate.ColumnPredicate.In;
import io.placed.predicate.ColumnPredicate.IsNotNull;
import io.placed.predicate.ColumnPredicate.IsNull;
import io.placed.predicate.ColumnPredicate.StartsWith;
import io.placed.predicate.LogicalPredicate.AlwaysFalse;
import io.placed.predicate.LogicalPredicate.AlwaysTrue;
import io.placed.predicate.LogicalPredicate.And;
import io.placed.predicate.LogicalPredicate.Not;
import io.placed.predicate.LogicalPredicate.Or;
import io.placed.predicate.Predicate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns a filter into conditions per column, with ranks instead of literals. The conditions hold
 * for every row that the filter selects; they are exact for conjunctions of conditions on one
 * column each. Of a disjunction each column keeps what all alternatives demand of it.
 */
public final class FilterRanks {
  private final QuantileSource source;
  private final Map<String, Optional<ColumnQuantiles>> known = new HashMap<>();

  public FilterRanks(QuantileSource source) {
    this.source = source;
  }

  /**
   * The conditions of a filter, in the order in which its columns appear. Columns that only must
   * not be null have a condition if they have nulls. A condition that selects nulls is of unknown
   * values, since nulls have no rank, and so is one on a field of a struct.
   *
   * @param filter with columns as the table names them
   */
  public List<Condition> conditions(Predicate filter) {
    Map<String, RankSet> sets = sets(filter, false);
    Set<String> columns = new LinkedHashSet<>();
    Set<String> tested = new HashSet<>();
    collect(filter, columns, tested);
    List<Condition> out = new ArrayList<>();
    for (String column : columns) {
      RankSet set = sets == null ? RankSet.NOTHING : sets.get(column);
      double nullShare = quantiles(column).map(ColumnQuantiles::nullShare).orElse(1.0);
      if (set == null || set.equals(RankSet.NULLS)) {
        out.add(Condition.on(column));
      } else if (set.nulls() && nullShare > 0) {
        boolean everything = set.isAllValues();
        out.addAll(everything ? List.of() : List.of(Condition.on(column)));
      } else if (set.ranges().isEmpty()) {
        out.add(Condition.on(column, 0, 0));
      } else if (!set.isAllValues() || nullShare > 0) {
        out.add(new Condition(column, set.ranges()));
      } else if (tested.contains(column)) {
        out.add(Condition.on(column)); // besides not null, something that has no ranks
      }
    }
    return out;
  }

  /**
   * The columns of a filter, except those of which it says only that they are not null and whose
   * nulls are unknown.
   *
   * @param tested columns of which it says more
   */
  private void collect(Predicate p, Set<String> columns, Set<String> tested) {
    if (p instanceof And a) {
      a.parts().forEach(q -> collect(q, columns, tested));
    } else if (p instanceof Not n && n.part() instanceof IsNull i) {
      collect(new IsNotNull(i.column()), columns, tested);
    } else if (!(p instanceof IsNotNull i)) {
      columns.addAll(p.columns());
      tested.addAll(p.columns());
    } else if (i.column().size() == 1 && quantiles(i.column().get(0)).isPresent()) {
      columns.add(i.column().get(0));
    }
  }

  /**
   * What a filter demands of each column; columns of which nothing is known are left out. Null if
   * no row matches.
   */
  private Map<String, RankSet> sets(Predicate p, boolean negated) {
    if (p instanceof And a) {
      return negated ? either(a.parts(), true) : both(a.parts(), false);
    } else if (p instanceof Or o) {
      return negated ? both(o.parts(), true) : either(o.parts(), false);
    } else if (p instanceof Not n) {
      return sets(n.part(), !negated);
    } else if (p instanceof AlwaysTrue || p instanceof AlwaysFalse) {
      return p instanceof AlwaysTrue != negated ? Map.of() : null;
    } else if (p instanceof ColumnPredicate c && c.column().size() == 1) {
      RankSet set = setOrNull(c, negated);
      return set == null ? Map.of() : Map.of(c.column().get(0), set);
    }
    return Map.of();
  }

  private Map<String, RankSet> both(List<Predicate> parts, boolean negated) {
    Map<String, RankSet> out = new LinkedHashMap<>();
    for (Predicate part : parts) {
      Map<String, RankSet> one = sets(part, negated);
      if (one == null) {
        return null;
      }
      one.forEach((column, set) -> out.merge(column, set, RankSet::and));
    }
    return out;
  }

  private Map<String, RankSet> either(List<Predicate> parts, boolean negated) {
    Map<String, RankSet> out = null;
    for (Predicate part : parts) {
      Map<String, RankSet> one = sets(part, negated);
      if (one == null) {
        continue;
      }
      if (out == null) {
        out = new LinkedHashMap<>(one);
      } else {
        out.keySet().retainAll(one.keySet());
        out.replaceAll((column, set) -> set.or(one.get(column)));
      }
    }
    return out;
  }

  /** Null if nothing is known. */
  private RankSet setOrNull(ColumnPredicate p, boolean negated) {
    if (p instanceof IsNull) {
      return negated ? RankSet.VALUES : RankSet.NULLS;
    }
    if (p instanceof IsNotNull) {
      return negated ? RankSet.NULLS : RankSet.VALUES;
    }
    ColumnQuantiles values = quantiles(p.column().get(0)).orElse(null);
    if (values == null || values.isEmpty()) {
      return null;
    }
    try {
      return set(p, values, negated);
    } catch (IllegalArgumentException e) {
      return null; // a literal of another type
    }
  }

  private static RankSet set(ColumnPredicate p, ColumnQuantiles values, boolean negated) {
    if (p instanceof Comparison c) {
      RankSet set =
          c.value() == null ? RankSet.NOTHING : comparison(c.op(), values.of(c.value()), negated);
      return set;
    } else if (p instanceof EqualNullSafe e) {
      RankSet set =
          e.value() == null
              ? RankSet.NULLS
              : comparison(Predicate.Op.EQ, values.of(e.value()), false);
      return negated ? set.inverse() : set;
    } else if (p instanceof In in) {
      List<RankRange> ranges = in.values().stream().filter(v -> v != null).map(values::of).toList();
      boolean never = negated && in.values().contains(null);
      RankSet set = RankSet.ofAll(ranges);
      return never ? RankSet.NOTHING : negated ? withoutNulls(set.inverse()) : set;
    } else if (p instanceof StartsWith s) {
      byte[] prefix = s.prefix().getBytes(StandardCharsets.UTF_8);
      byte[] next = RankOrder.afterPrefix(prefix);
      double to = next == null ? 1 : values.of(next).from();
      RankSet set = RankSet.of(values.of(prefix).from(), to);
      return negated ? withoutNulls(set.inverse()) : set;
    }
    return null; // the values that end with or contain a text are anywhere
  }

  private static RankSet withoutNulls(RankSet set) {
    return new RankSet(set.ranges(), false);
  }

  private static RankSet comparison(Predicate.Op op, RankRange value, boolean negated) {
    return switch (op) {
      case EQ -> negated ? notEqual(value) : RankSet.of(value.from(), value.to());
      case NE -> negated ? RankSet.of(value.from(), value.to()) : notEqual(value);
      case LT -> negated ? RankSet.of(value.from(), 1) : RankSet.of(0, value.from());
      case LE -> negated ? RankSet.of(value.to(), 1) : RankSet.of(0, value.to());
      case GT -> negated ? RankSet.of(0, value.to()) : RankSet.of(value.to(), 1);
      case GE -> negated ? RankSet.of(0, value.from()) : RankSet.of(value.from(), 1);
    };
  }

  private static RankSet notEqual(RankRange value) {
    return withoutNulls(RankSet.of(value.from(), value.to()).inverse());
  }

  private Optional<ColumnQuantiles> quantiles(String column) {
    return known.computeIfAbsent(column, source::quantiles);
  }
}
