package io.placed.advise;

import io.placed.advise.cost.FetchRules;
import io.placed.advise.cost.PageFormat;
import io.placed.advise.cost.PlacedPages;
import io.placed.advise.order.OrderKinds;
import io.placed.encoding.Profile;
import io.placed.placement.Placement;
import io.placed.write.encode.RowGroupAssembler;
import java.io.IOException;
import java.util.ArrayList;
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
    int columns = table.schema().size() - table.partitionColumns().size();
    return RowGroupAssembler.expectedPageRows(
        table.writeOptions().withPlacement(placement), columns, heapOfRow);
  }

  @Override
  public PageFormat pages(int pageRows) {
    return new PlacedPages(table.writeOptions(), pageRows);
  }

  @Override
  public PageFormat pages(int pageRows, Profile profile) {
    return new PlacedPages(table.writeOptions(profile), pageRows);
  }

  @Override
  public FetchRules fetch() throws IOException {
    return FetchRules.placed(table.steps());
  }

  @Override
  public boolean choosesEncoding() {
    return true;
  }

  @Override
  public boolean copies() {
    return true;
  }

  @Override
  public List<Statement> statements(Placement placement) {
    Advice.Options options =
        new Advice.Options(table.partitioning().toString(), table.writeOptions().profile());
    return statements(
        new AdvisedLayout(table.placement(), placement, options, options, List.of(), false));
  }

  @Override
  public List<Statement> statements(AdvisedLayout layout) {
    PlacedStatements statements =
        new PlacedStatements(table.name(), table.properties(), table::writeOptions, layout);
    List<Statement> out = new ArrayList<>();
    statements.shell().forEach(s -> out.add(Statement.shell(s)));
    statements.sql().forEach(s -> out.add(Statement.sql(s)));
    return out;
  }
}
