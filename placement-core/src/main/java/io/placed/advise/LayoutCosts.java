package io.placed.advise;

import io.placed.advise.cost.WrittenPages;
import io.placed.placement.ColumnGroups;
import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Costs of designs, each computed once. */
final class LayoutCosts {
  private final AdvisedTable table;
  private final LayoutModel model;
  private final PageMeasuring pages;
  private final LayoutCost current;
  private final Map<Design, LayoutCost> known = new LinkedHashMap<>();

  /**
   * @param current of the layout that the table has
   */
  LayoutCosts(AdvisedTable table, LayoutModel model, PageMeasuring pages, LayoutCost current) {
    this.table = table;
    this.model = model;
    this.pages = pages;
    this.current = current;
  }

  /** Of the layout that the table has. */
  LayoutCost current() {
    return current;
  }

  /** Of a table of all columns. A design that changes nothing is the current layout. */
  LayoutCost of(Design d) throws IOException {
    boolean same =
        d.rows().isArrival()
            && d.placement().equals(table.placement())
            && d.profile() == pages.profile();
    LayoutCost cost = same ? current : known.get(d);
    if (cost == null) {
      BitSet all = new BitSet();
      all.set(0, table.schema().size());
      cost = model.of(d, pages.of(d.rows(), d.profile()), all, pages.skippedRows());
      known.put(d, cost);
    }
    return cost;
  }

  /** All layouts of all columns whose costs are known, and that of now. */
  List<LayoutCost> all() {
    List<LayoutCost> out = new ArrayList<>(List.of(current));
    out.addAll(known.values());
    return out;
  }

  /** Of a copy that has some of the columns, once and with groups of a column each. */
  LayoutCost ofCopy(Design d, BitSet columns) throws IOException {
    Schema schema = Schema.of(columns.stream().mapToObj(table.schema()::field).toList());
    Placement once =
        d.placement().packing() instanceof Packing.Copies c
            ? d.placement().withPacking(c.each())
            : d.placement();
    Placement fitting = once.withColumnGroups(ColumnGroups.NONE).fitting(schema);
    WrittenPages measured = pages.of(d.rows(), d.profile());
    return model.of(
        new Design(d.rows(), fitting, d.profile()), measured, columns, pages.skippedRows());
  }

  /** Whether a packing has whole row groups in the file of the table. */
  static boolean isPlain(Packing packing) {
    return packing instanceof Packing.ManyRowGroups || packing instanceof Packing.OneRowGroup;
  }
}
