package io.placed.table.simulation;

import java.util.List;

/** What a commit does to the rows of a table, whatever others have done before. */
interface Effect {
  /** The table is as it was. */
  Effect NOTHING = List::of;

  /**
   * What the table may be afterwards.
   *
   * @param before the table that the commit found; null if there was none
   * @throws Violation if the commit should not have happened
   */
  List<Model> on(Model before);
}
