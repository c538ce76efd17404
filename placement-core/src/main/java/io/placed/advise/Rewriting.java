package io.placed.advise;

import io.placed.advise.cost.FetchRules;
import io.placed.advise.cost.PageFormat;
import io.placed.advise.order.OrderKinds;
import io.placed.encoding.Profile;
import io.placed.placement.Placement;
import java.io.IOException;
import java.util.List;

/** How a table of some format is rewritten: what a rewrite can change, and what it then writes. */
public interface Rewriting {
  /** Orders that a rewrite can produce. */
  OrderKinds orders();

  /**
   * The placement that a rewrite gives a table in its order; searches of other parts begin there.
   *
   * @param current placement of the table
   */
  default Placement base(Placement current) {
    return current;
  }

  /** Whether a rewrite can choose the size of row groups. */
  boolean choosesRowGroups();

  /** Whether a rewrite can choose the order of the columns in a row group. */
  boolean choosesColumnOrder();

  /** Which orders are left out and why, as sentences for people; none if all are possible. */
  List<String> limits();

  /**
   * Rows of a page.
   *
   * @param placement of the rewritten table
   * @param heapOfRow bytes of a row in memory
   */
  int pageRows(Placement placement, long heapOfRow);

  /**
   * Rows that readers of the rewritten table skip together: a page, a row group or a file.
   *
   * @param pageRows as of {@link #pageRows}
   */
  default int skippedRows(int pageRows) {
    return pageRows;
  }

  /** Writes pages as a rewrite does. */
  PageFormat pages(int pageRows);

  /** How readers of the rewritten table fetch pages. */
  FetchRules fetch() throws IOException;

  /** Whether a rewrite can choose the packing, and the profile of {@link #pages}. */
  default boolean choosesEncoding() {
    return false;
  }

  /** Whether further tables with some of the columns can be written. */
  default boolean copies() {
    return false;
  }

  /**
   * Writes pages as a rewrite with another profile does.
   *
   * @param profile that of the table unless {@link #choosesEncoding}
   */
  default PageFormat pages(int pageRows, Profile profile) {
    return pages(pageRows);
  }

  /** What to run, in this order, so that the table gets a placement. */
  List<Statement> statements(Placement placement);

  /**
   * What to run, in this order, so that the table gets a layout and copies.
   *
   * @param layout only the placement differs unless the format allows more
   */
  default List<Statement> statements(AdvisedLayout layout) {
    return statements(layout.best());
  }
}
