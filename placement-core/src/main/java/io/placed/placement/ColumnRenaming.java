package io.placed.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Finds and renames the columns that a Placement names. */
final class ColumnRenaming {
  private final UnaryOperator<String> names;

  private ColumnRenaming(UnaryOperator<String> names) {
    this.names = names;
  }

  /**
   * @param names the new name of a column, which may be the old one
   */
  static Placement apply(Placement p, UnaryOperator<String> names) {
    ColumnRenaming r = new ColumnRenaming(names);
    return new Placement(
        r.of(p.reorder()), r.of(p.rowGroups()), r.of(p.columnGroups()), r.of(p.packing()));
  }

  /**
   * The setting of a Placement that names a column.
   *
   * @param isColumn whether a name is the column's
   * @return null if none does
   */
  static String settingThatNames(Placement p, Predicate<String> isColumn) {
    List<String> found = new ArrayList<>();
    ColumnRenaming r =
        new ColumnRenaming(
            name -> {
              if (isColumn.test(name)) {
                found.add(name);
              }
              return name;
            });
    r.of(p.reorder());
    if (!found.isEmpty()) {
      return Reordering.SETTING + "=" + p.reorder();
    }
    r.of(p.rowGroups());
    if (!found.isEmpty()) {
      return RowGroups.SETTING + "=" + p.rowGroups();
    }
    r.of(p.columnGroups());
    if (!found.isEmpty()) {
      return ColumnGroups.SETTING + "=" + p.columnGroups();
    }
    r.of(p.packing());
    return found.isEmpty() ? null : Packing.SETTING + "=" + p.packing();
  }

  private List<String> of(List<String> columns) {
    return columns.stream().map(names).toList();
  }

  private List<SortKey> ofKeys(List<SortKey> keys) {
    return keys.stream()
        .map(k -> new SortKey(names.apply(k.column()), k.descending(), k.nullsFirst()))
        .toList();
  }

  private Reordering of(Reordering r) {
    if (r instanceof Reordering.Sort s) {
      return new Reordering.Sort(ofKeys(s.keys()), s.scope());
    } else if (r instanceof Reordering.SortBuffer s) {
      return new Reordering.SortBuffer(ofKeys(s.keys()), s.bufferBytes());
    } else if (r instanceof Reordering.Curve c) {
      return new Reordering.Curve(c.kind(), of(c.columns()), c.ranges(), c.scope());
    } else if (r instanceof Reordering.RisingCardinality c) {
      return new Reordering.RisingCardinality(of(c.columns()), c.scope());
    } else if (r instanceof Reordering.Runs runs) {
      return new Reordering.Runs(runs.kind(), of(runs.columns()), runs.bufferBytes());
    } else if (r instanceof Reordering.QdTree tree) {
      List<List<Cut>> queries = tree.queries().stream().map(this::ofCuts).toList();
      return new Reordering.QdTree(queries, tree.leafRows(), tree.scope());
    }
    return r;
  }

  private List<Cut> ofCuts(List<Cut> cuts) {
    return cuts.stream().map(c -> c.withColumn(names.apply(c.column()))).toList();
  }

  private RowGroups of(RowGroups g) {
    if (g instanceof RowGroups.Efficient e) {
      Optional<String> column = e.column().map(names);
      return new RowGroups.Efficient(
          e.efficiency(), column, e.seekNanos(), e.bytesPerSecond(), e.least());
    }
    return g;
  }

  private ColumnGroups of(ColumnGroups g) {
    ColumnOrder order =
        g.order() instanceof ColumnOrder.Listed listed
            ? new ColumnOrder.Listed(of(listed.columns()))
            : g.order();
    return new ColumnGroups(
        g.kind(), g.groups().stream().map(this::of).toList(), g.stride(), order);
  }

  private Packing of(Packing p) {
    return p instanceof Packing.Copies c
        ? new Packing.Copies(c.each(), c.others().stream().map(this::of).toList())
        : p;
  }
}
