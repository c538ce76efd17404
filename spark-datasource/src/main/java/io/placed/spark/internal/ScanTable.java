package io.placed.spark.internal;

import org.apache.spark.sql.connector.catalog.SupportsRead;

/** How rules on plans know tables of this source. */
public interface ScanTable extends SupportsRead {
  /** Option of a relation: filters that the scan answers stay in the plan, too. */
  String KEEP_FILTERS = "__placed_keep_filters";
}
