package io.placed.spark.internal.plan;

import java.util.List;
import org.apache.spark.sql.connector.read.Scan;

/**
 * The only scan of a query, with the filters that were pushed to it.
 *
 * @param scan null if the query is known to have no rows
 * @param left what Spark would filter after the scan, as SQL
 */
public record PushedCondition(Scan scan, List<String> left) {}
