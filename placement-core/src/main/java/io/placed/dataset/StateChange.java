package io.placed.dataset;

import java.io.IOException;
import java.util.List;

/** What a commit makes of a table. */
interface StateChange {
  /** The next state; computed anew for each state that turns out to be the newest. */
  TableState apply(DataSet dataSet, TableState base) throws IOException;

  /** Files that have to be there when it is committed. */
  List<DataFile> added();

  /** What history calls it. */
  String operation();
}
