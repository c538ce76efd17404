package io.placed.placement;

import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A Placement for files that lack some of the columns that it names. A column that a file lacks is
 * the same in all of its rows, so that it orders none.
 */
final class ColumnRestriction {
  private final Schema schema;

  private ColumnRestriction(Schema schema) {
    this.schema = schema;
  }

  static Placement apply(Placement p, Schema schema) {
    ColumnRestriction r = new ColumnRestriction(schema);
    Placement some =
        new Placement(
            r.of(p.reorder()), r.of(p.rowGroups()), r.of(p.columnGroups()), r.of(p.packing()));
    try {
      return some.requireFits(schema);
    } catch (IllegalArgumentException e) {
      // There are too few column groups for the files of the packing.
      return new Placement(
          some.reorder(), some.rowGroups(), some.columnGroups(), Placement.DEFAULT.packing());
    }
  }

  private boolean has(String column) {
    return schema.indexOf(column) >= 0 || schema.find(column, false).isPresent();
  }

  /** In another case a name may be that of a column that the file lacks, beside one that it has. */
  private List<String> of(List<String> columns) {
    List<String> left = columns.stream().filter(this::has).toList();
    Set<Integer> taken = new HashSet<>();
    left.forEach(c -> taken.add(schema.indexOf(c)));
    return left.stream()
        .filter(c -> schema.indexOf(c) >= 0 || taken.add(ColumnNames.ordinal(c, schema, "")))
        .toList();
  }

  private List<SortKey> ofKeys(List<SortKey> keys) {
    List<String> left = of(keys.stream().map(SortKey::column).toList());
    return keys.stream().filter(k -> left.contains(k.column())).toList();
  }

  private Reordering of(Reordering r) {
    if (r instanceof Reordering.Sort s) {
      List<SortKey> keys = ofKeys(s.keys());
      return keys.isEmpty() ? Reordering.NONE : new Reordering.Sort(keys, s.scope());
    } else if (r instanceof Reordering.SortBuffer s) {
      List<SortKey> keys = ofKeys(s.keys());
      return keys.isEmpty() ? Reordering.NONE : new Reordering.SortBuffer(keys, s.bufferBytes());
    } else if (r instanceof Reordering.Curve c) {
      List<String> columns = of(c.columns());
      return columns.isEmpty()
          ? Reordering.NONE
          : new Reordering.Curve(c.kind(), columns, c.ranges(), c.scope());
    } else if (r instanceof Reordering.RisingCardinality c) {
      List<String> columns = of(c.columns());
      return isUnordered(c.columns(), columns)
          ? Reordering.NONE
          : new Reordering.RisingCardinality(columns, c.scope());
    } else if (r instanceof Reordering.Runs runs) {
      List<String> columns = of(runs.columns());
      return isUnordered(runs.columns(), columns)
          ? Reordering.NONE
          : new Reordering.Runs(runs.kind(), columns, runs.bufferBytes());
    } else if (r instanceof Reordering.QdTree tree) {
      // A query that tests a null has no rows.
      List<List<Cut>> queries =
          tree.queries().stream()
              .filter(q -> q.stream().allMatch(cut -> has(cut.column())))
              .toList();
      return queries.isEmpty()
          ? Reordering.NONE
          : new Reordering.QdTree(queries, tree.leafRows(), tree.scope());
    }
    return r;
  }

  /**
   * @param named none = all that have an order
   * @param left those that are there
   */
  private boolean isUnordered(List<String> named, List<String> left) {
    return named.isEmpty()
        ? schema.fields().stream().allMatch(f -> f.type().isNested())
        : left.isEmpty();
  }

  private RowGroups of(RowGroups g) {
    return g instanceof RowGroups.Efficient e && e.column().filter(c -> !has(c)).isPresent()
        ? new RowGroups.Efficient(
            e.efficiency(), Optional.empty(), e.seekNanos(), e.bytesPerSecond(), e.least())
        : g;
  }

  private ColumnGroups of(ColumnGroups g) {
    ColumnOrder order = g.order();
    if (order instanceof ColumnOrder.Listed listed) {
      List<String> columns = of(listed.columns());
      order = columns.isEmpty() ? ColumnOrder.SCHEMA : new ColumnOrder.Listed(columns);
    }
    if (g.kind() != ColumnGroups.Kind.LISTED) {
      return g.withOrder(order);
    }
    List<List<String>> groups = new ArrayList<>();
    List<String> left = of(g.groups().stream().flatMap(List::stream).toList());
    for (List<String> group : g.groups()) {
      List<String> columns = group.stream().filter(left::contains).toList();
      if (!columns.isEmpty()) {
        groups.add(columns);
      }
    }
    return groups.isEmpty()
        ? ColumnGroups.NONE.withOrder(order)
        : new ColumnGroups(ColumnGroups.Kind.LISTED, groups, g.stride(), order);
  }

  private Packing of(Packing p) {
    return p instanceof Packing.Copies c
        ? new Packing.Copies(c.each(), c.others().stream().map(this::of).toList())
        : p;
  }
}
