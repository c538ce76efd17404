package io.placed.spark.internal.plan;

import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsReportPartitioning;

/**
 * A scan that returns groups of rows. Spark takes what it reports for a partitioning of the
 * relation's columns, which are not those of the scan, and forgets it; {@code
 * catalyst.GroupScanStrategy} repeats it for the scan's.
 */
public interface GroupScan extends Scan, SupportsReportPartitioning {}
