package io.placed.spark.internal.plan;

import io.placed.advise.workload.Shuffle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * By which columns a plan brings the rows of a scan together before it moves them for anything
 * else, and with the rows of which other scans. Whoever walks a plan, or the text of one, passes
 * what is {@link Required} of each node down to its children, and asks for {@link #shuffle} once
 * the whole plan was walked.
 */
public final class RowMoves {
  /** Of a scan whose rows are not moved, or by other than columns. */
  public static final RowMoves NONE = new RowMoves(null, List.of(), null);

  private final Shuffle.Kind kind;
  private final List<String> columns;

  /** Null for groups. */
  private final Join join;

  private RowMoves(Shuffle.Kind kind, List<String> columns, Join join) {
    this.kind = kind;
    this.columns = columns;
    this.join = join;
  }

  /** Finds the tables of scans. */
  public interface Sides {
    /** Empty if the scan is not of a known table, or a column is none of it. */
    Optional<Shuffle.Side> of(RowMoves scan, List<String> columns);
  }

  /**
   * As a workload has it. Empty for a join with rows that are none of a table, or are moved before
   * it for another reason: the rows of the scan are moved then wherever they are.
   */
  public Optional<Shuffle> shuffle(Sides sides) {
    if (join == null) {
      return kind == null ? Optional.empty() : Optional.of(new Shuffle(kind, columns));
    }
    if (!join.isOfScans()) {
      return Optional.empty();
    }
    Set<Shuffle.Side> with = new LinkedHashSet<>();
    for (Map<RowMoves, List<String>> side : join.scans) {
      for (Map.Entry<RowMoves, List<String>> scan : side.entrySet()) {
        if (scan.getKey() != this) {
          Optional<Shuffle.Side> other = sides.of(scan.getKey(), scan.getValue());
          if (other.isEmpty()) {
            return Optional.empty();
          }
          with.add(other.get());
        }
      }
    }
    return Optional.of(new Shuffle(kind, columns, List.copyOf(with)));
  }

  /** A join that brings the rows of its children together. */
  public static final class Join {
    private final List<List<Long>> keys;
    private final Required above;

    /** By child the scans whose rows were not moved before, and the columns of the join. */
    private final List<Map<RowMoves, List<String>>> scans =
        List.of(new LinkedHashMap<>(), new LinkedHashMap<>());

    /** The joins below it by the same columns. */
    private final List<Join> below = new ArrayList<>();

    /**
     * @param left ids of its columns; null if it is by others
     * @param above what is required of its result, or null
     */
    public Join(List<Long> left, List<Long> right, Required above) {
      this.keys = left == null || right == null ? List.of() : List.of(left, right);
      this.above = above;
      for (Required r = above; r != null; r = r.outer) {
        if (r.join != null && sideOf(r.columns) >= 0) {
          r.join.below.add(this);
        }
      }
    }

    /** What is required of a child; null if nothing is. */
    public Required required(int child) {
      return child < keys.size()
          ? new Required(Shuffle.Kind.JOIN, keys.get(child), this, child, outer(above, child))
          : null;
    }

    /** What joins further above require that these columns are enough for, in those of a child. */
    private Required outer(Required of, int child) {
      if (of == null) {
        return null;
      }
      Required next = outer(of.outer, child);
      int side = sideOf(of.columns);
      if (of.join == null || side < 0) {
        return next;
      }
      List<Long> own =
          of.columns.stream().map(c -> keys.get(child).get(keys.get(side).indexOf(c))).toList();
      return new Required(of.kind, own, of.join, of.child, next);
    }

    /** The child that has these columns as keys; negative if there is none. */
    private int sideOf(List<Long> columns) {
      for (int side = 0; side < keys.size(); side++) {
        if (Set.copyOf(columns).equals(Set.copyOf(keys.get(side)))) {
          return side;
        }
      }
      return -1;
    }

    private boolean isOfScans() {
      return scans.stream().noneMatch(Map::isEmpty) && below.stream().allMatch(Join::isOfScans);
    }
  }

  /**
   * What the operators above a node require of its rows: that those with equal values are together.
   * Columns are ids of expressions.
   */
  public static final class Required {
    private final Shuffle.Kind kind;

    /** None if the text of a plan says them only further below. */
    private final List<Long> columns;

    /** Null for groups. */
    private final Join join;

    private final int child;

    /** What joins further above require, if rows that are where this requires them suffice. */
    private final Required outer;

    private Required(Shuffle.Kind kind, List<Long> columns, Join join, int child, Required outer) {
      this.kind = kind;
      this.columns = columns;
      this.join = join;
      this.child = child;
      this.outer = outer;
    }

    /**
     * What a grouping requires of its child.
     *
     * @param columns null if it is by other than columns
     * @param above what is required of its result, or null
     */
    public static Required ofGroup(List<Long> columns, Required above) {
      return columns == null || columns.isEmpty()
          ? null
          : new Required(Shuffle.Kind.GROUP, columns, null, 0, within(above, columns));
    }

    /** The same if the text of a plan says the columns only at the exchange below. */
    public static Required ofGroupBelow(Required above) {
      return above == null || above.join == null
          ? above
          : new Required(Shuffle.Kind.GROUP, List.of(), null, 0, above);
    }

    /** What joins require by some of the columns. */
    private static Required within(Required above, List<Long> columns) {
      if (above == null) {
        return null;
      }
      Required next = within(above.outer, columns);
      return above.join != null && columns.containsAll(above.columns)
          ? new Required(above.kind, above.columns, above.join, above.child, next)
          : next;
    }

    /** Whether an exchange by these columns does what the nearest operator requires. */
    public boolean isBy(List<Long> exchanged) {
      return columns.containsAll(exchanged);
    }

    /**
     * What is required before a node that gives columns new ids.
     *
     * @param before the id of a column before it
     */
    public Required renamed(Function<Long, Long> before) {
      List<Long> own = columns.stream().map(before).toList();
      return new Required(kind, own, join, child, outer == null ? null : outer.renamed(before));
    }

    /** What can be required of a node with these columns; null if the nearest operator cannot. */
    public Required of(Set<Long> output) {
      return output.containsAll(columns)
          ? new Required(kind, columns, join, child, outer == null ? null : outer.of(output))
          : null;
    }

    /**
     * What it means for a scan.
     *
     * @param name of a column, as the scan has it; null if it is none of the scan
     */
    public RowMoves ofScan(Function<Long, String> name) {
      List<String> own = names(name);
      if (own.isEmpty()) {
        return NONE;
      }
      RowMoves moves = new RowMoves(kind, own, join);
      for (Required r = this; r != null; r = r.outer) {
        List<String> keys = r.names(name);
        if (r.join != null && !keys.isEmpty()) {
          r.join.scans.get(r.child).put(moves, keys);
        }
      }
      return moves;
    }

    private List<String> names(Function<Long, String> name) {
      Set<String> names = new LinkedHashSet<>();
      for (Long c : columns) {
        names.add(name.apply(c));
      }
      return names.contains(null) ? List.of() : List.copyOf(names);
    }
  }
}
