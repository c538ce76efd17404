package io.placed.spark.internal;

import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCatalog;

/** How rules on plans know tables of this source. */
public interface ScanTable extends SupportsRead {
  /** Option of a relation: filters that the scan answers stay in the plan, too. */
  String KEEP_FILTERS = "__placed_keep_filters";

  /**
   * A catalog that tells the data set of changes, too.
   *
   * @return null if this one does
   */
  TableCatalog altering(TableCatalog catalog);
}
