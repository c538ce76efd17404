package io.placed.advise;

import io.placed.advise.cost.PageFormat;
import io.placed.advise.cost.PlacedPages;
import io.placed.advise.order.OrderKinds;
import io.placed.placement.Placement;
import io.placed.text.Quoting;
import io.placed.write.encode.RowGroupAssembler;
import java.util.List;

/** Rewrites of tables of this library, which can have any placement. */
record PlacedRewriting(AdvisedTable table) implements Rewriting {
  @Override
  public OrderKinds orders() {
    return OrderKinds.ALL;
  }

  @Override
  public boolean choosesRowGroups() {
    return true;
  }

  @Override
  public boolean choosesColumnOrder() {
    return true;
  }

  @Override
  public List<String> limits() {
    return List.of();
  }

  @Override
  public int pageRows(Placement placement, long heapOfRow) {
    return RowGroupAssembler.expectedPageRows(
        table.writeOptions().withPlacement(placement), heapOfRow);
  }

  @Override
  public PageFormat pages(int pageRows) {
    return new PlacedPages(table.writeOptions(), pageRows);
  }

  @Override
  public List<Statement> statements(Placement placement) {
    String text = placement.toString();
    return List.of(
        Statement.shell(
            "placed rewrite "
                + Quoting.shell(table.name())
                + " --placement "
                + Quoting.shell(text)),
        Statement.sql(
            "CALL placed.system.rewrite(table => "
                + Quoting.sql(table.name())
                + ", placement => "
                + Quoting.sql(text)
                + ")"));
  }
}
