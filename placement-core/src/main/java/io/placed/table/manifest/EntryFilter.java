package io.placed.table.manifest;

import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Widening;
import io.placed.statistics.ColumnStatistics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A filter on rows of the table, for which entries of manifests are read. It may let through files
 * without a matching row, never the other way round: {@link BoundPredicate#mayMatch} decides.
 */
public final class EntryFilter {
  private final Schema names;
  private final List<BoundPredicate> conjuncts = new ArrayList<>();
  private final boolean caseSensitive;

  /**
   * @param names the columns that the predicate may use, with their field ids, under the names that
   *     it has for them. Conjuncts on others are ignored, and those whose literals do not go with
   *     the types: an engine may have the column in another type, and compares after a cast
   */
  public EntryFilter(Predicate predicate, Schema names, boolean caseSensitive) {
    this.names = names;
    this.caseSensitive = caseSensitive;
    for (Predicate p : predicate.conjuncts()) {
      try {
        conjuncts.add(p.bind(names, caseSensitive));
      } catch (IllegalArgumentException e) {
        continue; // Its files are not skipped.
      }
    }
  }

  /** Whether nothing can be skipped. */
  public boolean isEmpty() {
    return conjuncts.isEmpty();
  }

  /** Whether a manifest may have an entry for a file with matching rows. */
  boolean mayMatch(List<ManifestBounds> bounds) {
    Map<Integer, ManifestBounds> byId = new HashMap<>();
    bounds.forEach(b -> byId.put(b.id(), b));
    for (BoundPredicate p : conjuncts) {
      if (!p.mayMatch((column, child) -> statistics(byId, column, child))) {
        return false;
      }
    }
    return true;
  }

  private ColumnStatistics statistics(Map<Integer, ManifestBounds> byId, int column, int[] child) {
    Field field = names.field(column);
    ManifestBounds known = child.length > 0 ? null : byId.get(field.id());
    return known == null || !Widening.allowed(known.type(), field.type())
        ? null
        : known.statistics().widened(known.type(), field.type());
  }

  /** The conjuncts; each goes with the types of the columns. */
  List<Predicate> conjuncts() {
    return conjuncts.stream().map(BoundPredicate::predicate).toList();
  }

  /** The column that a predicate means by a name; null if there is none. */
  Field column(String name) {
    return names.find(name, caseSensitive).map(names::field).orElse(null);
  }
}
